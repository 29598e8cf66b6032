import { contractName } from '../../../server/src/french/labels.ts';
import type { Statistics } from '../api/responses.ts';
import { FunnelChart } from './FunnelChart.tsx';
import { byAdvertisement, type Funnel, hasSeveral } from './statistics.ts';

/** Where the leads of a period came from. */
export function OriginsTab({ statistics }: { readonly statistics: Statistics }) {
  const sources = statistics.sources.toSorted(byReceived);
  const senders = statistics.senders.toSorted(byReceived);
  const advertisements = byAdvertisement(sources);
  return (
    <>
      <FunnelChart
        title="Par origine"
        head="Origine"
        about="D’où viennent les demandes, et celles qui ont mené à une admission."
        statistics={statistics}
        figures={sources}
        of={({ type, advertised }) => {
          const source = type === null ? 'Non précisée' : contractName(type);
          return {
            id: `${type} ${advertised}`,
            label: advertised ? `${source} (pub.)` : source,
            filter: { type: type ?? 'none', advertised },
          };
        }}
      />
      {hasSeveral(advertisements) && (
        <FunnelChart
          title="Publicité"
          head="Publicité"
          about="Les demandes venues par un clic sur une annonce, et les autres."
          statistics={statistics}
          figures={advertisements}
          of={({ advertised }) => ({
            id: String(advertised),
            label: advertised ? 'Avec un clic publicitaire' : 'Sans clic publicitaire',
            filter: { advertised },
          })}
        />
      )}
      {hasSeveral(senders) && (
        <FunnelChart
          title="Par site et partenaire"
          head="Site ou partenaire"
          about="Qui a transmis les demandes."
          statistics={statistics}
          figures={senders}
          of={({ kind, id, name }) => ({
            id: `${kind} ${id}`,
            label: kind === 'staff' ? 'Saisies par la résidence' : (name ?? `Site n° ${id}`),
            filter: { sender: id === null ? kind : `${kind}:${id}` },
          })}
        />
      )}
    </>
  );
}

function byReceived(one: Funnel, other: Funnel): number {
  return other.received - one.received;
}
