import BarChartOutlined from '@mui/icons-material/BarChartOutlined';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import TableRowsOutlined from '@mui/icons-material/TableRowsOutlined';
import { Box, Button, Stack, type SxProps, type Theme, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { downloadCSV } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { format } from '../i18n/format.ts';
import { useRight } from '../session/access.ts';
import { SectionCard } from '../ui/SectionCard.tsx';
import { touched, visuallyHidden } from '../ui/styles.ts';
import { FigureTable } from './FigureTable.tsx';
import { csvOf, type Figures } from './figures.ts';
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

interface BarsProps {
  readonly title: string;
  /** The names of the bars of each group. */
  readonly series: readonly string[];
  readonly groups: readonly {
    readonly id: string | number;
    readonly label: string;
    readonly bars: readonly Bar[];
  }[];
}

interface Bar {
  readonly value: number;
  /** Said below the bar. */
  readonly note?: string;
  /** The address of its leads. */
  readonly to?: string;
}

/** Of the first of the series, and of the second, which is hollow: told apart without colours. */
const styles = [
  // A border: browsers print no backgrounds.
  { borderTop: '18px solid', borderColor: 'primary.main' },
  { height: 10, border: '1.5px solid', borderColor: 'text.secondary' },
];

/** Horizontal bars with their figures, each a link to its leads. */
function Bars({ title, series, groups }: BarsProps) {
  const most = Math.max(1, ...groups.flatMap(({ bars }) => bars.map(({ value }) => value)));
  return (
    <>
      {series.length > 1 && <Legend series={series} />}
      <Box component="ul" aria-label={title} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {groups.map(({ id, label, bars }) => (
          <Box component="li" key={id} sx={groupStyle}>
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {label}
            </Typography>
            <Box>
              {bars.map((bar, i) => (
                <BarRow
                  key={series[i]}
                  {...bar}
                  of={`${label}, ${series[i] ?? ''}`}
                  share={bar.value / most}
                  place={i}
                />
              ))}
            </Box>
          </Box>
        ))}
      </Box>
    </>
  );
}

const groupStyle: SxProps<Theme> = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(84px, 30%) minmax(0, 1fr)', sm: '170px minmax(0, 1fr)' },
  alignItems: 'center',
  gap: 1.5,
  py: 0.75,
};

interface BarRowProps extends Bar {
  readonly of: string;
  readonly share: number;
  readonly place: number;
}

function BarRow({ value, note, to, of, share, place }: BarRowProps) {
  const mayList = useRight('entries.read');
  const isLink = mayList && to !== undefined && value > 0;
  return (
    <>
      <Box
        {...(isLink && { component: RouterLink, to })}
        sx={{
          position: 'relative',
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          minHeight: 24,
          // Its width is that of the row: the bar is a share of it.
          ...(isLink && { ...touched, width: 1 }),
          color: 'inherit',
          textDecoration: 'none',
        }}
      >
        <Box
          aria-hidden
          sx={{
            flex: `0 1 calc((100% - 104px) * ${share.toFixed(4)})`,
            minWidth: value > 0 ? '2px' : 0,
            boxSizing: 'border-box',
            ...(value > 0 && styles[place]),
            borderRadius: '2px',
          }}
        />
        <Typography
          variant="body2"
          component="span"
          sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
        >
          <Box component="span" sx={visuallyHidden}>{`${of} : `}</Box>
          <Box component="span" sx={isLink ? { color: 'primary.main', textDecoration: 'underline' } : {}}>
            {format.number(value)}
          </Box>
        </Typography>
      </Box>
      {note !== undefined && (
        <Typography variant="caption" component="p" color="textSecondary">
          {note}
        </Typography>
      )}
    </>
  );
}

/** The looks of the bars, which are read by screen readers with each figure. */
function Legend({ series }: Pick<BarsProps, 'series'>) {
  return (
    <Box aria-hidden sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, mb: 1 }}>
      {series.map((label, i) => (
        <Box key={label} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
          <Box sx={{ width: 18, boxSizing: 'border-box', ...styles[i], borderRadius: '2px' }} />
          <Typography variant="caption">{label}</Typography>
        </Box>
      ))}
    </Box>
  );
}
