import { Typography } from '@mui/material';
import { contractName } from '../../../server/src/french/labels.ts';
import type { Statistics } from '../api/responses.ts';
import { ChartCard } from './ChartCard.tsx';
import { figure } from './figure-format.ts';
import { leadsLink } from './list-link.ts';
import { shareOf } from './statistics.ts';

/** Why leads of a period were lost. */
export function LossesTab({ statistics }: { readonly statistics: Statistics }) {
  const losses = statistics.losses.toSorted((one, other) => other.count - one.count);
  const lost = losses.reduce((sum, { count }) => sum + count, 0);
  if (lost === 0)
    return <Typography color="textSecondary">Aucune demande perdue dans cette période.</Typography>;
  return (
    <ChartCard
      title="Demandes perdues"
      head="Motif"
      about="Le résultat et son motif, pour les demandes closes sans admission."
      period={statistics}
      series={['Perdues']}
      columns={[
        { label: 'Perdues', kind: 'count' },
        { label: 'Part des perdues', kind: 'share' },
      ]}
      rows={losses.map(({ resultat, motif, count }) => {
        const share = shareOf(count, lost);
        return {
          id: `${resultat} ${motif}`,
          label: `${contractName(resultat)} : ${motif === null ? 'sans motif' : contractName(motif)}`,
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
