import Type, { type Static } from 'typebox';
import { auditActions, auditSubjects, commandLine } from '../access/audit.ts';
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
import { Page, PageQuery, readPage } from './pages.ts';

const id = (description: string) => Type.Optional(integer({ minimum: 1, description }));
const moment = (description: string) => Type.Optional(Type.String({ format: 'moment', description }));
const Query = Type.Object({
  userId: id('Acts of this user.'),
  action: Type.Optional(Type.Enum(auditActions, { type: 'string' })),
  subject: Type.Optional(Type.Enum(auditSubjects, { type: 'string', description: 'What it is about.' })),
  subjectId: id('The id of what it is about; with `subject`.'),
  entryId: id('The number of an entry: acts on it and on its file.'),
  from: moment('From this moment on: `2026-03-04`, at midnight UTC, or `2026-03-04T09:15:00+01:00`.'),
  to: moment('Until this moment, inclusive.'),
  ...PageQuery,
});
const AuditLineResponse = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  userId: orNull(Type.Integer({ description: 'Null without a signed-in user.' })),
  author: Type.String({
    description: `The e-mail address of the user, or the one tried at a failed sign-in; empty when what was typed was no address. \`${commandLine}\` for acts of a command.`,
  }),
  address: orNull(Type.String({ description: 'The network address it came from; null for a command.' })),
  action: Type.String(),
  subject: orNull(Type.String()),
  subjectId: orNull(Type.Integer()),
  name: orNull(
    Type.String({
      description: 'Who the entry is about, where it is about one that you may read; else null.',
    }),
  ),
  detail: Type.Object(
    {},
    { additionalProperties: true, description: 'Details, which depend on action and subject.' },
  ),
});

type AuditLine = Static<typeof AuditLineResponse>;

/** Who changed or read what. */
export const listAudit = deskRoute('listAudit', 'GET /desk/audit', {
  right: 'audit',
  tag: 'Users',
  summary: 'Read the audit trail, newest first',
  query: Query,
  answer: Page(AuditLineResponse),
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
      cursorOf: ({ at, id: line }) => [at, line],
      find: async (page) =>
        withNames(by.grants, read, await findAuditLines(read, filter, page), {
          today: parisDay(clock()),
          objections: await objections.get(),
        }),
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
