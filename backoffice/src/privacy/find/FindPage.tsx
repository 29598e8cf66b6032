import Search from '@mui/icons-material/Search';
import { Alert, Box, LinearProgress, Stack, Typography } from '@mui/material';
import { TextInput } from 'react-admin';
import { counted } from '../../../../server/src/french/dates.ts';
import { criterionNames } from '../../../../server/src/french/labels.ts';
import { DeskError } from '../../api/client.ts';
import { dayBounds } from '../../i18n/days.ts';
import { format } from '../../i18n/format.ts';
import { errorText } from '../../ui/error-text.ts';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { SendForm } from '../../ui/SendForm.tsx';
import { Selection } from './Selection.tsx';
import { TraceList } from './TraceList.tsx';
import type { Criteria, Finding } from './use-finding.ts';

const wrongTexts: Readonly<Record<string, string>> = {
  phone: 'Le téléphone compte au moins quatre chiffres.',
  email: 'Cette adresse e-mail n’en est pas une.',
  lastName: 'Donnez un nom ou un prénom avec la date de naissance.',
  firstName: 'Le prénom doit contenir des lettres.',
  birthDate: 'Cette date n’existe pas.',
  text: 'Le texte compte de 3 à 100 caractères.',
};

const types: Readonly<Record<keyof Criteria, string>> = {
  phone: 'tel',
  email: 'email',
  lastName: 'text',
  firstName: 'text',
  birthDate: 'date',
  customId: 'text',
  partnerNumber: 'text',
  text: 'text',
};

/** Searches for a person in every place, and begins what has to be done about them. */
export function FindPage({ finding }: { readonly finding: Finding }) {
  const { traces, truncated, progress } = finding;
  return (
    <Stack spacing={3}>
      <FindForm finding={finding} />
      {traces !== undefined && (
        <Box component="section" aria-label="Ce qui a été trouvé">
          <Typography component="h2" variant="h6" role="status" sx={{ mb: 1 }}>
            {counted(traces.length, 'trace trouvée', 'traces trouvées')}
          </Typography>
          {progress !== undefined && <ProgressLine progress={progress} />}
          {truncated && (
            <Alert severity="warning" sx={{ mb: 2 }}>
              Il y en a davantage : précisez la recherche.
            </Alert>
          )}
          {traces.some(({ files }) => files.length > 0) && (
            <Alert severity="info" sx={{ mb: 2 }}>
              Les CV ne sont pas lus par la recherche. Ceux des fiches trouvées sont nommés ci-dessous ; ils
              font partie de l’export d’une demande.
            </Alert>
          )}
          {traces.length === 0 && progress?.state === 'over' && (
            <Typography sx={{ mb: 2 }}>
              Rien n’a été trouvé, ni dans les fiches, ni dans les notes, les historiques et les envois.
            </Typography>
          )}
          <Selection finding={finding} traces={traces} />
          <TraceList finding={finding} traces={traces} />
        </Box>
      )}
    </Stack>
  );
}

/** How many rows were read. A search that was cut off says so. */
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
        {
          {
            running: `${format.number(scanned)} lignes sur ${format.number(total)} lues`,
            over: 'Recherche terminée.',
            stopped: `Recherche interrompue après ${format.number(scanned)} lignes sur ${format.number(total)} : elle n’est pas complète, relancez-la.`,
          }[state]
        }
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
        send={async (typed) => ((await search(typed)) ? undefined : 'Donnez au moins un renseignement.')}
        problemOf={(error) => {
          const field = (error instanceof DeskError && error.field) || '';
          return wrongTexts[field] ?? errorText(error);
        }}
      >
        <Box sx={columns}>
          {Object.entries(types).map(([name, type]) => (
            <TextInput
              key={name}
              source={name}
              label={criterionNames[name] ?? name}
              type={type}
              autoComplete="off"
              slotProps={type === 'date' ? { inputLabel: { shrink: true }, htmlInput: dayBounds } : {}}
            />
          ))}
        </Box>
      </SendForm>
    </SectionCard>
  );
}
