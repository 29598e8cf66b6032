import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material';
import { useLocale } from 'react-admin';
import { figuresIn } from './figure-format.ts';
import { cellText, type Table as Figures } from './table.ts';
import { useSay } from './use-say.ts';

interface Props {
  readonly title: string;
  readonly table: Figures;
}

/** The figures of a chart. On a narrow screen it scrolls by itself. */
export function FigureTable({ title, table: { columns, rows } }: Props) {
  const say = useSay();
  const format = figuresIn(useLocale());
  return (
    <TableContainer tabIndex={0} role="region" aria-label={title} sx={{ '& td, & th': { px: 1 } }}>
      <Table size="small" aria-label={title}>
        <TableHead>
          <TableRow>
            {columns.map(({ label, kind }) => (
              <TableCell key={label} align={kind === 'text' ? 'left' : 'right'}>
                {label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ id, cells }) => (
            <TableRow key={id}>
              {columns.map(({ label, kind }, i) => (
                <TableCell
                  key={label}
                  {...(i === 0 && { component: 'th', scope: 'row' })}
                  align={kind === 'text' ? 'left' : 'right'}
                  sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}
                >
                  {cellText(cells[i] ?? null, kind, format, say('none'))}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
