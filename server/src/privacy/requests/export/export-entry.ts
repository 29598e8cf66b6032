import { findAuditLines } from '../../../access/audit-trail.ts';
import { parisDay } from '../../../clock.ts';
import { storedActions } from '../../../entries/change/actions.ts';
import { personsOf } from '../../../entries/change/persons.ts';
import { findEntry } from '../../../entries/change/row.ts';
import { safeFileName } from '../../../entries/create/file-name.ts';
import type { Objections } from '../../../entries/search/objections.ts';
import type { Queries } from '../../../store/database.ts';
import { pick } from '../../../store/entry-columns.ts';
import { query, statement } from '../../../store/statement.ts';
import type { Instant } from '../../../store/tables.ts';
import { additionalKey } from '../../../validation/normalize.ts';
import type { PersonKey } from '../../persons.ts';
import { toldBefore } from '../../records/told.ts';
import { readParts } from '../../texts/entry-parts.ts';
import { mapTexts } from '../../texts/free-texts.ts';
import { maybe } from '../document.ts';
import { exportsOf, type NameOf } from '../exports.ts';
import { ownTexts, type Withholding } from '../withheld.ts';
import { maskOthers } from './mask.ts';
import type { ExportedEntry } from './schema.ts';
import type { StaffFunctions } from './staff-functions.ts';

type Consultation = ExportedEntry['consultations'][number];

interface Consulted {
  readonly entryId: number;
  readonly kind: string;
  readonly receivedAt: Instant;
}

const acts = new Set(['read', 'looked-up', 'downloaded']);
/** The lines of the audit trail about one entry, and about searches for a person, that are read. */
const newest = { from: undefined, backwards: false, limit: 5_000 };

/**
 * Returns who has read or found an entry or may have taken it away, by their function, as the audit trail knows it: what the same
 * function did on one day is one line (CJEU, C-579/21).
 */
async function consultationsOf(
  read: Queries,
  { entryId, kind, receivedAt }: Consulted,
  context: { readonly now: Date; readonly nameOf: NameOf },
): Promise<Pick<ExportedEntry, 'consultations' | 'olderConsultations'>> {
  const lines = await findAuditLines(read, { entryId, since: receivedAt }, newest);
  const search = { action: 'read', subject: 'person', since: receivedAt } as const;
  const searches = await findAuditLines(read, search, newest);
  const held = { entryId, kind, receivedAt, erasures: [] };
  const { exports, moreExports } = await exportsOf(read, null, [held], context);
  const all = [
    ...lines
      .filter(({ action }) => acts.has(action))
      .map(({ at, userId, action }) => ({ at, by: context.nameOf(userId), act: action })),
    ...searches
      .filter(({ detail }) => Array.isArray(detail.entries) && detail.entries.includes(entryId))
      .map(({ at, userId }) => ({ at, by: context.nameOf(userId), act: 'found' })),
    ...exports.map(({ at, by, what }) => ({ at, by, act: what === 'list' ? 'listed' : 'exported' })),
  ];
  const byLine = Map.groupBy(
    all.map(({ at, ...one }): Omit<Consultation, 'times'> => ({ on: parisDay(new Date(at)), ...one })),
    (one) => JSON.stringify(one),
  );
  const consultations = [...byLine.values()]
    .flatMap(([first, ...more]) => (first === undefined ? [] : [{ ...first, times: more.length + 1 }]))
    .sort((a, b) => (a.on < b.on ? 1 : -1));
  const isCut = Math.max(lines.length, searches.length) > newest.limit;
  return { consultations, olderConsultations: moreExports || isCut };
}

export interface EntryToExport {
  readonly entryId: number;
  readonly people: readonly PersonKey[];
  readonly withheld: Withholding;
}

export interface ExportContext {
  readonly functions: StaffFunctions;
  readonly now: Date;
  readonly objections: Objections;
}

const entryById = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('entries as e')
    .leftJoin('establishments', 'establishments.id', 'e.establishment_id')
    .leftJoin('callers', 'callers.id', 'e.caller_id')
    .leftJoin('partners', 'partners.id', 'e.partner_id')
    .select(['e.kind', 'e.type', 'e.received_at as receivedAt', 'e.contact_date as contactDate'])
    .select(['establishments.name as residence', 'e.sejour_type as stayType', 'e.status', 'e.stage'])
    .select([
      'e.resultat as result',
      'e.motif as reason',
      'callers.name as caller',
      'partners.slug as partner',
    ])
    .select(['e.custom_id as customId', 'e.partnerid as partnerId', 'e.spam', 'e.suspicion', 'e.test'])
    .select(['e.duplicate_of as duplicateOf', 'e.application_step as applicationStep'])
    .select('e.asleep_until as asleepUntil')
    .where('e.id', '=', p.id),
);

/** Returns an entry as the person receives it; undefined for an entry that was deleted. */
export async function exportEntry(
  read: Queries,
  { entryId: number, people, withheld }: EntryToExport,
  { functions, now, objections }: ExportContext,
): Promise<ExportedEntry | undefined> {
  const row = await read.first(entryById, { id: number });
  const stored = await findEntry(read, number);
  if (row === undefined || stored === undefined) return undefined;
  const { caller, partner, spam, test, ...values } = row;
  const stands = await readParts(read, stored);
  const own = withheld && ownTexts(withheld, stands, people);
  const shownTexts = mapTexts(stands, (text) =>
    withheld === null || own?.has(text) ? text : `[non communiqué : ${withheld.reason}]`,
  );
  const { comment, originalComment, asleepReason, ...parts } = maskOthers(shownTexts, people);
  const actions = await storedActions(read, number);
  const persons = await personsOf(read, stored);
  const objected = objections(people.map((person) => persons.get(String(person)) ?? {}));
  const lines = await read.all(
    query((db) =>
      db
        .selectFrom('history')
        .select(['id', 'at', 'author', 'change'])
        .where('entry_id', '=', number)
        .orderBy('id'),
    ),
  );
  const file = await read.first(
    query((db) => db.selectFrom('files').select(['name', 'type']).where('entry_id', '=', number)),
  );
  return {
    number,
    erased: stored.restriction === 'erased',
    ...values,
    // What an erasure takes away is read at once with whether the entry is erased.
    clickId: stored.gclid,
    announcementId: stored.announcement_id,
    spam: spam === 1,
    test: test === 1,
    sentBy: caller ?? (partner === null ? null : `Partenaire ${partner}`),
    ...{ comment, originalComment, asleepReason },
    fields: parts.fields,
    otherFields: parts.extra,
    relations: parts.relations.map(({ extra, ...relation }) => ({ ...relation, otherFields: extra })),
    actions: [...actions.values()].map((action) => {
      const texts = parts.actions.find(({ position }) => position === action.position);
      return {
        ...pick(action, ['date', 'time', 'stage', 'outcome', 'done']),
        by: functions.ofAuthor(action.author),
        comment: texts?.comment ?? null,
        otherFields: texts?.extra ?? {},
      };
    }),
    message: maybe(parts.message, flat),
    letters: parts.letters.map(({ at, recipient: to, subject, body }) => ({ at, to, subject, text: body })),
    history: lines.map(({ id, at, author, change }) => ({
      at,
      by: functions.ofAuthor(author),
      change,
      detail: parts.history.find((one) => one.id === id)?.detail ?? {},
    })),
    objections: Object.fromEntries(objected),
    recipients: await toldBefore(read, number),
    ...(await consultationsOf(
      read,
      { entryId: number, kind: row.kind, receivedAt: row.receivedAt },
      { now, nameOf: functions.ofUser },
    )),
    file:
      file === undefined || !people.includes('entry')
        ? null
        : `fichiers/${number}-${safeFileName(file.name, file.type)}`,
  };
}

/** The unnamed fields of a message stand beside the others. */
function flat({ [additionalKey]: additional, ...declared }: Readonly<Record<string, unknown>>) {
  return typeof additional === 'object' && additional !== null ? { ...additional, ...declared } : declared;
}
