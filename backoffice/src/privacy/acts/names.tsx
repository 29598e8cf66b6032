import { Chip, type ChipProps } from '@mui/material';
import { kindNames } from '../../../../server/src/french/labels.ts';
import type { EntryFacts, MatchedPerson, Trace } from '../../api/privacy-responses.ts';
import { useRead } from '../../api/queries.ts';
import { followUpNames } from '../../entries/entry.ts';
import { format } from '../../i18n/format.ts';

const placeTexts: Readonly<Record<string, string>> = {
  entries: 'fiches',
  entry_phones: 'index de recherche des numéros',
  entry_words: 'index de recherche',
  relations: 'proches',
  actions: 'actions et notes',
  files: 'fichiers',
  orientations: 'messages de partenaires',
  idempotency_keys: 'références des envois répétés',
  history: 'historique',
  outbox: 'envois aux sites',
  attempts: 'réponses des sites',
  users: 'utilisateurs',
  staff: 'personnel des résidences',
  audit: 'journal',
  mails: 'messages aux personnes',
  holds: 'gels et limitations',
  privacy_requests: 'demandes de droits',
  privacy_request_entries: 'demandes de droits',
  register_texts: 'registre',
  refused_creations: 'envois refusés',
};

/** Names an entry by its first person with a name: « Odette Garnier, n° 2 ». Its number alone would tell nobody whose it is. */
export function entryName({ persons }: EntryFacts, id: number): string {
  const name = persons.find((person) => person.name !== null)?.name;
  return `${name ?? 'Sans nom'}, n° ${id}`;
}

/** Names a person of an entry: « Claire Durand, proche (Fille) » */
export function personName({
  person,
  name,
  kinship,
}: Pick<MatchedPerson, 'person' | 'name' | 'kinship'>): string {
  if (person === 'referrer') return 'Adresseur';
  const named = name ?? 'Sans nom';
  if (person === 'entry') return `${named}, personne de la fiche`;
  return kinship === null ? `${named}, proche` : `${named}, proche (${kinship})`;
}

/** Names a place of the inventory: `history.detail` → « historique ». The name of the table when it has no label. */
export function placeName(place: string): string {
  const [table = place] = place.split('.');
  return placeTexts[table] ?? table;
}

/** Returns the name of a residence. The data protection officer has no list of residences to read it from. */
export function useResidenceName(): (id: number | null) => string {
  const { data } = useRead('GET /desk/privacy/residences');
  const names = new Map(data?.data.map(({ id, name }) => [id, name]));
  return (id) => (id === null ? 'À confier' : (names.get(id) ?? `n° ${id}`));
}

const markTexts = { limited: 'Traitement limité', erased: 'Données effacées' };

/** « Litige en cours jusqu’au 04/03/2027 » */
export function heldText({ kind, until }: Pick<NonNullable<Trace['hold']>, 'kind' | 'until'>): string {
  return `${kind === 'hold' ? 'Litige en cours' : 'Traitement limité'} jusqu’au ${format.day(until)}`;
}

type MarksProps = { readonly entry: EntryFacts; readonly hold?: Trace['hold'] };

/** Chips: whether somebody waits (« À rappeler »), and what stands in the way of an act. */
export function EntryMarks({ entry: { followUp, pendingErasure, restriction }, hold = null }: MarksProps) {
  const isSaidOtherwise = pendingErasure !== null || hold?.kind === 'limitation';
  const marks: readonly (false | { readonly label: string; readonly color: ChipProps['color'] })[] = [
    followUp !== null && { label: followUpNames[followUp], color: 'warning' },
    pendingErasure !== null && {
      label: `À effacer le ${format.moment(pendingErasure.dueAt)}`,
      color: 'error',
    },
    restriction !== null && !isSaidOtherwise && { label: markTexts[restriction], color: 'default' },
    hold !== null && { label: heldText(hold), color: 'warning' },
  ];
  return marks.map((mark) => mark && <Chip key={mark.label} size="small" variant="outlined" {...mark} />);
}

export function EntryLine({ entry: { kind, establishmentId, receivedAt } }: Pick<MarksProps, 'entry'>) {
  const residence = useResidenceName();
  return format.dotted(kindNames[kind], residence(establishmentId), `reçue le ${format.moment(receivedAt)}`);
}
