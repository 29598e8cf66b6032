import BarChartOutlined from '@mui/icons-material/BarChartOutlined';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import TableRowsOutlined from '@mui/icons-material/TableRowsOutlined';
import {
  Box,
  Button,
  Card,
  CardContent,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { Bars, type BarsProps } from './Bars.tsx';
import { csvOf, download } from './csv.ts';
import { figures } from './figure-format.ts';
import { cellText, type Table as Figures } from './tables.ts';

interface ChartCardProps {
  readonly title: string;
  readonly about: string;
  readonly table: Figures;
  readonly bars: Omit<BarsProps, 'title'>;
}

/** A chart, with its figures as a table and as a CSV file. */
export function ChartCard({ title, about, table, bars }: ChartCardProps) {
  const t = useTexts('statistics');
  const [isTable, setTable] = useState(false);
  const headers = table.columns.map(({ label, kind }) =>
    kind === 'text' || kind === 'count' ? label : t(`unit.${kind}`, { column: label }),
  );
  return (
    <Card component="section" aria-label={title} sx={{ minWidth: 0 }}>
      <CardContent>
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'flex-start', mb: 1 }}>
          <Box sx={{ flex: '1 1 240px' }}>
            <Typography variant="h6" component="h2">
              {title}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {about}
            </Typography>
          </Box>
          <Stack direction="row" className="screen-only" sx={{ flexWrap: 'wrap', gap: 1 }}>
            <Button
              size="small"
              startIcon={isTable ? <BarChartOutlined /> : <TableRowsOutlined />}
              onClick={() => setTable(!isTable)}
              aria-label={t(isTable ? 'showChartOf' : 'showTableOf', { title })}
            >
              {t(isTable ? 'showChart' : 'showTable')}
            </Button>
            <Button
              size="small"
              startIcon={<DownloadOutlined />}
              onClick={() => download(`${table.file}.csv`, csvOf(table, headers, figures))}
              aria-label={t('downloadOf', { title })}
            >
              {t('download')}
            </Button>
          </Stack>
        </Stack>
        {isTable ? <FigureTable title={title} table={table} /> : <Bars title={title} {...bars} />}
      </CardContent>
    </Card>
  );
}

interface FigureTableProps {
  readonly title: string;
  readonly table: Figures;
}

/** The figures of a chart; scrolls in itself on a narrow screen. */
function FigureTable({ title, table: { columns, rows } }: FigureTableProps) {
  const t = useTexts('statistics');
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
                  {cellText(cells[i] ?? null, kind, figures, t('none'))}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
