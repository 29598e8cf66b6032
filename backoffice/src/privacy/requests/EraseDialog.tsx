import { Alert, Box, Stack, Typography } from '@mui/material';
import { request } from '../../api/client.ts';
import { format } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { EntryLine, StateChip, usePersonNames } from '../acts/EntryLines.tsx';
import { CountTable } from './CountTable.tsx';
import { type Planned, planErasure } from './erasure.ts';
import { eraseWord, PlanDialog } from './PlanDialog.tsx';

interface Props {
  readonly entryIds: readonly number[];
  readonly requestId: number;
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
      obstacle={(planned) => (planned.plans.length === 0 ? t('nothing') : undefined)}
      erase={({ plans, digest }) =>
        request('POST /desk/privacy/erasures', {
          entryIds: plans.map(({ entryId }) => entryId),
          digest,
          word: eraseWord,
          requestId,
        })
      }
      onClose={onClose}
      onDone={onDone}
    >
      {(planned) => <PlanFacts planned={planned} />}
    </PlanDialog>
  );
}

/** Whose data would be erased, how much of it by place, and what stays because it is held. */
function PlanFacts({ planned: { plans, counts, held, alreadyErased } }: { readonly planned: Planned }) {
  const t = useTexts('privacy.erase');
  const { entryName, personName } = usePersonNames();
  return (
    <Stack spacing={1.5}>
      <Typography>{t('entries', { smart_count: plans.length })}</Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5, maxHeight: '40vh', overflowY: 'auto' }}>
        {plans.map(({ entryId, entry }) => (
          <Box component="li" key={entryId} sx={{ overflowWrap: 'anywhere', mb: 1 }}>
            <Typography component="span" sx={{ fontWeight: 600, mr: 1 }}>
              {entryName(entry, entryId)}
            </Typography>
            <StateChip entry={entry} />
            <EntryLine entry={entry} />
            <Typography variant="body2">
              {t('persons', { names: entry.persons.map(personName).join(' ; ') })}
            </Typography>
          </Box>
        ))}
      </Box>
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
