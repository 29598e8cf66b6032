import { Chip } from '@mui/material';
import type { EntryDetail } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { translate } from '../../i18n/texts.ts';
import { objectionText } from '../PhoneNumber.tsx';

/** Whether the entry is held, and whether its persons object to being contacted. */
export function PrivacyChips({ entry: { hold, objection, relations } }: { readonly entry: EntryDetail }) {
  const marks = [
    hold !== null && translate(`accueil.privacy.marks.${hold.kind}`, { until: format.day(hold.until) }),
    ...[objection, ...relations.map((one) => one.objection)].map(objectionText),
  ];
  return [...new Set(marks)].map(
    (mark) => mark && <Chip key={mark} size="small" color="warning" variant="outlined" label={mark} />,
  );
}
