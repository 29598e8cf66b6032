import { Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';

interface Props {
  readonly title: ReactNode;
  readonly children?: ReactNode;
}

/** The title of a section, with its buttons. */
export function SectionHead({ title, children }: Props) {
  return (
    <Stack
      direction="row"
      sx={{ flexWrap: 'wrap', gap: 1, mb: 1.5, alignItems: 'center', justifyContent: 'space-between' }}
    >
      <Typography component="h2" variant="h6">
        {title}
      </Typography>
      {children}
    </Stack>
  );
}
