import { Chip } from '@mui/material';
import type { EntryDetail } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { objectionText } from '../PhoneNumber.tsx';

/** Whether the entry is held, and whether its persons object to being contacted. */
export function PrivacyChips({ entry: { hold, objection, relations } }: { readonly entry: EntryDetail }) {
  const marks = [
    hold !== null &&
      {
        hold: `Litige en cours jusqu’au ${format.day(hold.until)}`,
        limitation: `Traitement limité jusqu’au ${format.day(hold.until)}`,
      }[hold.kind],
    ...[objection, ...relations.map((one) => one.objection)].map(objectionText),
  ];
  return [...new Set(marks)].map(
    (mark) => mark && <Chip key={mark} size="small" color="warning" variant="outlined" label={mark} />,
  );
}
