import Search from '@mui/icons-material/Search';
import {
  Alert,
  Box,
  Button,
  Card,
  CardContent,
  Checkbox,
  Chip,
  LinearProgress,
  Stack,
  Typography,
} from '@mui/material';
import { TextInput } from 'react-admin';
import { useNavigate, useSearchParams } from 'react-router';
import { counted } from '../../../../server/src/french/dates.ts';
import { criterionNames } from '../../../../server/src/french/labels.ts';
import { DeskError } from '../../api/client.ts';
import type { Trace } from '../../api/privacy-responses.ts';
import { dayBounds } from '../../i18n/days.ts';
import { format } from '../../i18n/format.ts';
import { errorText } from '../../ui/error-text.ts';
import { SendForm, useSend } from '../../ui/forms.tsx';
import { Row, Rows } from '../../ui/Rows.tsx';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { HoldButton } from '../acts/HoldButton.tsx';
import { EntryLine, EntryMarks, personName, placeName, useResidenceName } from '../acts/names.tsx';
import { addFound, RequestButton } from '../acts/RequestButton.tsx';
import { criteriaOf, type Finding, isChoosable, keyOf } from './use-finding.ts';

const wrongTexts: Readonly<Record<string, string>> = {
  phone: 'Le téléphone compte au moins quatre chiffres.',
  email: 'Cette adresse e-mail n’en est pas une.',
  lastName: 'Donnez un nom ou un prénom avec la date de naissance.',
  firstName: 'Le prénom doit contenir des lettres.',
  birthDate: 'Cette date n’existe pas.',
  text: 'Le texte compte de 3 à 100 caractères.',
};

const inputs = ['phone', 'email', 'lastName', 'firstName', 'birthDate', 'customId', 'partnerNumber', 'text'];
const types = new Map([
  ['phone', 'tel'],
  ['email', 'email'],
  ['birthDate', 'date'],
]);

/** Searches for a person in every place, and begins what has to be done about them. */
export function FindPage({ finding }: { readonly finding: Finding }) {
  const { traces, truncated, progress } = finding;
  return (
    <Stack spacing={3}>
      <FindForm finding={finding} />
      {traces !== undefined && (
        <Box component="section" aria-label="Ce qui a été trouvé">
          <Typography component="h2" variant="h6" role="status" sx={{ mb: 1 }}>
            {traces.length > 0
              ? counted(traces.length, 'trace trouvée', 'traces trouvées')
              : progress?.state === 'over'
                ? 'Rien n’a été trouvé'
                : 'Rien pour l’instant'}
          </Typography>
          {progress !== undefined && <ProgressLine progress={progress} />}
          {truncated && (
            <Alert severity="warning" sx={{ mb: 2 }}>
              Il y en a davantage : précisez la recherche.
            </Alert>
          )}
          {traces.some(({ files }) => files.length > 0) && (
            <Alert severity="info" sx={{ mb: 2 }}>
              Les CV ne sont pas lus par la recherche. Ceux des fiches trouvées sont nommés ci-dessous ; ils
              font partie de l’export d’une demande de droits.
            </Alert>
          )}
          <Selection finding={finding} traces={traces} />
          {traces.length > 0 && (
            <Card>
              <Rows of={traces.map((trace) => ({ id: keyOf(trace), trace }))}>
                {({ trace }) => <TraceRow trace={trace} finding={finding} />}
              </Rows>
            </Card>
          )}
        </Box>
      )}
    </Stack>
  );
}

const progressTexts = {
  running: 'Chaque texte est lu : notes, historiques, envois…',
  over: 'Recherche terminée : fiches, notes, historiques et envois sont lus.',
  stopped: 'Recherche interrompue : elle n’est pas complète, relancez-la.',
};

/** How far the search has come. One that was cut off says so. */
function ProgressLine({ progress }: { readonly progress: NonNullable<Finding['progress']> }) {
  const { state, scanned, total } = progress;
  return (
    <Box sx={{ mb: 2 }}>
      {state === 'running' && (
        <LinearProgress
          variant="determinate"
          value={total === 0 ? 0 : (scanned / total) * 100}
          aria-label="Avancement de la recherche"
        />
      )}
      <Typography
        variant="body2"
        color={state === 'stopped' ? 'error' : 'textSecondary'}
        role={state === 'running' ? undefined : 'status'}
      >
        {progressTexts[state]}
      </Typography>
    </Box>
  );
}

const columns = {
  display: 'grid',
  columnGap: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 230px), 1fr))',
};

function FindForm({ finding: { criteria, search } }: { readonly finding: Finding }) {
  return (
    <SectionCard title="Rechercher une personne">
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        Un seul renseignement suffit. Toutes les résidences sont cherchées, avec les essais, le spam, les
        doublons, les notes, les historiques et les envois : d’abord ce que les index connaissent, puis chaque
        texte.
      </Typography>
      <SendForm
        text="Rechercher"
        startIcon={<Search />}
        {...(criteria !== undefined && { values: criteria })}
        send={async (typed) => ((await search(typed)) ? false : 'Donnez au moins un renseignement.')}
        problemOf={(error) => {
          const field = (error instanceof DeskError && error.field) || '';
          return wrongTexts[field] ?? errorText(error);
        }}
      >
        <Box sx={columns}>
          {inputs.map((name) => (
            <TextInput
              key={name}
              source={name}
              label={criterionNames[name] ?? name}
              type={types.get(name) ?? 'text'}
              autoComplete="off"
              slotProps={name === 'birthDate' ? { inputLabel: { shrink: true }, htmlInput: dayBounds } : {}}
            />
          ))}
        </Box>
      </SendForm>
    </SectionCard>
  );
}

interface FoundProps {
  readonly finding: Finding;
  readonly traces: readonly Trace[];
}

/** What can be done with the chosen entries. */
function Selection({ finding, traces }: FoundProps) {
  const navigate = useNavigate();
  const { send, isBusy } = useSend();
  const [search] = useSearchParams();
  const chosen = traces.filter(finding.isChosen);
  const isNone = chosen.length === 0;
  const entries = chosen.map(({ id: entryId, person }) => ({
    entryId,
    ...(person !== null && { people: [person] }),
  }));
  const found = { entries, criteria: criteriaOf(finding) };
  // The page was opened from a request: what is found belongs to it.
  const requestId = Number(search.get('request') ?? 0);

  return (
    <Card component="section" aria-label="Sélection" sx={{ mb: 2 }}>
      <CardContent sx={{ '&:last-child': { pb: 2 } }}>
        {traces.some(isChoosable) && (
          <Typography aria-live="polite" sx={{ mb: 1 }}>
            {isNone
              ? 'Aucune fiche choisie. Cochez celles de la personne.'
              : counted(chosen.length, 'fiche choisie', 'fiches choisies')}
          </Typography>
        )}
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
          {requestId > 0 ? (
            <Button
              variant="contained"
              loading={isBusy}
              onClick={() =>
                send(async () => {
                  await addFound(requestId, found);
                  await navigate(`/privacy/requests/${requestId}`);
                }, 'Fiches ajoutées à la demande de droits.')
              }
            >
              {isNone
                ? `Noter la recherche dans la demande de droits n° ${requestId}`
                : `Ajouter à la demande de droits n° ${requestId}`}
            </Button>
          ) : (
            <RequestButton text="Ouvrir une demande de droits" variant="contained" found={found} />
          )}
          <HoldButton
            text="Geler"
            disabled={entries.length === 0}
            entryIds={entries.map(({ entryId }) => entryId)}
            {...(requestId > 0 && { requestId })}
            onDone={() => void finding.again()}
          />
        </Stack>
        {requestId === 0 && (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
            Tout effacement et tout export se font depuis une demande de droits, une fois l’identité
            vérifiée : ce qui est fait y est noté, jusqu’à la preuve.
          </Typography>
        )}
      </CardContent>
    </Card>
  );
}

const reasonTexts = {
  name: 'même nom',
  text: 'même texte',
  email: 'même e-mail',
  phone: 'même téléphone',
  customId: 'même référence du site',
  lastName: 'même nom de famille',
  birthDate: 'même date de naissance',
  partnerNumber: 'même numéro du partenaire',
};
const strengthTexts = { strong: 'Concordance forte', weak: 'Concordance faible' };
const placeTexts = {
  refused: 'Envoi refusé',
  staff: 'Personnel d’une résidence',
  request: 'Demande de droits',
  user: 'Utilisateur',
  entry: 'Fiche',
};
const elsewhereTexts = {
  refused: 'S’efface de lui-même en 30 jours. Pour le communiquer, la direction en crée la demande.',
  staff: 'Se traite à la page de la résidence.',
  request: 'S’efface d’elle-même cinq ans après sa clôture.',
  user: 'Ses actes se téléchargent sous « Journal ».',
};

/** Where a trace was found, of whom, and by what: strong matches stand first. */
function TraceRow({ trace, finding }: { readonly trace: Trace } & Pick<FoundProps, 'finding'>) {
  const residence = useResidenceName();
  const { place, id, entry, establishmentId, name, hold, strength, reasons, persons, files, where } = trace;
  const title = `${name ?? 'Sans nom'}, n° ${id}`;
  const sameOf = (some: Trace['reasons']) => some.map((reason) => reasonTexts[reason]).join(', ');
  const ofPersons = new Set(persons.flatMap((one) => one.reasons));
  const places = [...new Set(where.map(placeName))].join(', ');
  const isAnothers = persons.length > 0 && !persons.some(({ person }) => person === 'entry');
  const isRelatives = persons.some(({ person }) => person !== 'referrer');
  const isStrong = strength === 'strong';
  return (
    <>
      <Checkbox
        checked={finding.isChosen(trace)}
        disabled={!isChoosable(trace)}
        onChange={(_event, isChosen) => finding.choose(trace, isChosen)}
        slotProps={{ input: { 'aria-label': `Choisir ${title}` } }}
        sx={{ alignSelf: 'flex-start', ml: -1 }}
      />
      <Row
        name={title}
        to={place === 'entry' ? `/privacy/entries/${id}` : undefined}
        marks={
          <>
            <Chip
              size="small"
              variant={isStrong ? 'filled' : 'outlined'}
              color={isStrong && !isAnothers ? 'primary' : 'default'}
              label={strengthTexts[strength]}
            />
            {isAnothers && (
              <Chip size="small" color="warning" label={isRelatives ? 'Un proche' : 'L’adresseur'} />
            )}
            {entry !== null && <EntryMarks entry={entry} hold={hold} />}
          </>
        }
        notes={[
          entry === null ? (
            format.dotted(placeTexts[place], establishmentId !== undefined && residence(establishmentId))
          ) : (
            <EntryLine key="entry" entry={entry} />
          ),
          ...persons.map((one) => `${personName(one)} : ${sameOf(one.reasons)}`),
          format.dotted(
            sameOf(reasons.filter((reason) => !ofPersons.has(reason))),
            places !== '' && `dans : ${places}`,
          ),
          files.length > 0 && `CV : ${files.join(', ')}`,
          place !== 'entry' && elsewhereTexts[place],
        ]}
      />
    </>
  );
}
