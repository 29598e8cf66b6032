import { Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';

/** What stands where nothing matches. `texts`: where the messages of the list stand. */
export function EmptyList({ texts }: { readonly texts: string }) {
  const translate = useTranslate();
  return (
    <Box sx={{ p: 4, textAlign: 'center' }}>
      <Typography>{translate(`${texts}.empty`)}</Typography>
      <Typography variant="body2" color="textSecondary">
        {translate('accueil.leads.emptyHint')}
      </Typography>
    </Box>
  );
}
