import { Chip } from '@mui/material';
import type { EntryFacts } from '../../api/privacy-responses.ts';
import { format } from '../../i18n/format.ts';
import { textsOf } from '../../i18n/texts.ts';

const t = textsOf('privacy.marks');

/** « À effacer le … » */
export function PendingChip({
  erasure: { dueAt },
}: {
  readonly erasure: NonNullable<EntryFacts['pendingErasure']>;
}) {
  const label = dueAt === null ? t('unconfirmed') : t('pending', { at: format.moment(dueAt) });
  return <Chip size="small" variant="outlined" color="error" label={label} />;
}
