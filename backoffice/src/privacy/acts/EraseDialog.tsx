import { Alert, Stack, Typography } from '@mui/material';
import { change } from '../../api/client.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { CountTable } from './CountTable.tsx';
import { type Planned, planErasure } from './erasure.ts';
import { eraseWord, PlanDialog } from './PlanDialog.tsx';

interface Props {
  readonly entryIds: readonly number[];
  readonly requestId?: number;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Shows what the erasure of entries would do, and erases them. */
export function EraseDialog({ entryIds, requestId, onClose, onDone }: Props) {
  const t = useTexts('privacy.erase');
  return (
    <PlanDialog
      title={t('title')}
      submit={t('submit')}
      plan={() => planErasure(entryIds)}
      obstacle={(planned) => (planned.entryIds.length === 0 ? t('nothing') : undefined)}
      erase={({ entryIds: ids, digest }) =>
        change('POST', '/desk/privacy/erasures', {
          entryIds: ids,
          digest,
          word: eraseWord,
          ...(requestId !== undefined && { requestId }),
        })
      }
      onClose={onClose}
      onDone={onDone}
    >
      {(planned) => <PlanFacts planned={planned} />}
    </PlanDialog>
  );
}

/** How much would be erased, by place, and what stays because it is held. */
function PlanFacts({ planned: { entryIds, counts, held, alreadyErased } }: { readonly planned: Planned }) {
  const t = useTexts('privacy.erase');
  const format = useFormat();
  return (
    <Stack spacing={1.5}>
      <Typography>{t('entries', { smart_count: entryIds.length })}</Typography>
      {counts.size > 0 && <CountTable title={t('counts')} counts={counts} />}
      {held.map(({ entryId, hold }) => (
        <Alert key={entryId} severity="info">
          {hold !== null && t(`held.${hold.kind}`, { id: entryId, until: format.day(hold.until) })}
        </Alert>
      ))}
      {alreadyErased > 0 && <Typography>{t('alreadyErased', { smart_count: alreadyErased })}</Typography>}
    </Stack>
  );
}
