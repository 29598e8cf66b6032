import Type, { type Static } from 'typebox';
import { recordActivity } from '../../access/audit.ts';
import { findAuditLines } from '../../access/audit-trail.ts';
import { integer } from '../../contract/fields.ts';
import { parsedFields } from '../../entries/change/relations.ts';
import { orNull } from '../../http/desk-answers.ts';
import { deskRoute } from '../../http/desk-route.ts';
import type { Queries } from '../../store/database.ts';
import { bind, query } from '../../store/statement.ts';
import { momentOf } from '../../validation/days.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { type PrivacyDeps, privacyRoute } from '../deps.ts';
import { personsOf } from '../persons.ts';

/** Lines of the audit trail that are read, the newest first. */
const newest = { from: undefined, backwards: false, limit: 10_000 };

const Seen = Type.Object({
  entries: Type.Array(
    Type.Object({
      id: Type.Integer(),
      person: orNull(Type.String({ description: 'Null when it is not known any more.' })),
      establishmentId: orNull(Type.Integer()),
      acts: Type.Array(Type.String({ description: 'What the audit trail says was done.' })),
      first: Type.String(),
      last: Type.String(),
    }),
  ),
  lists: Type.Array(Type.Object({ at: Type.String(), kind: Type.String(), count: orNull(Type.Integer()) }), {
    description: 'Exported lists: which entries they held, the audit trail does not say.',
  }),
  complete: Type.Boolean({ description: 'False when there were more lines than are read.' }),
});
type Seen = Static<typeof Seen>;

/** Reads what a user has seen of persons, by the audit trail. Lists on the screen leave no line in it. */
async function seenBy(read: Queries, userId: number, since: string, until: string): Promise<Seen> {
  const lines = await findAuditLines(read, { userId, since, until }, newest);
  const lists: Seen['lists'] = [];
  const seen = new Map<number, { acts: Set<string>; first: string; last: string }>();
  for (const { at, action, subject, subjectId, detail } of lines) {
    const several =
      subject === 'privacy-request' ? detail.entryIds : subject === 'person' ? detail.entries : [];
    const one = subjectId !== null && (subject === 'entry' || subject === 'file') ? [subjectId] : [];
    if (subject === 'entry' && action === 'exported' && subjectId === null) {
      const { kind, count } = detail;
      lists.push({ at, kind: String(kind), count: typeof count === 'number' ? count : null });
    }
    for (const id of [...one, ...(Array.isArray(several) ? several : [])]) {
      if (typeof id !== 'number') continue;
      const before = seen.get(id) ?? { acts: new Set(), first: at, last: at };
      before.acts.add(subject === 'person' ? 'found' : action);
      seen.set(id, { ...before, first: at });
    }
  }
  const ids = JSON.stringify([...seen.keys()]);
  const entries = await read.all(
    query((db, { idIn }) =>
      db
        .selectFrom('entries')
        .select(['id', 'fields', 'establishment_id as establishmentId'])
        .where(idIn('id', bind(ids))),
    ),
  );
  const known = new Map(entries.map((entry) => [entry.id, entry]));
  return {
    entries: [...seen].map(([id, { acts, first, last }]) => {
      const entry = known.get(id);
      const person =
        entry === undefined ? null : (personsOf(parsedFields(entry.fields), [])[0]?.name ?? null);
      return {
        id,
        person,
        establishmentId: entry?.establishmentId ?? null,
        acts: [...acts].sort(),
        first,
        last,
      };
    }),
    lists,
    complete: lines.length < newest.limit,
  };
}

export const showSeen = deskRoute('showSeen', 'GET /desk/privacy/seen', {
  ...privacyRoute,
  summary: 'Whose data a user has seen, by the audit trail',
  description:
    'Entries that were opened, created, changed or found by phone, files, searches for a person and exports. Lists and searches on the screen leave no line in the audit trail.',
  query: Type.Object({
    userId: integer({ minimum: 1 }),
    since: Type.String({ format: 'moment', description: 'Inclusive.' }),
    until: Type.String({ format: 'moment', description: 'Inclusive.' }),
  }),
  answer: Seen,
  async run({ database, clock }: PrivacyDeps, { userId, since, until, by }) {
    const [from, to] = [momentOf(since) ?? since, momentOf(until) ?? until];
    if (from > to) throw new ValidationError('until', 'expected a moment after `since`');
    const seen = await seenBy(database.background, userId, from, to);
    const detail = { name: 'seen', count: seen.entries.length };
    const act = { action: 'read', subject: 'user', subjectId: userId, detail } as const;
    await database.write(recordActivity, { by, act }, clock());
    return seen;
  },
});
