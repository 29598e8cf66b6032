import { Readable } from 'node:stream';
import Type, { type Static } from 'typebox';
import { type Actor, recordActivity } from '../../access/audit.ts';
import { type AuditKey, findAuditLines } from '../../access/audit-trail.ts';
import { parisDay } from '../../clock.ts';
import { integer } from '../../contract/fields.ts';
import { notFound } from '../../contract/request-error.ts';
import { auditActionNames, auditSubjectNames } from '../../french/acts.ts';
import { byteOrderMark, csvLine } from '../../http/csv.ts';
import { deskRoute } from '../../http/desk-route.ts';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import { momentOf } from '../../validation/days.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { type PrivacyDeps, privacyRoute } from '../deps.ts';
import { describeEntries, type EntryFacts } from '../entry-facts.ts';

/** Lines of the audit trail that are read, the newest first. */
const newest = { from: undefined, backwards: false, limit: 10_000 };
/** Entries that are described at once. */
const perSlice = 200;

/** Asks what a user has seen between two moments. */
const SeenQuery = Type.Object({
  userId: integer({ minimum: 1 }),
  since: Type.String({ format: 'moment' }),
  until: Type.String({ format: 'moment' }),
});

interface Seen {
  readonly entries: {
    readonly id: number;
    readonly entry: EntryFacts | null;
    readonly acts: string[];
    readonly first: string;
    readonly last: string;
  }[];
  readonly lists: { readonly at: string; readonly kind: string; readonly count: number | null }[];
  /** False when there are more. */
  readonly complete: boolean;
}

/** Reads what a user has seen of persons, by the audit trail. */
async function seenBy(
  read: Queries,
  { userId, since, until }: Static<typeof SeenQuery>,
  now: Date,
): Promise<Seen> {
  const lines = await findAuditLines(read, { userId, since, until }, newest);
  const lists: Seen['lists'] = [];
  const seen = new Map<number, { acts: Set<string>; first: string; last: string }>();
  for (const { at, action, subject, subjectId, detail } of lines) {
    const isList = subject === 'entry' && subjectId === null && action === 'read';
    const several =
      subject === 'privacy-request'
        ? detail.entryIds
        : subject === 'person'
          ? detail.entries
          : isList
            ? detail.ids
            : [];
    const one = subjectId !== null && (subject === 'entry' || subject === 'file') ? [subjectId] : [];
    if (subject === 'entry' && action === 'exported' && subjectId === null) {
      const { kind, count } = detail;
      lists.push({ at, kind: String(kind), count: typeof count === 'number' ? count : null });
    }
    for (const id of [...one, ...(Array.isArray(several) ? several : [])]) {
      if (typeof id !== 'number') continue;
      const before = seen.get(id) ?? { acts: new Set(), first: at, last: at };
      before.acts.add(subject === 'person' ? 'found' : isList ? 'listed' : action);
      seen.set(id, { ...before, first: at });
    }
  }
  const ids = [...seen.keys()];
  const known = new Map<number, EntryFacts>();
  for (let start = 0; start < ids.length; start += perSlice)
    for (const { id, facts } of await describeEntries(
      read,
      ids.slice(start, start + perSlice),
      parisDay(now),
    ))
      known.set(id, facts);
  return {
    entries: [...seen].map(([id, { acts, ...when }]) => ({
      id,
      entry: known.get(id) ?? null,
      acts: [...acts].sort(),
      ...when,
    })),
    lists,
    complete: lines.length < newest.limit,
  };
}

/** Reads it for an officer, which the audit trail notes. */
async function readSeen(
  { database, clock }: Pick<PrivacyDeps, 'database' | 'clock'>,
  { userId, ...between }: Static<typeof SeenQuery>,
  by: Actor,
  action: 'read' | 'exported',
): Promise<Seen> {
  const since = momentOf(between.since) ?? between.since;
  const until = momentOf(between.until) ?? between.until;
  if (since > until) throw new ValidationError('until', 'expected a moment after `since`');
  const seen = await seenBy(database.background, { userId, since, until }, clock());
  const detail = { name: 'seen', count: seen.entries.length };
  await database.write(
    recordActivity,
    { by, act: { action, subject: 'user', subjectId: userId, detail } },
    clock(),
  );
  return seen;
}

export const showSeen = deskRoute('showSeen', 'GET /desk/privacy/seen', {
  ...privacyRoute,
  query: SeenQuery,
  run: (deps: PrivacyDeps, { by, ...asked }) => readSeen(deps, asked, by, 'read'),
});

const actNames: Readonly<Record<string, string | undefined>> = {
  ...auditActionNames,
  found: auditSubjectNames.person,
  listed: 'Vue dans une liste',
};

export const downloadSeen = deskRoute('downloadSeen', 'GET /desk/privacy/seen.csv', {
  ...privacyRoute,
  query: SeenQuery,
  async run(deps: PrivacyDeps, { by, ...asked }, { reply }) {
    const { entries, lists } = await readSeen(deps, asked, by, 'exported');
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="donnees-vues-${parisDay(deps.clock())}.csv"`);
    return [
      byteOrderMark,
      csvLine(['Fiche', 'Personnes', 'Actes', 'Première fois', 'Dernière fois']),
      ...entries.map(({ id, entry, acts, first, last }) =>
        csvLine([
          id,
          entry?.persons.flatMap(({ name }) => name ?? []).join(', ') ?? null,
          acts.map((act) => actNames[act] ?? act).join(', '),
          first,
          last,
        ]),
      ),
      ...lists.map(({ at, kind, count }) =>
        csvLine([null, `Liste exportée : ${kind}, ${count ?? '?'}`, null, at, at]),
      ),
    ].join('');
  },
});

const linesPerPage = 1_000;

/** What they did, as the audit trail knows it: without its details, which may name others. The newest first. */
async function* actsOf(read: Queries, userId: number) {
  yield byteOrderMark + csvLine(['Le', 'Acte', 'Sur', 'Numéro', 'Adresse réseau']);
  let from: AuditKey | undefined;
  do {
    const found = await findAuditLines(read, { userId }, { from, backwards: false, limit: linesPerPage });
    const lines = found.slice(0, linesPerPage);
    yield lines
      .map(({ at, action, subject, subjectId, address }) =>
        csvLine([
          at,
          auditActionNames[action] ?? action,
          subject && (auditSubjectNames[subject] ?? subject),
          subjectId,
          address,
        ]),
      )
      .join('');
    const last = found.length > linesPerPage ? lines.at(-1) : undefined;
    from = last && [last.at, last.id];
  } while (from !== undefined);
}

/** A copy for a member of staff who asks what is held about them. */
export const downloadActs = deskRoute('downloadActs', 'GET /desk/privacy/users/:id/acts.csv', {
  ...privacyRoute,
  async run({ database, clock }: PrivacyDeps, { id, by }, { reply }) {
    if (!(await database.read.all(names, {})).some((user) => user.id === id)) throw notFound('user', id);
    const act = { action: 'exported', subject: 'user', subjectId: id, detail: { name: 'acts' } } as const;
    await database.write(recordActivity, { by, act }, clock());
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="actes-utilisateur-${id}.csv"`);
    return Readable.from(actsOf(database.background, id), { objectMode: false });
  },
});

const names = statement()((db) =>
  db.selectFrom('users').select(['id', 'name']).orderBy('name').orderBy('id'),
);

/** The role `privacy` reads no other route of users. */
export const nameUsers = deskRoute('nameUsers', 'GET /desk/privacy/users', {
  ...privacyRoute,
  run: async ({ database }: PrivacyDeps) => ({ data: await database.read.all(names, {}) }),
});
