import PrintOutlined from '@mui/icons-material/PrintOutlined';
import { Alert, Box, Button, LinearProgress, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Title, useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router';
import { useResidences } from '../api/queries.ts';
import type { Statistics } from '../api/responses.ts';
import { today } from '../i18n/days.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { PrintStyles } from '../ui/PrintStyles.tsx';
import { ResidenceSelect } from '../ui/ResidenceSelect.tsx';
import { Charts } from './Charts.tsx';
import { FollowUp } from './FollowUp.tsx';
import { Indicators } from './Indicators.tsx';
import { PeriodInput } from './PeriodInput.tsx';
import { type Period, type PeriodKind, periodIn, periodKinds, periodText, periodWith } from './period.ts';
import { useStatistics } from './use-statistics.ts';

/** The leads of a period. Period and residence are in the address. */
export function StatisticsPage() {
  const translate = useTranslate();
  const t = useTexts('statistics');
  const { all } = useResidences();
  const [parameters, setParameters] = useSearchParams();
  const kind = periodKinds.find((one) => one === parameters.get('period')) ?? 'year';
  const period = periodIn(parameters.get('from'), parameters.get('to')) ?? periodWith(kind, today());
  const residence = all.find(({ id }) => String(id) === parameters.get('residence'))?.id;
  const {
    data: statistics,
    isError,
    isPlaceholderData,
    refetch,
  } = useStatistics('GET /desk/statistics', period, residence);

  const choose = (chosen: Readonly<Record<string, string | undefined>>) =>
    setParameters((before) => {
      const after = new URLSearchParams(before);
      for (const [name, value] of Object.entries(chosen)) {
        if (value === undefined) after.delete(name);
        else after.set(name, value);
      }
      return after;
    });
  const choosePeriod = (of: PeriodKind, { from, to }: Period) => choose({ period: of, from, to });
  return (
    // Never wider than the window: wide content scrolls in itself.
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, mt: 2, mb: 4 }}>
      <Title title="accueil.menu.statistics" />
      <PrintStyles />
      <Stack
        className="screen-only"
        direction={{ xs: 'column', sm: 'row' }}
        sx={{ flexWrap: 'wrap', alignItems: { sm: 'center' }, columnGap: 2 }}
      >
        <PeriodInput kind={kind} period={period} years={statistics?.years ?? []} onChange={choosePeriod} />
        <ResidenceSelect
          all={translate('accueil.residences.all')}
          value={residence}
          onChange={(id) => choose({ residence: id === undefined ? undefined : String(id) })}
          sx={{ minWidth: 240 }}
        />
        <Button size="small" startIcon={<PrintOutlined />} onClick={() => window.print()}>
          {t('print')}
        </Button>
      </Stack>
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
              <PeriodFigures
                statistics={statistics}
                residence={all.find(({ id }) => id === statistics.establishmentId)?.name}
              >
                <FollowUp period={period} residence={residence} />
              </PeriodFigures>
            </Box>
          )}
    </Box>
  );
}

interface PeriodFiguresProps {
  readonly statistics: Statistics;
  /** The name of the one residence. */
  readonly residence: string | undefined;
  /** Shown after the key figures. */
  readonly children: ReactNode;
}

function PeriodFigures({ statistics, residence, children }: PeriodFiguresProps) {
  const t = useTexts('statistics');
  const translate = useTranslate();
  const { current, previous } = statistics;
  const isEmpty = current.received + previous.received === 0;
  return (
    <Stack sx={{ gap: 2 }}>
      <div>
        <Typography variant="h5" component="p">
          {`${periodText(statistics)} · ${residence ?? translate('accueil.residences.all')}`}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {t('comparedTo', { period: periodText(previous) })} {t('about')}
        </Typography>
      </div>
      <Indicators statistics={statistics} />
      {children}
      {isEmpty ? <Alert severity="info">{t('empty')}</Alert> : <Charts statistics={statistics} />}
    </Stack>
  );
}
