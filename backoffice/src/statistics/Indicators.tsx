import { Box, Card, CardContent, Link, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { touched } from '../ui/styles.ts';

/** Cards side by side, two in a row on a phone. */
export function Indicators({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fit, minmax(165px, 1fr))' },
        '@media (min-width: 900px), print': { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
        gap: { xs: 1, sm: 2 },
        p: 0,
        m: 0,
      }}
    >
      {children}
    </Box>
  );
}

interface Props {
  readonly label: string;
  readonly value: string;
  /** The address of what is counted. */
  readonly to?: string | false;
  readonly hint?: string | undefined;
  /** The same of the period that it is compared with. */
  readonly previous: string;
  /** Drawn beside the figure. */
  readonly children?: ReactNode;
}

/** A figure of the period, and of one before. */
export function Indicator({ label, value, to = false, hint, previous, children }: Props) {
  return (
    <Card component="li" sx={{ listStyle: 'none', breakInside: 'avoid' }}>
      <CardContent sx={{ p: { xs: 1.5, sm: 2 }, '&:last-child': { pb: { xs: 1.5, sm: 2 } } }}>
        <Typography
          variant="body2"
          color="textSecondary"
          sx={{ fontSize: { xs: '0.8rem', sm: '0.875rem' }, '@media print': { fontSize: '0.75rem' } }}
        >
          {label}
        </Typography>
        <Stack
          direction="row"
          sx={{ alignItems: 'flex-end', justifyContent: 'space-between', gap: 1, my: 0.5 }}
        >
          <Typography
            variant="h4"
            component="p"
            sx={{ fontWeight: 650, fontSize: { xs: '1.6rem', sm: '2.125rem' } }}
          >
            {to === false ? (
              value
            ) : (
              <Link
                component={RouterLink}
                to={to}
                color="inherit"
                aria-label={`${label} : ${value}`}
                sx={touched}
              >
                {value}
              </Link>
            )}
          </Typography>
          {children}
        </Stack>
        {hint !== undefined && (
          <Typography variant="caption" component="p" color="textSecondary">
            {hint}
          </Typography>
        )}
        <Typography variant="caption" component="p" color="textSecondary">
          {previous}
        </Typography>
      </CardContent>
    </Card>
  );
}

interface ComparedProps<Figures> {
  readonly label: string;
  readonly current: Figures;
  readonly previous: Figures;
  readonly of: (figures: Figures) => string;
  readonly hint?: string;
}

/** A figure of the leads of a period, and of the same period a year before. */
export function Compared<Figures>({ label, current, previous, of, hint }: ComparedProps<Figures>) {
  return (
    <Indicator label={label} value={of(current)} hint={hint} previous={`un an avant : ${of(previous)}`} />
  );
}
