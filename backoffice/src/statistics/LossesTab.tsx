import { Typography } from '@mui/material';
import { contractName } from '../../../server/src/french/labels.ts';
import type { Statistics } from '../api/responses.ts';
import { textsOf } from '../i18n/texts.ts';
import { ChartCard } from './ChartCard.tsx';
import { figure } from './figure-format.ts';
import { leadsLink } from './list-link.ts';
import { shareOf } from './statistics.ts';

const t = textsOf('statistics');

/** Why leads of a period were lost. */
export function LossesTab({ statistics }: { readonly statistics: Statistics }) {
  const losses = statistics.losses.toSorted((one, other) => other.count - one.count);
  const lost = losses.reduce((sum, { count }) => sum + count, 0);
  if (lost === 0) return <Typography color="textSecondary">{t('noLosses')}</Typography>;
  return (
    <ChartCard
      name="losses"
      period={statistics}
      series={[t('column.lost')]}
      columns={[
        { label: t('column.lost'), kind: 'count' },
        { label: t('column.shareOfLost'), kind: 'share' },
      ]}
      rows={losses.map(({ resultat, motif, count }) => {
        const share = shareOf(count, lost);
        return {
          id: `${resultat} ${motif}`,
          label: t('loss', {
            result: contractName(resultat),
            reason: motif === null ? t('unknownReason') : contractName(motif),
          }),
          cells: [count, share],
          bars: [
            {
              value: count,
              note: figure('share', share),
              to: leadsLink(statistics, statistics, { resultat, motif: motif ?? 'none' }),
            },
          ],
        };
      })}
    />
  );
}
