import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material';
import { type FigureKind, figure } from './figure-format.ts';

export interface Figures {
  readonly head: string;
  readonly columns: readonly { readonly label: string; readonly kind: FigureKind }[];
  readonly rows: readonly {
    readonly id: string | number;
    readonly label: string;
    /** One for each of the columns; null for a figure that is missing. */
    readonly cells: readonly (number | null)[];
  }[];
}

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
