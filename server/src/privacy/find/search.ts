import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { emailWord } from '../../entries/search/search-terms.ts';
import { fitting, sizesOf } from '../../store/byte-slices.ts';
import { chunks } from '../../store/chunks.ts';
import type { Queries } from '../../store/database.ts';
import { rawStatement, statement } from '../../store/statement.ts';
import type { PrivacyDeps } from '../deps.ts';
import type { SearchedPerson } from './criteria.ts';
import { describe } from './describe.ts';
import { hasName, isNamed, type Mention, type Mentions, mentionsOf, patternOf } from './patterns.ts';
import { type Source, sources } from './sources.ts';
import { piecesOf, readingsOf } from './stored-text.ts';
import { Matches, maxTraces, type Reason, type Trace, traceKey } from './trace.ts';

/** One more than there is room for. */
const perCriterion = sql.lit(maxTraces + 1);
const maxUsers = sql.lit(10_000);

const byPhone = statement<{ key: string }>()((db, p) =>
  db
    .selectFrom('entry_phones')
    .select('entry_id as id')
    .where('key', '=', p.key)
    .orderBy('entry_id', 'desc')
    .limit(perCriterion),
);
const byWords = rawStatement<{ query: string }, { id: number }>((p, { wordsKey, hasWords }) => {
  const id = sql.ref(wordsKey);
  return sql`select ${id} as id from entry_words where ${hasWords(p.query)} order by ${id} desc limit ${perCriterion}`;
});
const byCustomId = rawStatement<{ customId: string }, { id: number }>(
  // The index begins with the caller.
  (p) => sql`
    select id from entries where caller_id in (select id from callers) and custom_id = ${p.customId}
    order by id desc limit ${perCriterion}`,
);
const byPartnerNumber = rawStatement<{ number: string; own: number }, { id: number }>(
  (p) => sql`
    select id from entries where partnerid = ${p.number}
    union select entry_id as id from orientations
      where partner_id in (select id from partners) and numero = ${p.number} and test in (0, 1)
    union select entry_id as id from orientations where id = ${p.own}
    order by id desc limit ${perCriterion}`,
);
const allUsers = statement()((db) =>
  db.selectFrom('users').select(['id', 'name', 'email']).orderBy('id').limit(maxUsers),
);
const allStaff = statement()((db) =>
  db.selectFrom('staff').select(['id', 'name']).orderBy('id').limit(maxUsers),
);

/** Adds what the indexes find of a person: entries of all kinds, users, staff. Names come last: many may have them. */
async function findByIndex(read: Queries, sought: SearchedPerson, matches: Matches): Promise<void> {
  const add = (place: Trace['place'], found: readonly { readonly id: number }[], reason: Reason) => {
    for (const { id } of found) matches.add({ place, id, reasons: new Set([reason]), where: new Set() });
  };
  const addWords = async (words: readonly string[], reason: Reason) => {
    const query = read.dialect.toMatchQuery(words.map((word) => ({ word, whole: true })));
    add('entry', await read.all(byWords, { query }), reason);
  };
  const { phoneKeys, email, customId, partnerNumber, lastName, firstName } = sought;
  for (const key of phoneKeys) add('entry', await read.all(byPhone, { key }), 'phone');
  if (email !== undefined) await addWords([email], 'email');
  if (customId !== undefined) add('entry', await read.all(byCustomId, { customId }), 'customId');
  if (partnerNumber !== undefined) {
    const own = Number(/^RES-(\d{1,12})$/i.exec(partnerNumber)?.[1] ?? 0);
    add('entry', await read.all(byPartnerNumber, { number: partnerNumber, own }), 'partnerNumber');
  }
  const name = [...new Set([...lastName, ...firstName])];
  if (name.length > 0 || email !== undefined) {
    const users = await read.all(allUsers, {});
    const mentions = mentionsOf(sought);
    const isTheirs = (person: { readonly name: string }) => isNamed(mentions, [person.name]);
    if (email !== undefined) {
      const withEmail = users.filter((user) => emailWord(user.email) === email);
      add('user', withEmail, 'email');
    }
    add('user', users.filter(isTheirs), 'name');
    add('staff', (await read.all(allStaff, {})).filter(isTheirs), 'name');
  }
  if (name.length > 0) await addWords(name, 'name');
}

type Test = Pick<Mention, 'isIn'>;

/**
 * Reads the texts of a row, a slice at a time: the event loop gets a turn after each, however long the texts are. Returns why
 * the row is about the person, and the columns that say so.
 */
export async function readRow(
  texts: readonly (readonly [column: string, text: string])[],
  { lastName, firstName, birthDate, others }: Mentions,
) {
  const names = [...lastName, ...firstName].flat();
  const tests: Test[] = [...others, ...names];
  if (birthDate !== undefined) tests.push(birthDate);
  const found = new Map(tests.map((test) => [test, new Set<string>()]));
  for (const [column, text] of texts) {
    for (const piece of piecesOf(text)) {
      const readings = readingsOf(piece, isJson(text));
      for (const [test, columns] of found)
        if (!columns.has(column) && readings.some((reading) => test.isIn(reading))) columns.add(column);
      await nextTurn();
    }
  }
  const columnsOf = (test: Test) => found.get(test) ?? new Set<string>();
  const has = (test: Test) => columnsOf(test).size > 0;

  const reasons = new Set(others.filter(has).map(({ reason }) => reason));
  const naming: Test[] = [...others];
  // In all texts of the row together. A last name without the first name may be another person's.
  if (lastName.length + firstName.length > 0 && hasName(lastName, has)) {
    const hasFirstName = hasName(firstName, has);
    if (hasFirstName) reasons.add('name');
    else if (lastName.length > 0) reasons.add('lastName');
    if (hasFirstName && birthDate !== undefined && has(birthDate)) reasons.add('birthDate');
    if (hasFirstName || lastName.length > 0) naming.push(...names);
  }
  return { reasons, columns: new Set(naming.flatMap((test) => [...columnsOf(test)])) };
}

function isJson(text: string): boolean {
  return text.startsWith('{') || text.startsWith('[');
}

interface SearchContext extends Pick<PrivacyDeps, 'database' | 'monotonicClock'> {
  readonly now: Date;
}

/** A part ends soon after this time: half of it is work, the rest is left to others (store/chunks.ts). */
const partMs = 200;
/** Pauses three times as long made creations no faster, and the search of a million entries on PostgreSQL took three minutes. */
const pauseFactor = 1;
/** A part ends when it has found this many, so that a text that many entries have does not make a response too long. */
const maxFound = 100;
/** A part also ends when it has gone through so many bytes of texts. */
const bytesPerPart = 8 * 1024 * 1024;
/** How many bytes of texts a statement covers at most: strangers decide how large a row is. One row may have more. */
const bytesPerStatement = 1024 * 1024;
/**
 * How many numbers a statement covers: more and more, until they have too many bytes. To know their sizes takes PostgreSQL
 * half a second for a thousand large rows.
 */
const numbersPerStatement = { first: 100, most: 1_000 };
/** Longer than any such statement takes: what matches texts that strangers have chosen must not hold up everybody's reads. */
const statementLimitMs = 1_000;

interface Position {
  /** Of {@link sources}; -1: the indexes, which are asked first. */
  readonly source: number;
  /** The last number that was covered. */
  readonly after: number;
}

/** How far a search has come. */
export interface Progress extends Position {
  /** Identifies the search: the user's next one replaces it. */
  readonly search: string;
  /** {@link traceKey} each trace that was found. */
  readonly found: readonly string[];
}

type Columns = Readonly<Record<string, string | number | null>>;

const statements = sources.map((source) => {
  const texts = source.columns.map((column) => sql`cast(${sql.ref(column)} as text)`);
  const all = sql`concat_ws(${sql.lit('\n')}, ${sql.join(texts)})`;
  const named = source.columns.map((column, i) => sql`${texts[i]} as ${sql.ref(column)}`);
  const number = sql.ref(source.number);
  return {
    source,
    sizes: sizesOf([source]),
    /** The texts of the rows in which one may name the person. */
    find: rawStatement<{ after: number; last: number; pattern: string }, Columns>(
      (p, { matches }) => sql`
        select ${source.belongsTo} as "belongsTo", ${sql.join(named)} from ${sql.table(source.table)}
        where ${number} > ${p.after} and ${number} <= ${p.last} and ${matches(all, p.pattern)}`,
      statementLimitMs,
    ),
  };
});

const lastNumbers = rawStatement<Record<never, never>, Record<string, number | null>>(() => {
  const last = sources.map(
    ({ table, number }) =>
      sql`(select max(${sql.ref(number)}) from ${sql.table(table)}) as ${sql.ref(table)}`,
  );
  return sql`select ${sql.join(last)}`;
});

/**
 * Searches the next part: the indexes first, and then all texts. `next`: how far it has come; undefined after the last part.
 * `added`: those of the traces that no part before has found.
 */
export async function searchPart(progress: Progress, sought: SearchedPerson, context: SearchContext) {
  const { search, found } = progress;
  const read = context.database.background;
  const last = await lastOf(read);
  const matches = new Matches(found);
  if (progress.source < 0) await findByIndex(read, sought, matches);
  const { source, after } =
    progress.source < 0
      ? { source: 0, after: 0 }
      : await searchTexts(progress, last, sought, matches, context);
  const scannedBefore = last.slice(0, source).reduce((sum, number) => sum + number, 0);
  const traces = await describe(read, matches.sorted(), sought, context.now);
  return {
    traces,
    added: traces.filter((trace) => !found.includes(traceKey(trace))),
    truncated: matches.isTruncated,
    next: source < sources.length ? { search, source, after, found: [...matches.known] } : undefined,
    scanned: scannedBefore + Math.min(after, last[source] ?? 0),
    total: last.reduce((sum, number) => sum + number, 0),
  };
}

/** Searches as many texts as a part covers. Returns how far that is. */
async function searchTexts(
  begin: Position,
  last: readonly number[],
  sought: SearchedPerson,
  matches: Matches,
  { database: { background: read }, monotonicClock }: SearchContext,
): Promise<Position> {
  let { source, after } = begin;
  const mentions = mentionsOf(sought);
  const pattern = patternOf(mentions);
  const started = monotonicClock();
  let bytes = 0;
  let numbers = numbersPerStatement.first;

  /** Searches the next numbers of a table: fewer when they have too many bytes. */
  async function searchNext(): Promise<void> {
    const of = statements[source];
    const end = last[source] ?? 0;
    if (of !== undefined && after < end) {
      const sizes = await read.all(of.sizes, { after, last: after + numbers });
      const fit = fitting(sizes, bytesPerStatement);
      const until = fit.until ?? after + numbers;
      const rows = fit.bytes === 0 ? [] : await read.all(of.find, { after, last: until, pattern });
      for (const row of rows) await addMatch(of.source, row, mentions, matches);
      bytes += fit.bytes;
      numbers =
        fit.until === undefined ? Math.min(numbers * 2, numbersPerStatement.most) : Math.ceil(numbers / 2);
      after = until;
    }
    if (after >= end) {
      source++;
      after = 0;
    }
  }

  for await (const _ of chunks(searchNext, undefined, pauseFactor)) {
    const isLong = bytes >= bytesPerPart || monotonicClock() - started >= partMs;
    if (isLong || matches.size >= maxFound || source >= sources.length) break;
  }
  return { source, after };
}

async function lastOf(read: Queries): Promise<number[]> {
  const found = await read.first(lastNumbers, {});
  return sources.map(({ table }) => found?.[table] ?? 0);
}

async function addMatch(
  { table, columns, place }: Source,
  row: Columns,
  mentions: Mentions,
  matches: Matches,
): Promise<void> {
  const id = row.belongsTo;
  if (typeof id !== 'number') return;
  const texts = columns.flatMap((column): [string, string][] => {
    const text = row[column];
    return typeof text === 'string' ? [[column, text]] : [];
  });
  const { reasons, columns: named } = await readRow(texts, mentions);
  const where = new Set([...named].map((column) => `${table}.${column}`));
  if (reasons.size > 0) matches.add({ place, id, reasons, where });
}
