import type { EntryFacts, MatchedPerson } from '../../api/privacy-responses.ts';
import { useRead } from '../../api/queries.ts';
import { textsOf, translate } from '../../i18n/texts.ts';

const t = textsOf('privacy.person');

/** Names an entry by its first person with a name: « Odette Garnier, n° 2 ». Its number alone would tell nobody whose it is. */
export function entryName({ persons }: EntryFacts, id: number): string {
  const name = persons.find((person) => person.name !== null)?.name;
  return translate('accueil.privacy.find.named', { name: name ?? translate('accueil.leads.unnamed'), id });
}

/** Names a person of an entry: « Claire Durand, proche (Fille) » */
export function personName({
  person,
  name,
  kinship,
}: Pick<MatchedPerson, 'person' | 'name' | 'kinship'>): string {
  if (person === 'referrer') return t('referrer');
  const said = { name: name ?? translate('accueil.leads.unnamed'), kinship };
  if (person === 'entry') return t('entry', said);
  return t(kinship === null ? 'related' : 'relatedAs', said);
}

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
