import { Alert, AlertTitle, Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useFormat } from '../i18n/use-format.ts';
import type { Imported } from './imported.ts';
import { useProblemText } from './use-problem-text.ts';

/** More names than this say nothing more. */
const mostNamed = 200;

/** What an import has done, or would do; or every line that is wrong. */
export function ImportReport({ report }: { readonly report: Imported }) {
  const translate = useTranslate();
  const format = useFormat();
  const say = (key: string, options = {}) => translate(`accueil.residences.import.${key}`, options);
  const problemText = useProblemText();
  const { stored, unit, unchanged, problems } = report;

  if (problems.length > 0)
    return (
      <Alert severity="error" role="alert" sx={{ width: '100%' }}>
        <AlertTitle>{say('wrong', { smart_count: problems.length })}</AlertTitle>
        <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
          {problems.map(({ number, field, message }) => (
            <li key={`${number} ${field} ${message}`}>
              {[number === 0 ? '' : say(unit, { number }), field].filter((part) => part !== '').join(', ')}
              {' — '}
              {problemText(message)}
            </li>
          ))}
        </Box>
      </Alert>
    );
  const parts = (['added', 'changed', 'removed'] as const).filter((part) => report[part].length > 0);
  return (
    <Alert severity={stored ? 'success' : 'info'} role="status" sx={{ width: '100%' }}>
      <AlertTitle>{say(stored ? 'stored' : 'dryRun')}</AlertTitle>
      {parts.map((part) => (
        <Box key={part} sx={{ mb: 1 }}>
          <Typography variant="body2" sx={{ fontWeight: 600 }}>
            {say(part, { smart_count: report[part].length, count: format.number(report[part].length) })}
          </Typography>
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {report[part].slice(0, mostNamed).join(' · ')}
            {report[part].length > mostNamed && ' …'}
          </Typography>
        </Box>
      ))}
      <Typography variant="body2">
        {say('unchanged', { smart_count: unchanged, count: format.number(unchanged) })}
      </Typography>
    </Alert>
  );
}
