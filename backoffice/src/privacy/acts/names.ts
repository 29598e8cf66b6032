import { useRead } from '../../api/queries.ts';
import { translate } from '../../i18n/texts.ts';

/** Names a place of the inventory: `history.detail` → « historique ». The name of the table when it has no label. */
export function placeName(place: string): string {
  const [table = place] = place.split('.');
  return translate(`accueil.privacy.places.${table}`, { _: table });
}

/** Returns the name of a residence. The data protection officer has no list of residences to read it from. */
export function useResidenceName(): (id: number | null) => string {
  const { data } = useRead('GET /desk/privacy/residences');
  const names = new Map(data?.data.map(({ id, name }) => [id, name]));
  return (id) => (id === null ? translate('accueil.leads.unassigned') : (names.get(id) ?? `n° ${id}`));
}
