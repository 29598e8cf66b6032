import { Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';

/** What stands where nothing matches. */
export function EmptyList() {
  const translate = useTranslate();
  return (
    <Box sx={{ p: 4, textAlign: 'center' }}>
      <Typography>{translate('accueil.leads.empty')}</Typography>
      <Typography variant="body2" color="textSecondary">
        {translate('accueil.leads.emptyHint')}
      </Typography>
    </Box>
  );
}
