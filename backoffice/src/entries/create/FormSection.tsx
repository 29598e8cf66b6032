import { Box, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { translate } from '../../i18n/texts.ts';

interface Props {
  /** A message key. */
  readonly title: string;
  readonly level?: 'h2' | 'h3';
  readonly children: ReactNode;
}

/** A titled group of inputs, in two columns where there is room. */
export function FormSection({ title, level = 'h2', children }: Props) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ mb: 3 }}>
      <Typography id={id} component={level} variant={level === 'h2' ? 'h6' : 'subtitle2'} sx={{ mb: 1 }}>
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
