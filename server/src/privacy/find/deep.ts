import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { MonotonicClock } from '../../clock.ts';
import type { Secrets } from '../../secrets.ts';
import { chunks } from '../../store/chunks.ts';
import type { Database, Queries } from '../../store/database.ts';
import { rawStatement } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { Sought } from './criteria.ts';
import { describe } from './describe.ts';
import { type Patterns, patternsOf } from './patterns.ts';
import { type Source, sources } from './sources.ts';
import { Matches, type Reason, type Trace } from './trace.ts';

interface DeepPart {
  readonly traces: Trace[];
  /** For the next part; null after the last one. */
  readonly cursor: string | null;
  readonly scanned: number;
  readonly total: number;
  /** How many traces this part and those before have found; a place that two of them found counts twice. */
  readonly count: number;
}

interface DeepContext {
  readonly database: Pick<Database, 'background'>;
  readonly secrets: Secrets;
  readonly now: Date;
  readonly monotonicClock: MonotonicClock;
}

/** A part ends soon after this time: half of it is work, the rest is left to others (store/chunks.ts). */
const partMs = 200;
/** Pauses three times as long made creations no faster, and the search of a million entries on PostgreSQL took three minutes. */
const pauseFactor = 1;
/** A part ends when it has found this many, so that a text that many entries have does not make a response too long. */
const maxFound = 100;
/** How many numbers a statement covers. */
const numbersPerStatement = 1_000;
/** How many rows' texts are read at a time. One may have 256 KiB. */
const rowsPerReading = 20;

interface Position {
  readonly source: number;
  /** The last number that was covered. */
  readonly after: number;
}

/** What a cursor holds. */
interface Progress extends Position {
  /** How many traces were found so far. */
  readonly count: number;
}

type Columns = Readonly<Record<string, string | number | null>>;

const statements = sources.map((source) => {
  const texts = source.columns.map((column) => sql`cast(${sql.ref(column)} as text)`);
  const all = sql`concat_ws(${sql.lit('\n')}, ${sql.join(texts)})`;
  const named = source.columns.map((column, i) => sql`${texts[i]} as ${sql.ref(column)}`);
  const number = sql.ref(source.number);
  return {
    source,
    /** The numbers of the rows with a text that matches. */
    find: rawStatement<{ after: number; last: number; pattern: string }, { number: number }>(
      (p, { matches }) => sql`
        select distinct ${number} as number from ${sql.table(source.table)}
        where ${number} > ${p.after} and ${number} <= ${p.last} and ${matches(all, p.pattern)}
        order by 1`,
    ),
    /** Their texts. */
    read: rawStatement<{ numbers: string; pattern: string }, Columns>(
      (p, { idIn, matches }) => sql`
        select ${source.belongsTo} as "belongsTo", ${sql.join(named)} from ${sql.table(source.table)}
        where ${idIn(source.number, p.numbers)} and ${matches(all, p.pattern)}`,
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

/** Searches the next part of all texts. `cursor`: that of the part before, for the same person. */
export async function searchFrom(
  cursor: string | undefined,
  sought: Sought,
  { database: { background }, secrets, now, monotonicClock }: DeepContext,
): Promise<DeepPart> {
  const sealing = sealed(sought, secrets);
  const { count: before, ...begin } =
    cursor === undefined ? { source: 0, after: 0, count: 0 } : sealing.open(cursor);
  let position: Position = begin;
  const last = await lastOf(background);
  const patterns = patternsOf(sought);
  const matches = new Matches();
  const started = monotonicClock();
  const ranges = chunks(
    () => searchRange(background, position, last, patterns, matches),
    undefined,
    pauseFactor,
  );
  for await (const next of ranges) {
    position = next;
    const isFull = matches.size >= maxFound || monotonicClock() - started >= partMs;
    if (isFull || position.source >= sources.length) break;
  }
  const scannedBefore = last.slice(0, position.source).reduce((sum, number) => sum + number, 0);
  const traces = await describe(background, matches.sorted(), sought, now);
  const count = before + traces.length;
  return {
    traces,
    count,
    cursor: position.source < sources.length ? sealing.close({ ...position, count }) : null,
    scanned: scannedBefore + Math.min(position.after, last[position.source] ?? 0),
    total: last.reduce((sum, number) => sum + number, 0),
  };
}

async function lastOf(read: Queries): Promise<number[]> {
  const found = await read.first(lastNumbers, {});
  return sources.map(({ table }) => found?.[table] ?? 0);
}

/** Searches a range of one table and returns where the next one begins. */
async function searchRange(
  read: Queries,
  { source, after }: Position,
  lastOfSources: readonly number[],
  patterns: Patterns,
  matches: Matches,
): Promise<Position> {
  const end = lastOfSources[source] ?? 0;
  const of = statements[source];
  if (of === undefined || after >= end) return { source: source + 1, after: 0 };
  const last = after + numbersPerStatement;
  const found = await read.all(of.find, { after, last, pattern: patterns.any });
  for (let from = 0; from < found.length; from += rowsPerReading) {
    const numbers = found.slice(from, from + rowsPerReading).map(({ number }) => number);
    const values = { numbers: JSON.stringify(numbers), pattern: patterns.any };
    for (const row of await read.all(of.read, values)) addMatch(of.source, row, patterns, matches);
  }
  return last >= end ? { source: source + 1, after: 0 } : { source, after: last };
}

function addMatch(
  { table, columns, place }: Source,
  row: Columns,
  patterns: Patterns,
  matches: Matches,
): void {
  const id = row.belongsTo;
  if (typeof id !== 'number') return;
  const texts = columns.flatMap((column): [string, string][] => {
    const text = row[column];
    return typeof text === 'string' ? [[column, text]] : [];
  });
  const reasons = new Set<Reason>();
  const where = new Set<string>();
  const found = (pattern: RegExp): boolean => {
    const matching = texts.filter(([, text]) => pattern.test(text));
    for (const [column] of matching) where.add(`${table}.${column}`);
    return matching.length > 0;
  };
  for (const { reason, pattern } of patterns.others) if (found(pattern)) reasons.add(reason);
  for (const reason of nameReasons(patterns, texts)) reasons.add(reason);
  if (reasons.has('name') || reasons.has('lastName'))
    for (const pattern of [...patterns.lastName, ...patterns.firstName]) found(pattern);
  if (reasons.size > 0) matches.add({ place, id, reasons, where });
}

/** The name, in all texts of a row together. A last name without the first name may be another person's. */
function nameReasons(
  { lastName, firstName, birthDate }: Patterns,
  texts: readonly (readonly [column: string, text: string])[],
): Reason[] {
  const hasAll = (words: readonly RegExp[]) =>
    words.every((word) => texts.some(([, text]) => word.test(text)));
  if (lastName.length + firstName.length === 0 || !hasAll(lastName)) return [];
  if (!hasAll(firstName)) return lastName.length > 0 ? ['lastName'] : [];
  const isBorn = birthDate !== undefined && texts.some(([, text]) => birthDate.test(text));
  return isBorn ? ['name', 'birthDate'] : ['name'];
}

/** A cursor is encrypted and holds for one person: no search can begin with it, unseen by the audit trail. */
function sealed(sought: Sought, secrets: Secrets) {
  const person = hash('sha256', JSON.stringify(sought), 'base64url');
  const invalid = () =>
    new ValidationError('cursor', 'expected that of the response before, with the same criteria');
  return {
    close: ({ source, after, count }: Progress): string => {
      const { table = null } = sources[source] ?? {};
      return secrets.encrypt(JSON.stringify([person, table, after, count]));
    },
    open(cursor: string): Progress {
      const [whose, table, after, count] = parsed(cursor, secrets);
      const source = sources.findIndex((one) => one.table === table);
      if (whose !== person || source < 0 || typeof after !== 'number' || typeof count !== 'number')
        throw invalid();
      return { source, after, count };
    },
  };

  function parsed(cursor: string, { decrypt }: Secrets): readonly unknown[] {
    try {
      const content: unknown = JSON.parse(decrypt(cursor));
      return Array.isArray(content) ? content : [];
    } catch {
      throw invalid();
    }
  }
}
