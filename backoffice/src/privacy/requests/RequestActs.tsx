import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { TextInput, useNotify, useRefresh } from 'react-admin';
import { counted } from '../../../../server/src/french/dates.ts';
import { DeskError, request } from '../../api/client.ts';
import type { PrivacyRequest } from '../../api/privacy-responses.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { format } from '../../i18n/format.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { SimpleTable } from '../../ui/SimpleTable.tsx';
import { useAct } from '../../ui/use-act.ts';
import { EntryLine, EntryMarks } from '../acts/EntryLines.tsx';
import { HoldButton } from '../acts/HoldButton.tsx';
import { entryName, personName, placeName } from '../acts/names.ts';
import { ObjectionButton } from '../acts/ObjectionButton.tsx';
import { maxAtOnce } from '../acts/RequestButton.tsx';
import { lacksContact } from './EntryActs.tsx';

const firstStepTexts = {
  contact: 'Dites d’abord, pour chaque fiche, par quel contact connu l’identité a été vérifiée.',
  authority:
    'Notez d’abord par quel acte la personne agit pour une autre : rien n’est effacé ni exporté avant.',
  people:
    'Dites d’abord, pour chaque fiche, qui la demande concerne. Si la personne n’est que citée dans un texte ou comme adresseur, ouvrez la fiche et corrigez-la sans trace.',
  identityKind: 'Notez d’abord comment l’identité a été vérifiée : rien n’est effacé ni exporté avant.',
};

const downloadNotedMs = 1_500;

export function RequestActs({ request }: { readonly request: PrivacyRequest }) {
  const refresh = useRefresh();
  const { id, kind, entries, missing } = request;
  // Refused ones stay as they are.
  const pending = entries.filter(
    ({ entry, state }) => entry !== null && entry.restriction !== 'erased' && state !== 'refused',
  );
  const entryIds = pending.map(({ entryId }) => entryId);
  const isNone = entryIds.length === 0;
  const isUnclear = pending.some(({ people }) => people === null);
  const lacks = (linked: (typeof pending)[number]) => lacksContact(request, linked);
  /** What has to be done before. */
  const first = isNone ? null : (missing ?? (pending.some(lacks) ? 'contact' : isUnclear ? 'people' : null));
  const note = first !== null && (
    <Typography variant="body2" sx={{ width: '100%' }}>
      {firstStepTexts[first]}
    </Typography>
  );
  switch (kind) {
    case 'access':
    case 'portability':
      return (
        <>
          {note}
          <Button
            variant="contained"
            startIcon={<DownloadOutlined />}
            disabled={isNone || first !== null}
            href={`/desk/privacy/requests/${id}/export.zip`}
            download
            // The request notes that it was downloaded.
            onClick={() => window.setTimeout(refresh, downloadNotedMs)}
          >
            Télécharger l’export (ZIP)
          </Button>
        </>
      );
    case 'erasure': {
      // A related person alone is removed from their entry.
      const whole = pending.filter(
        ({ people, entry }) => people?.includes('entry') && entry?.pendingErasure?.reason !== 'request',
      );
      return (
        <>
          {note}
          {(whole.length > 0 || isUnclear) && (
            <EraseButton
              text="Effacer les données"
              disabled={whole.length === 0 || missing !== null || whole.some(lacks)}
              entryIds={whole.slice(0, maxAtOnce).map(({ entryId }) => entryId)}
              requestId={id}
            />
          )}
        </>
      );
    }
    case 'limitation': {
      const hold = { entryIds, requestId: id, kind: 'limitation' } as const;
      return <HoldButton text="Limiter le traitement" variant="contained" disabled={isNone} {...hold} />;
    }
    case 'opposition':
      return <ObjectionButton text="Noter l’opposition" variant="contained" requestId={id} />;
    case 'rectification':
      return <Typography variant="body2">Ouvrez une fiche pour la rectifier.</Typography>;
    default:
      return kind satisfies never;
  }
}

/** The word that is typed before anything is erased. */
const word = 'EFFACER';
const isWord = (typed: unknown) =>
  String(typed ?? '').trim() === word ? undefined : `Tapez le mot ${word}, en majuscules.`;

function WordInput() {
  return (
    <TextInput source="word" label={`Tapez ${word} pour confirmer`} validate={isWord} autoComplete="off" />
  );
}

type Plan = AnswerOf<'POST /desk/privacy/erasures/plan'>;

const plan = (entryIds: readonly number[]) =>
  request('POST /desk/privacy/erasures/plan', { subjects: entryIds.map((entryId) => ({ entryId })) });

const erasable = ({ plans }: Plan) => plans.filter(({ hold, erased }) => hold === null && !erased);

interface EraseButtonProps {
  readonly text: string;
  readonly disabled: boolean;
  readonly entryIds: readonly number[];
  readonly requestId: number;
}

/** Shows the plan of an erasure, and decides it when the word is typed. When something has changed it shows the new plan. */
function EraseButton({ text, disabled, entryIds, requestId }: EraseButtonProps) {
  const notify = useNotify();
  const refresh = useRefresh();
  const { act, isBusy } = useAct();
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
        ? 'Une fiche est gelée : elle n’est pas effacée.'
        : 'Quelque chose a changé entre-temps. Voici le nouveau plan : vérifiez-le et recommencez.';
    }
    setPlanned(undefined);
    notify('Effacement décidé : il peut être annulé jusqu’à son jour.', { type: 'success' });
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
          title="Effacer les données"
          submit="Décider l’effacement"
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
              {`Données effacées de : ${entry.persons.map(personName).join(' ; ')}`}
            </Typography>
          </Box>
        ))}
      </Box>
      {counts.size > 0 && (
        <SimpleTable
          title="Ce qui sera effacé"
          head={['Où', 'Lignes']}
          rows={[...counts].map(([id, rows]) => ({ id, cells: [placeName(id), format.number(rows)] }))}
        />
      )}
      {plan.plans.map(
        ({ entryId: id, hold }) =>
          hold !== null && (
            <Alert key={id} severity="info">
              {
                {
                  hold: `Fiche n° ${id} : litige en cours jusqu’au ${format.day(hold.until)}. Elle ne sera pas effacée.`,
                  limitation: `Fiche n° ${id} : traitement limité jusqu’au ${format.day(hold.until)}. Elle ne sera pas effacée.`,
                }[hold.kind]
              }
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
          <WordInput />
        </>
      )}
    </Stack>
  );
}
