import BarChartOutlined from '@mui/icons-material/BarChartOutlined';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import TableRowsOutlined from '@mui/icons-material/TableRowsOutlined';
import { Button, Stack, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { downloadCSV } from 'react-admin';
import { SectionCard } from '../ui/SectionCard.tsx';
import { type Bar, Bars } from './Bars.tsx';
import { csvOf } from './csv.ts';
import { type Figures, FigureTable } from './FigureTable.tsx';
import { type Period, periodText } from './period.ts';

export interface ChartProps {
  readonly title: string;
  readonly about: string;
  /** Above the names of the rows. */
  readonly head: string;
  readonly period: Period;
  /** The names of the bars of each row. */
  readonly series: readonly string[];
  readonly columns: Figures['columns'];
  readonly rows: readonly (Figures['rows'][number] & { readonly bars: readonly Bar[] })[];
}

/** A chart, with its figures as a table and as a CSV file. */
export function ChartCard({ title, about, head, period, series, columns, rows }: ChartProps) {
  const [isTable, setTable] = useState(false);
  if (rows.length === 0) return null;
  const file = `${title}, ${periodText(period).replaceAll('/', '-')}`;
  const figures = { head, columns, rows };
  const button = (text: string, icon: ReactNode, onClick: () => void) => (
    <Button size="small" startIcon={icon} onClick={onClick} aria-label={`${text} : ${title}`}>
      {text}
    </Button>
  );
  return (
    <SectionCard
      title={title}
      act={
        <Stack direction="row" className="screen-only" sx={{ flexWrap: 'wrap', gap: 1 }}>
          {isTable
            ? button('Voir le graphique', <BarChartOutlined />, () => setTable(false))
            : button('Voir le tableau', <TableRowsOutlined />, () => setTable(true))}
          {button('Télécharger (CSV)', <DownloadOutlined />, () => downloadCSV(csvOf(figures), file))}
        </Stack>
      }
    >
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {about}
      </Typography>
      {isTable ? (
        <FigureTable title={title} figures={figures} />
      ) : (
        <Bars title={title} series={series} groups={rows} />
      )}
    </SectionCard>
  );
}
