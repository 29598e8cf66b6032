import { Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly { readonly id: string | number; readonly cells: readonly ReactNode[] }[];
}

export function SimpleTable({ title, head, rows }: Props) {
  return (
    <Table size="small" aria-label={title}>
      <TableHead>
        <TableRow>
          {head.map((name) => (
            <TableCell key={name}>{name}</TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(({ id, cells }) => (
          <TableRow key={id}>
            {head.map((name, i) => (
              <TableCell key={name} sx={{ overflowWrap: 'anywhere' }}>
                {cells[i]}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
