import { sql } from 'kysely';
import { fitting, sizesOf } from '../../store/byte-slices.ts';
import { chunks } from '../../store/chunks.ts';
import type { Queries } from '../../store/database.ts';
import { rawStatement } from '../../store/statement.ts';
import type { PrivacyDeps } from '../deps.ts';
import type { Sought } from './criteria.ts';
import { describe } from './describe.ts';
import { type Mentions, mentionsOf, patternOf } from './patterns.ts';
import { findByIndex } from './quick.ts';
import { readRow } from './read-row.ts';
import { type Source, sources } from './sources.ts';
import { keyOf, Matches } from './trace.ts';

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
  /** {@link keyOf} each trace that was found. */
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
export async function searchPart(progress: Progress, sought: Sought, context: SearchContext) {
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
    added: traces.filter((trace) => !found.includes(keyOf(trace))),
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
  sought: Sought,
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
