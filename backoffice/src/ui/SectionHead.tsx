import { Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';

interface SectionHeadProps {
  readonly title: ReactNode;
  readonly level?: 'h2' | 'h3';
  readonly children?: ReactNode;
}

export function SectionHead({ title, level = 'h2', children }: SectionHeadProps) {
  return (
    <Stack
      direction="row"
      sx={{ flexWrap: 'wrap', gap: 1, mb: 1.5, alignItems: 'center', justifyContent: 'space-between' }}
    >
      <Typography component={level} variant="h6" sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      {children}
    </Stack>
  );
}
