import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { translate } from '../i18n/texts.ts';

/** What few readers need, folded away. */
export function TechnicalDetails({ children }: { readonly children: ReactNode }) {
  return (
    <Box component="details" sx={{ mt: 1.5 }}>
      <Typography component="summary" sx={{ cursor: 'pointer', color: 'primary.main', py: 0.5 }}>
        {translate('accueil.technical')}
      </Typography>
      <Box sx={{ mt: 1 }}>{children}</Box>
    </Box>
  );
}
