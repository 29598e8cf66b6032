import { Readable } from 'node:stream';
import { recordActivity } from '../../access/audit.ts';
import { parisDay } from '../../clock.ts';
import type { EntryKind } from '../../contract/enumerations.ts';
import { frenchDay, frenchInstant } from '../../french/dates.ts';
import { frenchLabel } from '../../french/labels.ts';
import type { App } from '../../http/app-type.ts';
import { byteOrderMark, csvLine } from '../../http/csv.ts';
import { deskActorOf } from '../../http/desk-access.ts';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import type { DeskDeps } from '../deps.ts';
import { readWholeList } from './list.ts';
import { ListQuery, listOf } from './list-query.ts';
import { type ListedAction, type ListedEntry, listedEntries, type ShownWith } from './listed.ts';
import { phoneText } from './phone-text.ts';

/** Names of residences, callers and partners, by id. */
interface Names {
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

const headerLine = csvLine(columns.map(([header]) => header));

function entryLine(entry: ListedEntry, names: Names): string {
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

const establishmentNames = statement()((db) => db.selectFrom('establishments').select(['id', 'name']));
const callerNames = statement()((db) => db.selectFrom('callers').select(['id', 'name']));
const partnerNames = statement()((db) => db.selectFrom('partners').select(['id', 'slug as name']));

/** The file name of an export, without date and extension. */
const fileNames: Readonly<Record<EntryKind, string>> = {
  commercial: 'demandes',
  survey: 'contacts-et-avis',
  postuler: 'candidatures',
};

/** `GET /desk/entries.csv`: a whole list, as a file for a spreadsheet. */
export function exportRoute(scope: App, { database, clock, objections }: DeskDeps): void {
  scope.get(
    '/desk/entries.csv',
    {
      config: { desk: 'entries.read' },
      schema: { querystring: ListQuery },
    },
    async (request, reply) => {
      const { query } = request;
      const { kind } = query;
      const by = deskActorOf(request);
      const now = clock();
      const list = listOf(by, query, parisDay(now));
      const { total, chunks } = await readWholeList(database.background, list);
      // Recorded before anything is sent, so that an aborted download is in the audit trail too.
      const filters = Object.keys(query).filter((name) => !['kind', 'sort', 'order'].includes(name));
      const act = { action: 'exported', subject: 'entry', detail: { kind, filters, ...total } } as const;
      await database.write(recordActivity, { by, act }, now);
      const names = await namesIn(database.background);
      const shownWith = { today: parisDay(now), objections: await objections.get() };
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${fileNames[kind]}-${parisDay(now)}.csv"`)
        .send(Readable.from(linesOf(database.background, chunks, names, shownWith), { objectMode: false }));
    },
  );
}

const chunkSize = 100;

/** Yields the lines of the file as fast as they are consumed. */
async function* linesOf(
  read: Queries,
  chunks: AsyncIterable<readonly number[]>,
  names: Names,
  shownWith: ShownWith,
): AsyncGenerator<string> {
  yield byteOrderMark + headerLine;
  for await (const ids of chunks) {
    for (let start = 0; start < ids.length; start += chunkSize) {
      const entries = await listedEntries(read, ids.slice(start, start + chunkSize), shownWith);
      yield entries.map((entry) => entryLine(entry, names)).join('');
    }
  }
}

async function namesIn(read: Queries): Promise<Names> {
  const byId = (rows: readonly { id: number; name: string }[]) =>
    new Map(rows.map(({ id, name }) => [id, name]));
  return {
    establishments: byId(await read.all(establishmentNames)),
    callers: byId(await read.all(callerNames)),
    partners: byId(await read.all(partnerNames)),
  };
}
