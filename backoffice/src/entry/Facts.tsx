import { Box, Typography } from '@mui/material';
import { Fragment, type ReactNode } from 'react';

/** Something known, under its name. */
export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

/** What is known, name by name. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(7rem, 2fr) minmax(0, 3fr)',
        columnGap: 2,
        rowGap: 0.75,
        m: 0,
      }}
    >
      {facts.map(({ label, value }) => (
        <Fragment key={label}>
          <Typography
            component="dt"
            variant="body2"
            color="text.secondary"
            sx={{ overflowWrap: 'anywhere', pt: '1px' }}
          >
            {label}
          </Typography>
          <Typography
            component="dd"
            variant="body1"
            sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line', fontSize: '0.95rem' }}
          >
            {value}
          </Typography>
        </Fragment>
      ))}
    </Box>
  );
}
