import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { TextInput } from 'react-admin';
import { counted } from '../../../../server/src/french/dates.ts';
import { DeskError, request } from '../../api/client.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { format } from '../../i18n/format.ts';
import { Fold } from '../../ui/Fold.tsx';
import { FormDialog, useSend } from '../../ui/forms.tsx';
import { EntryLine, EntryMarks, entryName, heldText, personName, placeName } from '../acts/names.tsx';

/** The word that is typed before anything is erased. */
const word = 'EFFACER';
const isWord = (typed: unknown) =>
  String(typed ?? '').trim() === word ? undefined : `Tapez le mot ${word}, en majuscules.`;

type Plan = AnswerOf<'POST /desk/privacy/erasures/plan'>;

const plan = (entryIds: readonly number[]) =>
  request('POST /desk/privacy/erasures/plan', { subjects: entryIds.map((entryId) => ({ entryId })) });

const erasable = ({ plans }: Plan) => plans.filter(({ hold, erased }) => hold === null && !erased);

interface Props {
  readonly disabled: boolean;
  readonly entryIds: readonly number[];
  readonly requestId: number;
}

/** Shows the plan of an erasure, and decides it when the word is typed. When something has changed it shows the new plan. */
export function EraseButton({ disabled, entryIds, requestId }: Props) {
  const { send, isBusy } = useSend();
  const [planned, setPlanned] = useState<Plan>();

  async function erase({ digest, ...shown }: Plan): Promise<string | undefined> {
    const subjects = erasable({ digest, ...shown }).map(({ entryId }) => ({ entryId }));
    if (subjects.length === 0) return 'Il n’y a rien à effacer.';
    try {
      await request('POST /desk/privacy/erasures', { subjects, digest, requestId, word });
    } catch (error) {
      const isHeld = error instanceof DeskError && error.code === 'HELD';
      const hasChanged = error instanceof DeskError && /^digest: /.test(error.message);
      if (!isHeld && !hasChanged) throw error;
      setPlanned(await plan(entryIds));
      return isHeld
        ? 'Une fiche est gelée : elle n’est pas effacée.'
        : 'Quelque chose a changé entre-temps. Voici le nouveau plan : vérifiez-le et recommencez.';
    }
    return undefined;
  }

  return (
    <>
      <Button
        color="error"
        variant="contained"
        disabled={disabled}
        loading={isBusy}
        onClick={() => send(async () => setPlanned(await plan(entryIds)))}
      >
        Effacer les données
      </Button>
      {planned !== undefined && (
        <FormDialog
          title="Effacer les données"
          submit="Décider l’effacement"
          isDestructive
          isSticky
          send={() => erase(planned)}
          done="Effacement décidé : il peut être annulé jusqu’à son jour."
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
    counts.set(placeName(place), (counts.get(placeName(place)) ?? 0) + rows);
  const sum = [...counts.values()].reduce((before, rows) => before + rows, 0);
  return (
    <Stack spacing={1.5}>
      {plans.length > 0 && (
        <Typography>{counted(plans.length, 'fiche sera effacée.', 'fiches seront effacées.')}</Typography>
      )}
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
              {`Données effacées de : ${entry.persons.map(personName).join(' ; ')}`}
            </Typography>
          </Box>
        ))}
      </Box>
      {counts.size > 0 && (
        <Fold title={`${counted(sum, 'ligne')} dans ${counted(counts.size, 'endroit')}`}>
          {[...counts].map(([place, rows]) => `${place} : ${format.number(rows)}`).join(', ')}
        </Fold>
      )}
      {plan.plans.map(
        ({ entryId: id, hold }) =>
          hold !== null && (
            <Alert key={id} severity="info">
              {`Fiche n° ${id} : ${heldText(hold).toLowerCase()}. Elle ne sera pas effacée.`}
            </Alert>
          ),
      )}
      {plans.length > 0 && (
        <>
          <Alert severity="warning">
            {dueAt !== null && `Définitif le ${format.moment(dueAt)} ; jusque-là vous pouvez l’annuler.`} La
            fiche est aussitôt hors de vue de tous sauf de vous. Les statistiques restent ; les sites et
            partenaires concernés seront prévenus.
          </Alert>
          <TextInput
            source="word"
            label={`Tapez ${word} pour confirmer`}
            validate={isWord}
            autoComplete="off"
          />
        </>
      )}
    </Stack>
  );
}
