import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { ListedEntry } from '../lists/listed-entry.ts';
import { AgeNote } from '../today/notes.tsx';

/** For how many days a complaint has been open. */
export function SurveyAge({ survey }: { readonly survey: ListedEntry }) {
  const translate = useTranslate();
  return (
    <Box sx={{ minWidth: 90, fontWeight: 600, '&::first-letter': { textTransform: 'uppercase' } }}>
      {survey.status === 'new' ? <AgeNote entry={survey} /> : translate('accueil.queues.surveys.closed')}
    </Box>
  );
}
