import Type, { type Static } from 'typebox';
import { auditActions, auditSubjects } from '../access/audit.ts';
import { type AuditKey, countAuditLines, findAuditLines } from '../access/audit-trail.ts';
import { type Grant, isWithin, reachOf, reachOfEntry } from '../access/roles.ts';
import { parisDay } from '../clock.ts';
import { integer } from '../contract/fields.ts';
import { orNull } from '../http/desk-answers.ts';
import { deskRoute } from '../http/desk-route.ts';
import type { Queries } from '../store/database.ts';
import { momentOf } from '../validation/days.ts';
import type { DeskDeps } from './deps.ts';
import { listedEntries, type ShownWith } from './entries/listed.ts';
import { PageQuery, readPage } from './pages.ts';

const id = Type.Optional(integer({ minimum: 1 }));
const moment = Type.Optional(Type.String({ format: 'moment' }));
const Query = Type.Object({
  userId: id,
  action: Type.Optional(Type.Enum(auditActions, { type: 'string' })),
  subject: Type.Optional(Type.Enum(auditSubjects, { type: 'string' })),
  subjectId: id,
  entryId: id,
  from: moment,
  to: moment,
  ...PageQuery,
});
const AuditLineResponse = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  userId: orNull(Type.Integer()),
  author: Type.String(),
  address: orNull(Type.String()),
  action: Type.String(),
  subject: orNull(Type.String()),
  subjectId: orNull(Type.Integer()),
  name: orNull(Type.String()),
  detail: Type.Object({}, { additionalProperties: true }),
});

type AuditLine = Static<typeof AuditLineResponse>;

/** Who changed or read what. */
export const listAudit = deskRoute('listAudit', 'GET /desk/audit', {
  right: 'audit',
  query: Query,
  async run({ database, clock, objections }: DeskDeps, { by, ...query }) {
    const { background: read } = database;
    const { from, to, ...rest } = query;
    const filter = {
      ...rest,
      since: from === undefined ? undefined : momentOf(from),
      until: to === undefined ? undefined : momentOf(to),
    };
    return readPage(query, {
      keyOf,
      find: async (keys) =>
        withNames(by.grants, read, await findAuditLines(read, filter, keys), {
          today: parisDay(clock()),
          objections: await objections.get(),
        }),
      cursorOf: ({ at, id: line }) => [at, line],
      count: (limit) => countAuditLines(read, filter, limit),
    });
  },
});

const aboutEntries: readonly (string | null)[] = ['entry', 'file'];

/** Adds to lines about entries whom they are about, where the reader may read them. */
async function withNames<Line extends Pick<AuditLine, 'subject' | 'subjectId'>>(
  grants: readonly Grant[],
  read: Queries,
  lines: readonly Line[],
  shownWith: ShownWith,
): Promise<(Line & { name: string | null })[]> {
  const ids = lines.flatMap(({ subject, subjectId }) =>
    aboutEntries.includes(subject) && subjectId !== null ? subjectId : [],
  );
  const isOfficer = reachOf(grants, 'privacy') === 'everywhere';
  const named = new Map(
    (await listedEntries(read, [...new Set(ids)], shownWith))
      .filter((entry) => isOfficer || isWithin(reachOfEntry(grants, 'read', entry), entry.establishmentId))
      .map(({ id: entryId, name }) => [entryId, name]),
  );
  return lines.map((line) => ({
    ...line,
    name: (aboutEntries.includes(line.subject) && named.get(line.subjectId ?? 0)) || null,
  }));
}

function keyOf(value: unknown): AuditKey | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [at, line] = value as readonly unknown[];
  return typeof at === 'string' &&
    momentOf(at) === at &&
    typeof line === 'number' &&
    Number.isSafeInteger(line)
    ? [at, line]
    : undefined;
}
