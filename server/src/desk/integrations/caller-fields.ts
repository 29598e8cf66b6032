import { sql } from 'kysely';
import Type from 'typebox';
import { addDays, parisDay } from '../../clock.ts';
import { ApplicationBody } from '../../contract/application.ts';
import { CommercialBody } from '../../contract/commercial.ts';
import type { EntryKind } from '../../contract/enumerations.ts';
import { FieldRow, fieldTargets } from '../../contract/field-rows.ts';
import { SurveyBody } from '../../contract/survey.ts';
import { wireDefaults } from '../../contract/wire-names.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import type { Queries } from '../../store/database.ts';
import { update } from '../../store/rows.ts';
import { rawStatement, statement } from '../../store/statement.ts';
import { dotted, placeFields, unplacedFields } from '../../validation/field-rows.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { validator } from '../../validation/validator.ts';
import type { DeskDeps } from '../deps.ts';
import { findCaller, readCallers } from './callers.ts';
import { integrations } from './credentials.ts';

/** How long back names without a place are shown, in days. */
const unplacedDays = 30;
/** The newest entries of all callers that are looked at: a moment of the thread for long reads. */
const maxEntries = 20_000;
const maxNames = 200;
const shownCharacters = 200;

const Table = {
  rows: Type.Array(FieldRow, { maxItems: 200 }),
  thanksUrl: orNull(Type.String({ maxLength: 2_000 })),
};

const storedTable = statement<{ id: number }>()((db, p) =>
  db.selectFrom('callers').select(['fields', 'thanks_url']).where('id', '=', p.id),
);
const extras = rawStatement<{ id: number; since: string }, { kind: EntryKind; extra: string }>(
  (p) => sql`
select kind, extra from (
  select id, kind, extra, caller_id, restriction, received_at from entries order by id desc limit ${sql.lit(maxEntries)}
) newest
where caller_id = ${p.id} and received_at >= ${p.since} and extra is not null and restriction is null
order by id desc limit 500`,
);

const showCallerFields = deskRoute('showCallerFields', 'GET /desk/callers/:id/fields', {
  ...integrations,
  async run({ database, clock }: DeskDeps, { id }) {
    const { name } = await findCaller(database.background, id);
    const stored = await database.background.first(storedTable, { id });
    const rows = JSON.parse(stored?.fields ?? '[]') as FieldRow[];
    const since = addDays(parisDay(clock()), -unplacedDays);
    const unplaced = await unplacedOf(database.background, { id, since }, rows);
    return { name, targets: fieldTargets, rows, thanksUrl: stored?.thanks_url ?? null, unplaced };
  },
});

/** The names without a place that came since, each with its last value. */
async function unplacedOf(
  read: Queries,
  callerSince: { readonly id: number; readonly since: string },
  rows: readonly FieldRow[],
) {
  const placed = new Set(rows.map(({ kind, from }) => `${kind} ${dotted(from ?? '')}`));
  const found = new Map<string, { kind: EntryKind; name: string; value: string }>();
  for (const { kind, extra } of await read.all(extras, callerSince))
    for (const { name, value } of unplacedFields(JSON.parse(extra)).take(maxNames)) {
      const key = `${kind} ${name}`;
      if (found.size < maxNames && !found.has(key) && !placed.has(key))
        found.set(key, { kind, name, value: value.slice(0, shownCharacters) });
    }
  return [...found.values()];
}

const putCallerFields = deskWrite('putCallerFields', 'PUT /desk/callers/:id/fields', {
  ...integrations,
  body: exactly(Table),
  async run(tx, { id, rows, thanksUrl }, { record }) {
    await findCaller(tx, id);
    for (const [i, row] of rows.entries()) checkRow(row, rows.slice(0, i), `rows[${i}]`);
    await update(tx, 'callers', id, {
      fields: rows.length === 0 ? null : JSON.stringify(rows),
      thanks_url: thanksUrl && (await thanksOf(tx, id, thanksUrl)),
    });
    const detail = { changed: ['fields', 'thanksUrl'], thanksUrl };
    await record({ action: 'changed', subject: 'caller', subjectId: id, detail });
  },
});

export const callerFieldRoutes = [showCallerFields, putCallerFields] as const;

function checkRow(row: FieldRow, earlier: readonly FieldRow[], path: string): void {
  const { kind, to, from, values = {}, constant } = row;
  if (!Object.hasOwn(fieldTargets[kind], to))
    throw new ValidationError(`${path}.to`, 'expected one of our fields');
  if ((from === undefined) === (constant === undefined))
    throw new ValidationError(path, 'expected either from or constant');
  const isTaken = (one: FieldRow) =>
    one.kind === kind && (one.to === to || (from !== undefined && one.from === from));
  if (earlier.some(isTaken)) throw new ValidationError(path, 'expected each field once');
  // Otherwise every message would be refused for it.
  for (const value of constant === undefined ? Object.values(values) : [constant]) {
    const body = {};
    placeFields(body, [{ kind, to, constant: value }], kind);
    try {
      messages[kind](body);
    } catch (error) {
      throw error instanceof ValidationError ? new ValidationError(path, error.expected) : error;
    }
  }
}

const messages = {
  commercial: validator(CommercialBody, wireDefaults),
  survey: validator(SurveyBody, wireDefaults),
  postuler: validator(ApplicationBody, wireDefaults),
};

/** Otherwise a page of anybody could send visitors on to anywhere in our name. */
async function thanksOf(read: Queries, callerId: number, url: string): Promise<string> {
  const caller = (await readCallers(read)).find(({ id }) => id === callerId);
  const passwords = (caller?.passwords ?? []).filter(({ revokedAt }) => revokedAt === null);
  const origins = passwords.flatMap((password) => password.origins);
  const parsed = URL.parse(url);
  if (parsed?.protocol !== 'https:' || !origins.includes(parsed.origin))
    throw new ValidationError('thanksUrl', 'expected https and an origin of its browser passwords');
  return parsed.href;
}
