import BarChartOutlined from '@mui/icons-material/BarChartOutlined';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import TableRowsOutlined from '@mui/icons-material/TableRowsOutlined';
import { Box, Button, Card, CardContent, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { textsOf } from '../i18n/texts.ts';
import { type Bar, Bars } from './Bars.tsx';
import { csvOf, download } from './csv.ts';
import { type Figures, FigureTable } from './FigureTable.tsx';
import { type Period, periodText } from './period.ts';

const t = textsOf('statistics');

interface Props {
  /** Of its texts. */
  readonly name: string;
  readonly period: Period;
  /** The names of the bars of each row. */
  readonly series: readonly string[];
  readonly columns: Figures['columns'];
  readonly rows: readonly (Figures['rows'][number] & { readonly bars: readonly Bar[] })[];
}

/** A chart, with its figures as a table and as a CSV file. */
export function ChartCard({ name, period, series, columns, rows }: Props) {
  const [isTable, setTable] = useState(false);
  if (rows.length === 0) return null;
  const title = t(`chart.${name}`);
  const file = `${title}, ${periodText(period).replaceAll('/', '-')}.csv`;
  const figures = { head: t(`head.${name}`), columns, rows };
  return (
    <Card component="section" aria-label={title} sx={{ minWidth: 0 }}>
      <CardContent>
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'flex-start', mb: 1 }}>
          <Box sx={{ flex: '1 1 240px' }}>
            <Typography variant="h6" component="h2">
              {title}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {t(`chart.${name}About`)}
            </Typography>
          </Box>
          <Stack direction="row" className="screen-only" sx={{ flexWrap: 'wrap', gap: 1 }}>
            <Button
              size="small"
              startIcon={isTable ? <BarChartOutlined /> : <TableRowsOutlined />}
              onClick={() => setTable(!isTable)}
              aria-label={`${t(isTable ? 'showChart' : 'showTable')} : ${title}`}
            >
              {t(isTable ? 'showChart' : 'showTable')}
            </Button>
            <Button
              size="small"
              startIcon={<DownloadOutlined />}
              onClick={() => download(file, csvOf(figures))}
              aria-label={`${t('download')} : ${title}`}
            >
              {t('download')}
            </Button>
          </Stack>
        </Stack>
        {isTable ? (
          <FigureTable title={title} figures={figures} />
        ) : (
          <Bars title={title} series={series} groups={rows} />
        )}
      </CardContent>
    </Card>
  );
}
