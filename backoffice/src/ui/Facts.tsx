import { Box, Paper, Typography } from '@mui/material';
import { Fragment, type ReactNode } from 'react';

/** A name and its value; one that is undefined is not shown. */
export type Fact = readonly [label: string, value: ReactNode];

interface Props {
  readonly facts: readonly Fact[];
  /** One fact a line, the value beside its name. In a grid of columns otherwise. */
  readonly inLines?: boolean;
}

/** Names and values. */
export function Facts({ facts, inLines = false }: Props) {
  const known = facts.filter(([, value]) => value !== undefined);
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', ...(inLines ? lines : columns) }}>
      {known.map(([label, value]) =>
        inLines ? (
          <Fragment key={label}>
            <Typography component="dt" variant="body2" color="textSecondary" sx={{ ...wrapped, pt: '1px' }}>
              {label}
            </Typography>
            <Typography component="dd" sx={{ ...wrapped, m: 0, whiteSpace: 'pre-line', fontSize: '0.95rem' }}>
              {value}
            </Typography>
          </Fragment>
        ) : (
          <Box key={label} sx={isLong(value) ? { gridColumn: '1 / -1' } : {}}>
            <Typography component="dt" variant="body2" color="textSecondary">
              {label}
            </Typography>
            <Typography component="dd" sx={{ ...wrapped, m: 0, whiteSpace: 'pre-line' }}>
              {value}
            </Typography>
          </Box>
        ),
      )}
    </Box>
  );
}

const columns = { gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 230px), 1fr))' };
const lines = { gridTemplateColumns: 'minmax(7rem, 2fr) minmax(0, 3fr)', columnGap: 2, rowGap: 0.75 };
const wrapped = { overflowWrap: 'anywhere' } as const;

/** Whether a text would make a column of many lines. */
function isLong(value: ReactNode): boolean {
  return typeof value === 'string' && value.length > 120;
}

/** Foreign text, shown verbatim. */
export function TextBlock({ text }: { readonly text: string }) {
  return (
    <Paper
      component="pre"
      variant="outlined"
      sx={{ m: 0, p: 2, fontSize: '0.85rem', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
    >
      {text}
    </Paper>
  );
}
