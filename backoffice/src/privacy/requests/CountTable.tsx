import { Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { useTranslate } from 'react-admin';
import { format } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { placeName } from '../acts/names.ts';

interface Props {
  readonly title: string;
  readonly counts: ReadonlyMap<string, number>;
}

/** Numbers of rows by place. */
export function CountTable({ title, counts }: Props) {
  const translate = useTranslate();
  const t = useTexts('privacy.erase');
  return (
    <Table size="small" aria-label={title}>
      <TableHead>
        <TableRow>
          <TableCell>{t('place')}</TableCell>
          <TableCell align="right">{t('rows')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {[...counts].map(([place, rows]) => (
          <TableRow key={place}>
            <TableCell>{placeName(place, translate)}</TableCell>
            <TableCell align="right">{format.number(rows)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
