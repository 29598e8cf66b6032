import { Alert, Box, Button, LinearProgress, MenuItem, Stack, TextField, Typography } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Title, useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router';
import { read } from '../api/client.ts';
import { useResidences } from '../api/queries.ts';
import type { Statistics } from '../api/responses.ts';
import { today } from '../i18n/format.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { ResidenceSelect } from '../ui/ResidenceSelect.tsx';
import { Charts } from './Charts.tsx';
import { Indicators } from './Indicators.tsx';

/** The leads of a year. Year and residence are in the address. */
export function StatisticsPage() {
  const translate = useTranslate();
  const t = useTexts('statistics');
  const { all } = useResidences();
  const [parameters, setParameters] = useSearchParams();
  const thisYear = Number(today().slice(0, 4));
  const year = yearOf(parameters.get('year')) ?? thisYear;
  const residence = all.find(({ id }) => String(id) === parameters.get('residence'))?.id;
  const { data: statistics, isError, isPlaceholderData, refetch } = useStatistics(year, residence);

  const choose = (name: 'year' | 'residence', value: number | undefined) =>
    setParameters((before) => {
      const after = new URLSearchParams(before);
      if (value === undefined) after.delete(name);
      else after.set(name, String(value));
      return after;
    });
  const years = [...new Set([thisYear, year, ...(statistics?.years ?? [])])].sort((a, b) => b - a);
  return (
    // Never wider than the window: wide content scrolls in itself.
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, mt: 2, mb: 4 }}>
      <Title title="accueil.menu.statistics" />
      <StatisticsFilters
        years={years}
        year={year}
        onYear={(chosen) => choose('year', chosen)}
        residence={residence}
        onResidence={(chosen) => choose('residence', chosen)}
      />
      {isError && (
        <Alert
          severity="error"
          action={<Button onClick={() => refetch()}>{translate('accueil.retry')}</Button>}
        >
          {t('failed')}
        </Alert>
      )}
      {statistics === undefined
        ? !isError && <LinearProgress aria-label={t('indicators')} />
        : !isError && (
            <Box aria-busy={isPlaceholderData} sx={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
              <YearFigures statistics={statistics} isRunning={statistics.year === thisYear} />
            </Box>
          )}
    </Box>
  );
}

function YearFigures(props: { readonly statistics: Statistics; readonly isRunning: boolean }) {
  const t = useTexts('statistics');
  const { statistics } = props;
  return (
    <Stack sx={{ gap: 2 }}>
      <Typography variant="body2" color="textSecondary">
        {t('about')}
      </Typography>
      <Indicators {...props} />
      {statistics.current.received + statistics.previous.received === 0 ? (
        <Alert severity="info">{t('empty')}</Alert>
      ) : (
        <Charts statistics={statistics} />
      )}
    </Stack>
  );
}

/** Parses a year from 1900 to 2999. */
function yearOf(text: string | null): number | undefined {
  const year = Number(text);
  return Number.isInteger(year) && year >= 1900 && year <= 2999 ? year : undefined;
}

interface StatisticsFiltersProps {
  readonly years: readonly number[];
  readonly year: number;
  readonly onYear: (year: number) => void;
  readonly residence: number | undefined;
  readonly onResidence: (residence: number | undefined) => void;
}

function StatisticsFilters({ years, year, onYear, residence, onResidence }: StatisticsFiltersProps) {
  const translate = useTranslate();
  const t = useTexts('statistics');
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: { xs: 0, sm: 2 } }}>
      <TextField
        select
        label={t('year')}
        value={year}
        onChange={({ target }) => onYear(Number(target.value))}
        sx={{ minWidth: 120 }}
      >
        {years.map((one) => (
          <MenuItem key={one} value={one}>
            {one}
          </MenuItem>
        ))}
      </TextField>
      <ResidenceSelect
        all={translate('accueil.residences.all')}
        value={residence}
        onChange={onResidence}
        sx={{ minWidth: 280 }}
      />
    </Stack>
  );
}

/** The statistics of a year, of one residence or of all. */
function useStatistics(year: number | undefined, establishmentId: number | undefined) {
  return useQuery({
    queryKey: ['statistics', year ?? null, establishmentId ?? null],
    queryFn: ({ signal }) => read('/desk/statistics', { year, establishmentId }, signal),
    placeholderData: keepPreviousData,
    // The page has a button to retry.
    retry: 1,
  });
}
