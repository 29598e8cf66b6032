import Search from '@mui/icons-material/Search';
import {
  Alert,
  Box,
  Button,
  Card,
  CardContent,
  LinearProgress,
  Stack,
  TextField,
  Typography,
} from '@mui/material';
import { type SyntheticEvent, useState } from 'react';
import { DeskError } from '../../api/client.ts';
import { format } from '../../i18n/format.ts';
import { textsOf } from '../../i18n/texts.ts';
import { errorText } from '../../ui/error-text.ts';
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
const names = Object.keys(types) as readonly (keyof Criteria)[];
/** Criteria whose rules have a text of their own. */
const named: ReadonlySet<string> = new Set(['phone', 'email', 'lastName', 'firstName', 'birthDate', 'text']);

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
function ProgressLine({
  progress: { state, scanned, total },
}: {
  readonly progress: NonNullable<Finding['progress']>;
}) {
  const text = t(`progress.${state}`, { scanned: format.number(scanned), total: format.number(total) });
  if (state === 'stopped')
    return (
      <Alert severity="warning" sx={{ mb: 2 }}>
        {text}
      </Alert>
    );
  return (
    <Box sx={{ mb: 2 }}>
      {state === 'running' && (
        <LinearProgress
          variant="determinate"
          value={total === 0 ? 0 : (scanned / total) * 100}
          aria-label={t('progress.label')}
        />
      )}
      <Typography variant="body2" color="textSecondary" role={state === 'over' ? 'status' : undefined}>
        {text}
      </Typography>
    </Box>
  );
}

function FindForm({ finding }: { readonly finding: Finding }) {
  const [typed, setTyped] = useState<Criteria>(finding.criteria ?? {});
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function send(event: SyntheticEvent) {
    event.preventDefault();
    if (Object.values(typed).every((value) => value.trim() === '')) {
      setProblem(t('noCriterion'));
      return;
    }
    setBusy(true);
    setProblem(undefined);
    try {
      await finding.search(typed);
    } catch (error) {
      const field = error instanceof DeskError ? error.field : undefined;
      setProblem(field !== undefined && named.has(field) ? t(`wrong.${field}`) : errorText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Card component="section" aria-label={t('title')}>
      <CardContent>
        <Typography component="h2" variant="h6">
          {t('title')}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
          {t('explained')}
        </Typography>
        <Box component="form" onSubmit={send} noValidate autoComplete="off">
          <Box
            sx={{
              display: 'grid',
              columnGap: 2,
              gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 230px), 1fr))',
            }}
          >
            {names.map((name) => (
              <TextField
                key={name}
                label={t(`criteria.${name}`)}
                type={types[name]}
                value={typed[name] ?? ''}
                onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
                slotProps={types[name] === 'date' ? { inputLabel: { shrink: true } } : {}}
              />
            ))}
          </Box>
          {problem !== undefined && (
            <Alert severity="error" sx={{ mt: 1 }}>
              {problem}
            </Alert>
          )}
          <Button type="submit" variant="contained" startIcon={<Search />} loading={isBusy} sx={{ mt: 1.5 }}>
            {t('search')}
          </Button>
        </Box>
      </CardContent>
    </Card>
  );
}
