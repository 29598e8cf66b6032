import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

/** What few readers need, folded away. */
export function Fold({ title, children }: Props) {
  return (
    <Box component="details">
      <Typography component="summary" sx={{ cursor: 'pointer', py: { xs: 1.25, sm: 0.5 } }}>
        {title}
      </Typography>
      <Box sx={{ mt: 1 }}>{children}</Box>
    </Box>
  );
}
