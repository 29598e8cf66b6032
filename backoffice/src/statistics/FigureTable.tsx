import { Stack, Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { request } from '../api/client.ts';
import type { AnswerOf, InputOf } from '../api/routes.ts';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { type Figures, figure } from './figures.ts';

interface Props {
  readonly title: string;
  readonly figures: Figures;
}

/** A table that scrolls in itself on a narrow screen. */
export function FigureTable({ title, figures: { head, columns, rows } }: Props) {
  return (
    <TableContainer
      tabIndex={0}
      role="region"
      aria-label={title}
      sx={{
        '& td, & th': { px: 1 },
        // Paper does not scroll.
        '@media print': { '& td, & th': { px: 0.5, fontSize: '0.75rem' } },
      }}
    >
      <Table size="small" aria-label={title}>
        <TableHead>
          <TableRow>
            <TableCell>{head}</TableCell>
            {columns.map(({ label }) => (
              <TableCell key={label} align="right">
                {label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ id, label, cells }) => (
            <TableRow key={id}>
              <TableCell component="th" scope="row" sx={{ whiteSpace: { sm: 'nowrap' } }}>
                {label}
              </TableCell>
              {columns.map((column, i) => (
                <TableCell
                  key={column.label}
                  align="right"
                  sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}
                >
                  {figure(column.kind, cells[i] ?? null)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

type Route = 'GET /desk/statistics' | 'GET /desk/statistics/activity' | 'GET /desk/statistics/follow-up';

interface CountedProps<R extends Route> {
  readonly route: R;
  readonly asked: InputOf<R>;
  readonly children: (answer: AnswerOf<R>) => ReactNode;
}

/** Figures that the server counts: some take seconds. Those of before stay until the next are there. */
export function Counted<R extends Route>({ route, asked, children }: CountedProps<R>) {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['statistics', route, asked],
    queryFn: ({ signal }) => request<Route>(route, asked, { signal }) as Promise<AnswerOf<R>>,
    placeholderData: keepPreviousData,
    // There is a button to retry.
    retry: 1,
  });
  return (
    <WhenLoaded
      data={data}
      error={error}
      failed="Les chiffres n’ont pas pu être calculés. Réessayez dans un instant."
      onRetry={refetch}
    >
      {(answer) => (
        <Stack aria-busy={isPlaceholderData} sx={{ gap: 2, opacity: isPlaceholderData ? 0.6 : 1 }}>
          {children(answer)}
        </Stack>
      )}
    </WhenLoaded>
  );
}
