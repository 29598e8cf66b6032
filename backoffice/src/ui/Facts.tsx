import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

interface Props {
  /** Names and values; a value that is undefined is not shown. */
  readonly facts: readonly (readonly [string, ReactNode])[];
}

/** What is known of something: names and values, in columns as far as there is room. */
export function Facts({ facts }: Props) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 230px), 1fr))',
      }}
    >
      {facts
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <Box key={name} sx={isLong(value) ? { gridColumn: '1 / -1' } : {}}>
            <Typography component="dt" variant="body2" color="textSecondary">
              {name}
            </Typography>
            <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
              {value}
            </Typography>
          </Box>
        ))}
    </Box>
  );
}

/** Whether a text would make a column of many lines. */
function isLong(value: ReactNode): boolean {
  return typeof value === 'string' && value.length > 120;
}
