import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { TextInput, useNotify, useRefresh } from 'react-admin';
import { DeskError, request } from '../../api/client.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { format } from '../../i18n/format.ts';
import { textsOf } from '../../i18n/texts.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { SimpleTable } from '../../ui/SimpleTable.tsx';
import { useAct } from '../../ui/use-act.ts';
import { EntryLine, EntryMarks } from '../acts/EntryLines.tsx';
import { entryName, personName, placeName } from '../acts/names.ts';

const t = textsOf('privacy.erase');

/** The word that is typed before anything is erased. */
const word = 'EFFACER';
const isWord = (typed: unknown) =>
  String(typed ?? '').trim() === word ? undefined : t('wrongWord', { word });

function WordInput() {
  return <TextInput source="word" label={t('word', { word })} validate={isWord} autoComplete="off" />;
}

type Plan = AnswerOf<'POST /desk/privacy/erasures/plan'>;

const plan = (entryIds: readonly number[]) =>
  request('POST /desk/privacy/erasures/plan', { subjects: entryIds.map((entryId) => ({ entryId })) });

const erasable = ({ plans }: Plan) => plans.filter(({ hold, erased }) => hold === null && !erased);

interface Props {
  readonly text: string;
  readonly disabled: boolean;
  readonly entryIds: readonly number[];
  readonly requestId: number;
}

/** Shows the plan of an erasure, and decides it when the word is typed. When something has changed it shows the new plan. */
export function EraseButton({ text, disabled, entryIds, requestId }: Props) {
  const notify = useNotify();
  const refresh = useRefresh();
  const { act, isBusy } = useAct();
  const [planned, setPlanned] = useState<Plan>();

  async function erase({ digest, ...shown }: Plan): Promise<string | undefined> {
    const subjects = erasable({ digest, ...shown }).map(({ entryId }) => ({ entryId }));
    if (subjects.length === 0) return t('nothing');
    try {
      await request('POST /desk/privacy/erasures', { subjects, digest, requestId, word });
    } catch (error) {
      const isHeld = error instanceof DeskError && error.code === 'HELD';
      const hasChanged = error instanceof DeskError && /^digest: /.test(error.message);
      if (!isHeld && !hasChanged) throw error;
      setPlanned(await plan(entryIds));
      return t(isHeld ? 'nowHeld' : 'changed');
    }
    setPlanned(undefined);
    notify('accueil.privacy.erase.decided', { type: 'success' });
    refresh();
    return undefined;
  }

  return (
    <>
      <Button
        color="error"
        variant="contained"
        disabled={disabled}
        loading={isBusy}
        onClick={() => act(async () => setPlanned(await plan(entryIds)))}
      >
        {text}
      </Button>
      {planned !== undefined && (
        <FormDialog
          title={t('title')}
          submit={t('submit')}
          isDestructive
          isSticky
          onSubmit={() => erase(planned)}
          onClose={() => setPlanned(undefined)}
        >
          <PlanFacts plan={planned} />
        </FormDialog>
      )}
    </>
  );
}

/** Whose data would be erased, how much of it by place, until when that can be taken back, and what stays because it is held. */
function PlanFacts({ plan }: { readonly plan: Plan }) {
  const { dueAt } = plan;
  const plans = erasable(plan);
  const counts = new Map<string, number>();
  for (const [place, rows] of plans.flatMap((one) => Object.entries(one.counts)))
    counts.set(place, (counts.get(place) ?? 0) + rows);
  return (
    <Stack spacing={1.5}>
      {plans.length > 0 && <Typography>{t('entries', { smart_count: plans.length })}</Typography>}
      <Box component="ul" sx={{ m: 0, pl: 2.5, maxHeight: '40vh', overflowY: 'auto' }}>
        {plans.map(({ entryId, entry }) => (
          <Box component="li" key={entryId} sx={{ overflowWrap: 'anywhere', mb: 1 }}>
            <Typography component="span" sx={{ fontWeight: 600, mr: 1 }}>
              {entryName(entry, entryId)}
            </Typography>
            <EntryMarks entry={entry} />
            <Typography variant="body2" color="textSecondary">
              <EntryLine entry={entry} />
            </Typography>
            <Typography variant="body2">
              {t('persons', { names: entry.persons.map(personName).join(' ; ') })}
            </Typography>
          </Box>
        ))}
      </Box>
      {counts.size > 0 && (
        <SimpleTable
          title={t('counts')}
          head={[t('place'), t('rows')]}
          rows={[...counts].map(([id, rows]) => ({ id, cells: [placeName(id), format.number(rows)] }))}
        />
      )}
      {plan.plans.map(
        ({ entryId: id, hold }) =>
          hold !== null && (
            <Alert key={id} severity="info">
              {t(`held.${hold.kind}`, { id, until: format.day(hold.until) })}
            </Alert>
          ),
      )}
      {plans.length > 0 && (
        <>
          <Alert severity="warning">
            {dueAt !== null && t('finalAt', { at: format.moment(dueAt) })} {t('hidden')}
          </Alert>
          <WordInput />
        </>
      )}
    </Stack>
  );
}
