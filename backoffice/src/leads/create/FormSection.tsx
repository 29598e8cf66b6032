import { Box, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';

interface Props {
  /** A message. */
  readonly title: string;
  readonly children: ReactNode;
}

/** Fields that belong together, two beside each other where there is room. */
export function FormSection({ title, children }: Props) {
  const translate = useTranslate();
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ mb: 3 }}>
      <Typography id={id} component="h2" variant="h6" sx={{ mb: 1 }}>
        {translate(title)}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
          columnGap: 2,
          alignItems: 'start',
          '& > *': { minWidth: 0 },
        }}
      >
        {children}
      </Box>
    </Box>
  );
}
