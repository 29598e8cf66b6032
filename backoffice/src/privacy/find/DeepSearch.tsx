import { Alert, Button, Card, CardContent, LinearProgress, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { format } from '../../i18n/format.ts';
import { textsOf } from '../../i18n/texts.ts';
import { errorText } from '../../ui/error-text.ts';
import type { Finding } from './use-finding.ts';

const t = textsOf('privacy.find.deep');

/** The search of every text, with its progress and a button that stops it. */
export function DeepSearch({ finding: { deep, searchDeep, stop } }: { readonly finding: Finding }) {
  const [problem, setProblem] = useState<string>();
  const percent = deep === undefined || deep.total === 0 ? 0 : (deep.scanned / deep.total) * 100;

  async function run() {
    setProblem(undefined);
    try {
      await searchDeep();
    } catch (error) {
      setProblem(errorText(error));
    }
  }

  return (
    <Card component="section" aria-label={t('title')} sx={{ mt: 2 }}>
      <CardContent>
        <Typography component="h3" variant="h6">
          {t('title')}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
          {t('explained')}
        </Typography>
        {deep !== undefined && (
          <Stack spacing={1} sx={{ mb: 1.5 }}>
            <LinearProgress
              variant="determinate"
              value={deep.state === 'done' ? 100 : Math.min(percent, 100)}
              aria-label={t('title')}
            />
            <Typography variant="body2" role={deep.state === 'running' ? undefined : 'status'}>
              {t(deep.state, { scanned: format.number(deep.scanned), total: format.number(deep.total) })}
            </Typography>
          </Stack>
        )}
        {problem !== undefined && (
          <Alert severity="error" sx={{ mb: 1.5 }}>
            {problem}
          </Alert>
        )}
        {deep?.state === 'running' ? (
          <Button variant="outlined" onClick={stop}>
            {t('stop')}
          </Button>
        ) : (
          deep?.state !== 'done' && (
            <Button variant="outlined" onClick={() => void run()}>
              {t(deep === undefined ? 'start' : 'resume')}
            </Button>
          )
        )}
      </CardContent>
    </Card>
  );
}
