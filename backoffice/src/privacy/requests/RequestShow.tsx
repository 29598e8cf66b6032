import ArrowBack from '@mui/icons-material/ArrowBack';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Search from '@mui/icons-material/Search';
import { Box, Button, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { required, TextInput } from 'react-admin';
import { Link, useParams } from 'react-router';
import {
  askerNames,
  channelNames,
  criteriaText,
  requestKindNames,
} from '../../../../server/src/french/labels.ts';
import { request as send } from '../../api/client.ts';
import type { PrivacyRequest, RequestEntry, RequestKind } from '../../api/privacy-responses.ts';
import { useNotedDownload, useRead } from '../../api/queries.ts';
import { format } from '../../i18n/format.ts';
import { FormButton } from '../../ui/forms.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { WhenLoaded } from '../../ui/WhenLoaded.tsx';
import { HoldButton } from '../acts/HoldButton.tsx';
import { maxAtOnce } from '../acts/RequestButton.tsx';
import { EntryRow, lacksContact, RemoveLinks, TextsButton } from './EntryRow.tsx';
import { EraseButton } from './EraseButton.tsx';
import { DueChip, ObjectionButton } from './RequestList.tsx';
import { answer, decision, identity, type Step, StepCard } from './steps.tsx';

/** A request of a person, step by step, to its proof. */
export function RequestShow() {
  const { id = '' } = useParams();
  return (
    <>
      <Button component={Link} to="/privacy/requests" startIcon={<ArrowBack />} sx={{ mb: 1 }}>
        Toutes les demandes de droits
      </Button>
      <WhenLoaded {...useRead('GET /desk/privacy/requests/:id', { id: Number(id) })}>
        {(request) => {
          const ofPerson = request.asker !== 'controller';
          const steps = [...(ofPerson ? [identity] : []), entries, decision, answer].map((step) =>
            step(request),
          );
          return (
            <Stack spacing={2}>
              <Received request={request} />
              {steps.map((step) => (
                <StepCard key={step.title} request={request} {...step} />
              ))}
              <Log steps={request.steps} />
            </Stack>
          );
        }}
      </WhenLoaded>
    </>
  );
}

interface Act {
  readonly request: PrivacyRequest;
  /** With these it may be done. */
  readonly entries: readonly RequestEntry[];
  /** Whether nothing has to be said before. */
  readonly isReady: boolean;
}

interface Kind {
  /** Whether each entry has to say, before anything, whom of it the request concerns, and by which contact they were checked. */
  readonly isAboutPersons: boolean;
  readonly act: (about: Act) => ReactNode;
  /** What is done with a single entry. */
  readonly entryAct?: (linked: RequestEntry, about: Act) => ReactNode;
}

const copy: Kind = {
  isAboutPersons: true,
  act: ({ request, isReady }) => <ExportLink id={request.id} disabled={!isReady} />,
  entryAct: (linked, { request }) => <TextsButton request={request} linked={linked} />,
};

/** What each kind of request needs, and what is done for it. */
const kinds: Readonly<Record<RequestKind, Kind>> = {
  access: copy,
  portability: copy,
  rectification: {
    isAboutPersons: true,
    act: () => <Typography variant="body2">Ouvrez une fiche pour la rectifier.</Typography>,
  },
  erasure: {
    isAboutPersons: true,
    act({ request: { id }, entries, isReady }) {
      // A related person alone is removed from their entry.
      const whole = entries.filter(
        ({ people, entry }) =>
          people?.includes('entry') !== false && entry?.pendingErasure?.reason !== 'request',
      );
      const entryIds = whole.slice(0, maxAtOnce).map(({ entryId }) => entryId);
      return whole.length > 0 && <EraseButton entryIds={entryIds} requestId={id} disabled={!isReady} />;
    },
    entryAct: (linked, { request, isReady }) => (
      <RemoveLinks request={request} linked={linked} disabled={!isReady} />
    ),
  },
  opposition: {
    isAboutPersons: false,
    act: ({ request: { id } }) => (
      <ObjectionButton text="Noter l’opposition" variant="contained" requestId={id} />
    ),
  },
  limitation: {
    isAboutPersons: false,
    act: ({ request: { id }, entries, isReady }) => (
      <HoldButton
        text="Limiter le traitement"
        variant="contained"
        kind="limitation"
        disabled={!isReady}
        entryIds={entries.map(({ entryId }) => entryId)}
        requestId={id}
      />
    ),
  },
};

const firstTexts = {
  contact: 'Dites d’abord, pour chaque fiche, par quel contact connu l’identité a été vérifiée.',
  authority:
    'Notez d’abord par quel acte la personne agit pour une autre : rien n’est effacé ni exporté avant.',
  people:
    'Dites d’abord, pour chaque fiche, qui est concerné. Si la personne n’est que citée dans un texte ou comme adresseur, ouvrez la fiche et corrigez-la sans trace.',
  identityKind: 'Notez d’abord comment l’identité a été vérifiée : rien n’est effacé ni exporté avant.',
};

/** The entries that the request concerns, and what is done with them. */
function entries(request: PrivacyRequest): Step {
  const { id, kind, entries: linked, missing, steps, closedAt } = request;
  const { isAboutPersons, act, entryAct } = kinds[kind];
  // Refused ones stay as they are.
  const pending = linked.filter(
    ({ entry, state }) => entry !== null && entry.restriction !== 'erased' && state !== 'refused',
  );
  const lacking = pending.some((one) => lacksContact(request, one))
    ? 'contact'
    : pending.some(({ people }) => people === null)
      ? 'people'
      : null;
  const first = isAboutPersons && pending.length > 0 ? (missing ?? lacking) : null;
  const about: Act = { request, entries: pending, isReady: pending.length > 0 && first === null };
  const criteria = criteriaText(steps.flatMap(({ detail }) => detail.criteria ?? []));
  const content = (
    <>
      {linked.length === 0 && (
        <Typography color="textSecondary">
          {criteria === ''
            ? 'Aucune fiche pour l’instant : recherchez la personne.'
            : `Recherche faite (${criteria}) : aucune fiche.`}
        </Typography>
      )}
      <Box sx={{ mx: -2 }}>
        <Rows of={linked.map((one) => ({ id: one.entryId, one }))}>
          {({ one }) => (
            <EntryRow request={request} linked={one} isAboutPersons={isAboutPersons}>
              {entryAct?.(one, about)}
            </EntryRow>
          )}
        </Rows>
      </Box>
      {closedAt === null && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1.5 }}>
          {first !== null && (
            <Typography variant="body2" sx={{ width: '100%' }}>
              {firstTexts[first]}
            </Typography>
          )}
          {act(about)}
          <Button component={Link} to={`/privacy?request=${id}`} startIcon={<Search />}>
            Rechercher d’autres traces
          </Button>
        </Stack>
      )}
    </>
  );
  const isDone = linked.length > 0 && linked.every(({ state }) => state !== 'found');
  return { title: 'Fiches concernées', isDone, content };
}

const letterTexts = {
  answer: 'Lettre : réponse',
  receipt: 'Lettre : accusé de réception',
  nothing: 'Lettre : rien trouvé',
  extension: 'Lettre : prolongation',
  refusal: 'Lettre : refus',
};

function Received({ request: received }: { readonly request: PrivacyRequest }) {
  const { id, kind, asker, person, represented, receivedOn, channel, extensionReason, closedAt } = received;
  const pages = [
    ...received.letters.map((letter) => ({ path: `letters/${letter}`, text: letterTexts[letter] })),
    ...(closedAt === null ? [] : [{ path: 'proof.html', text: 'Voir la preuve' }]),
  ];
  return (
    <SectionCard
      title={`Demande de droits n° ${id} : ${requestKindNames[kind]}`}
      act={<DueChip request={received} />}
    >
      <Typography sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{person}</Typography>
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {format.dotted(askerNames[asker], represented !== null && `Pour : ${represented}`)}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {`Reçue le ${format.day(receivedOn)} (${channelNames[channel]})`}
      </Typography>
      {extensionReason !== null && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {`Délai prolongé de deux mois : ${extensionReason}`}
        </Typography>
      )}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, '&:not(:empty)': { mt: 1.5 } }}>
        {pages.map(({ path, text }) => (
          <Button
            key={path}
            variant="outlined"
            href={`/desk/privacy/requests/${id}/${path}`}
            target="_blank"
            rel="noopener"
          >
            {text}
          </Button>
        ))}
        {closedAt === null && extensionReason === null && (
          <FormButton
            text="Prolonger le délai"
            submit="Prolonger de deux mois"
            send={({ reason }) => send('PATCH /desk/privacy/requests/:id', { id, extensionReason: reason })}
            done="Enregistré."
          >
            <TextInput
              source="reason"
              label="Raison"
              helperText="Une seule fois. La personne doit être informée de la prolongation et de sa raison dans le premier mois."
              multiline
              validate={required()}
            />
          </FormButton>
        )}
      </Stack>
    </SectionCard>
  );
}

function ExportLink({ id, disabled }: { readonly id: number; readonly disabled: boolean }) {
  const noteDownload = useNotedDownload();
  return (
    <Button
      variant="contained"
      startIcon={<DownloadOutlined />}
      disabled={disabled}
      href={`/desk/privacy/requests/${id}/export.zip`}
      download
      onClick={noteDownload}
    >
      Télécharger l’export (ZIP)
    </Button>
  );
}

function Log({ steps }: Pick<PrivacyRequest, 'steps'>) {
  return (
    <SectionCard title="Ce qui a été fait">
      <Stack component="ol" spacing={0.5} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {steps.map(({ at, name, author }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step has no other identity
          <Typography component="li" variant="body2" key={i}>
            {format.dotted(format.moment(at), name, author)}
          </Typography>
        ))}
      </Stack>
    </SectionCard>
  );
}
