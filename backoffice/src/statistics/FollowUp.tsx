import { Alert, Button, Stack, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { FollowUpStatistics } from '../api/responses.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { ChartCard } from './ChartCard.tsx';
import { figures } from './figure-format.ts';
import { IndicatorCard, IndicatorList } from './Indicators.tsx';
import type { Period } from './period.ts';
import { shareOf } from './statistics.ts';
import { callsText, callTable } from './tables.ts';
import { useStatistics } from './use-statistics.ts';

interface Props {
  readonly period: Period;
  readonly residence: number | undefined;
}

/** How families were called, read apart: it takes seconds where there are very many leads. */
export function FollowUp({ period, residence }: Props) {
  const translate = useTranslate();
  const t = useTexts('statistics');
  const { data, isError, isPlaceholderData, refetch } = useStatistics(
    'GET /desk/statistics/follow-up',
    period,
    residence,
  );
  if (isError)
    return (
      <Alert
        severity="error"
        action={<Button onClick={() => refetch()}>{translate('accueil.retry')}</Button>}
      >
        {t('followUp.failed')}
      </Alert>
    );
  if (data === undefined)
    return (
      <Typography role="status" color="textSecondary">
        {t('followUp.counting')}
      </Typography>
    );
  return (
    <Stack aria-busy={isPlaceholderData} sx={{ gap: 2, opacity: isPlaceholderData ? 0.6 : 1 }}>
      <FollowUpFigures followUp={data} />
    </Stack>
  );
}

function FollowUpFigures({ followUp }: { readonly followUp: FollowUpStatistics }) {
  const { current, previous } = followUp;
  const t = useTexts('statistics');
  const share = (value: number | null) => (value === null ? t('none') : figures.figure('share', value));
  const firstCall = ({ firstCalls: { inTime, due } }: Figures) => share(shareOf(inTime, due));
  const average = ({ untilReached: { calls, leads } }: Figures) => {
    const value = shareOf(calls, leads);
    return value === null ? t('none') : figures.figure('average', value);
  };
  const noShows = ({ visits: { noShows: missed, due } }: Figures) =>
    due === 0
      ? t('none')
      : t('followUp.countAndShare', { count: figures.figure('count', missed), share: share(missed / due) });
  const before = (of: (figures: Figures) => string) => t('previous', { value: of(previous) });
  const { leads, byCalls } = current.untilReached;
  return (
    <>
      <IndicatorList label={t('followUp.title')}>
        <IndicatorCard
          label={t('followUp.firstCall')}
          value={firstCall(current)}
          hint={t('followUp.firstCallHint', current.firstCalls)}
          previous={before(firstCall)}
        />
        <IndicatorCard
          label={t('followUp.untilReached')}
          value={average(current)}
          hint={t('followUp.untilReachedHint')}
          previous={before(average)}
        />
        <IndicatorCard
          label={t('followUp.noShows')}
          value={noShows(current)}
          hint={t('followUp.noShowsHint', { due: current.visits.due })}
          previous={before(noShows)}
        />
      </IndicatorList>
      {leads > 0 && (
        <ChartCard
          title={t('chart.calls')}
          about={t('chart.callsAbout')}
          table={callTable(followUp, t)}
          bars={{
            series: [t('column.reached')],
            groups: byCalls.map((value, i) => ({
              id: i,
              label: callsText(i, byCalls.length, t),
              bars: [{ value, note: share(shareOf(value, leads)) }],
            })),
          }}
        />
      )}
    </>
  );
}

type Figures = FollowUpStatistics['current'];
