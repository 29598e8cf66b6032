import { Chip } from '@mui/material';
import type { EntryDetail } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { translate } from '../../i18n/texts.ts';
import { objectionText } from '../PhoneNumber.tsx';

/** Whether the entry is held, and whether its person objects to being contacted. */
export function PrivacyChips({ entry: { hold, objectedOn } }: { readonly entry: EntryDetail }) {
  return (
    <>
      {hold !== null && (
        <Chip
          size="small"
          color="warning"
          variant="outlined"
          label={translate(`accueil.privacy.marks.${hold.kind}`, { until: format.day(hold.until) })}
        />
      )}
      {objectedOn !== null && (
        <Chip size="small" color="warning" variant="outlined" label={objectionText(objectedOn)} />
      )}
    </>
  );
}
