import { frenchDay, frenchInstant } from '../../french/dates.ts';
import { frenchLabel } from '../../french/labels.ts';
import { csvLine } from '../../http/csv.ts';
import type { ListedAction, ListedEntry } from './listed.ts';
import { phoneText } from './phone-text.ts';

/** Names of residences, callers and partners, by id. */
export interface Names {
  readonly establishments: ReadonlyMap<number, string>;
  readonly callers: ReadonlyMap<number, string>;
  readonly partners: ReadonlyMap<number, string>;
}

type Column = readonly [header: string, cell: (entry: ListedEntry, names: Names) => string | number | null];

const columns: readonly Column[] = [
  ['N°', ({ id }) => id],
  ['Résidence', ({ establishmentId }, { establishments }) => nameIn(establishments, establishmentId)],
  ['Statut', ({ status }) => frenchLabel(status)],
  ['Étape', ({ stage }) => frenchLabel(stage)],
  ['Résultat', ({ resultat }) => frenchLabel(resultat)],
  ['Motif', ({ motif }) => frenchLabel(motif)],
  ['Admission le', ({ admittedOn }) => admittedOn && frenchDay(admittedOn)],
  ['Origine', ({ type }) => frenchLabel(type)],
  ['Séjour', ({ sejourType }) => frenchLabel(sejourType)],
  ['Date de contact', ({ contactDate }) => frenchDay(contactDate)],
  ['Reçue le', ({ receivedAt }) => frenchInstant(receivedAt)],
  ['Personne', ({ name }) => name],
  ['À contacter', ({ contact }) => contact.name],
  ['Lien', ({ contact }) => contact.kinship],
  // Who is called or written to from a list must not be a person who objects to it.
  [
    'Téléphone',
    ({ contact, objection }) =>
      objection?.recontact && objection.ways.includes('phone')
        ? `S’est opposée à la prospection le ${frenchDay(objection.on)}`
        : contact.phone && phoneText(contact.phone),
  ],
  // Mailings are made from lists: an open request is answered from its page.
  [
    'E-mail',
    ({ contact, objection }) =>
      objection?.ways.includes('email')
        ? contact.email && !objection.recontact
          ? 'Plus de messages automatiques'
          : null
        : contact.email,
  ],
  ['Message', ({ message }) => message],
  ['Confiée à', ({ owner }) => owner?.name ?? null],
  ['Dernière action', ({ lastAction }) => actionText(lastAction)],
  ['Prochaine action', ({ nextAction }) => actionText(nextAction)],
  ['À regarder', ({ flagged }) => (flagged ? 'Oui' : 'Non')],
  [
    'Transmise par',
    ({ callerId, partnerId }, { callers, partners }) =>
      nameIn(partners, partnerId) ?? nameIn(callers, callerId),
  ],
  ['Référence du site', ({ customId }) => customId],
];

export const headerLine = csvLine(columns.map(([header]) => header));

export function entryLine(entry: ListedEntry, names: Names): string {
  return csvLine(columns.map(([, cell]) => cell(entry, names)));
}

function nameIn(names: ReadonlyMap<number, string>, id: number | null): string | null {
  return id === null ? null : (names.get(id) ?? String(id));
}

/** « Visite, 09/03/2026 10:30, salle du haut ». */
function actionText(action: ListedAction | null): string | null {
  if (action === null) return null;
  const { stage, date, time, comment } = action;
  const when = [date === null ? null : frenchDay(date), time].filter((part) => part !== null).join(' ');
  return [frenchLabel(stage), when, comment].filter((part) => part !== null && part !== '').join(', ');
}
