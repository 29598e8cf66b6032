import Search from '@mui/icons-material/Search';
import { Alert, Box, LinearProgress, Stack, Typography } from '@mui/material';
import { TextInput } from 'react-admin';
import { criterionNames } from '../../../../server/src/french/labels.ts';
import { DeskError } from '../../api/client.ts';
import { dayBounds } from '../../i18n/days.ts';
import { format } from '../../i18n/format.ts';
import { textsOf } from '../../i18n/texts.ts';
import { errorText } from '../../ui/error-text.ts';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { SendForm } from '../../ui/SendForm.tsx';
import { Selection } from './Selection.tsx';
import { TraceList } from './TraceList.tsx';
import type { Criteria, Finding } from './use-finding.ts';

const t = textsOf('privacy.find');

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
        <Box component="section" aria-label={t('found')}>
          <Typography component="h2" variant="h6" role="status" sx={{ mb: 1 }}>
            {t('count', { smart_count: traces.length })}
          </Typography>
          {progress !== undefined && <ProgressLine progress={progress} />}
          {truncated && (
            <Alert severity="warning" sx={{ mb: 2 }}>
              {t('truncated')}
            </Alert>
          )}
          {traces.some(({ files }) => files.length > 0) && (
            <Alert severity="info" sx={{ mb: 2 }}>
              {t('filesNotRead')}
            </Alert>
          )}
          {traces.length === 0 && progress?.state === 'over' && (
            <Typography sx={{ mb: 2 }}>{t('none')}</Typography>
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
          aria-label={t('progress.label')}
        />
      )}
      <Typography
        variant="body2"
        color={state === 'stopped' ? 'error' : 'textSecondary'}
        role={state === 'running' ? undefined : 'status'}
      >
        {t(`progress.${state}`, { scanned: format.number(scanned), total: format.number(total) })}
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
    <SectionCard title={t('title')}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {t('explained')}
      </Typography>
      <SendForm
        text={t('search')}
        startIcon={<Search />}
        {...(criteria !== undefined && { values: criteria })}
        send={async (typed) => ((await search(typed)) ? undefined : t('noCriterion'))}
        problemOf={(error) => {
          const field = error instanceof DeskError ? error.field : undefined;
          return t(`wrong.${field}`, { _: errorText(error) });
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
