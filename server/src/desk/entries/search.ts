import { sql } from 'kysely';
import type { Queries } from '../../database/port.ts';
import { rawStatement, statement } from '../../database/statement.ts';
import { emailWord, matching, type Sought, wordsIn } from '../../entries/entry-words.ts';
import { searchKeys } from '../../phones/phone-keys.ts';
import { Problem } from '../../reading/problem.ts';
import { cleanText, isExact } from '../../reading/text.ts';
import { mostCounted } from '../pages.ts';
import type { Source } from './list-statements.ts';
import { oneOf } from './one-of.ts';

/** What a search has found, before any filter. */
export interface Found {
  /** Every entry of the searches that find few, and the newest of those that find many. */
  readonly ids: ReadonlySet<number>;
  /** The searches that find more than {@link mostCounted}: they are walked through in the order of the list. */
  readonly crowds: readonly Crowd[];
}

export interface Crowd {
  readonly source: Exclude<Source, 'all'>;
  readonly sought: string;
}

const least = 2;
/** Beginnings as long as this have an index of their own on SQLite: however many they find, the newest come first. */
const longestIndexed = 3;
const mostWords = 10;
const limit = sql.lit(mostCounted + 1);

const byWords = rawStatement<{ sought: string }, { id: number }>((p, engine) =>
  engine === 'sqlite'
    ? sql`select rowid as id from entry_words where entry_words match ${p.sought} order by rowid desc limit ${limit}`
    : sql`select entry_id as id from entry_words where words @@ ${p.sought}::tsquery order by entry_id desc limit ${limit}`,
);
const byPhone = statement<{ sought: string }>()((db, p) =>
  db
    .selectFrom('entry_phones')
    .select('entry_id as id')
    .where('key', '=', p.sought)
    .orderBy('entry_id', 'desc')
    .limit(limit),
);
// Of each caller in turn: the index is by caller.
const byCustomId = rawStatement<{ sought: string }, { id: number }>(
  (p, engine) => sql`
    select e.id from callers c ${engine === 'sqlite' ? sql`cross join` : sql`join`} entries e
      on e.caller_id = c.id and e.custom_id = ${p.sought}
    limit ${limit}`,
);
const byPartnerid = statement<{ sought: string }>()((db, p) =>
  db.selectFrom('entries').select('id').where('partnerid', '=', p.sought).limit(limit),
);
const byOwnNumber = statement<{ id: number }>()((db, p) =>
  db.selectFrom('orientations').select('entry_id as id').where('id', '=', p.id),
);

// Whether a word as it stands is one of a crowd: in no order, for that can take as long as the search.
const standsIn = rawStatement<{ sought: string }, { count: number }>(
  (p, engine) => sql`
    select count(*) as count from (
      select 1 from entry_words where ${
        engine === 'sqlite' ? sql`entry_words match ${p.sought}` : sql`words @@ ${p.sought}::tsquery`
      } limit ${limit}
    ) as standing`,
);

/** Those of the entries `ids`, a JSON array, that words find; SQLite reads all between the `first` and the `last` of them. Cast: FTS5 takes no notice of a bound that comes as a float, as all do from JavaScript. */
const amongWords = rawStatement<Among, { id: number }>((p, engine) =>
  engine === 'sqlite'
    ? sql`select rowid as id from entry_words where entry_words match ${p.sought} and rowid between cast(${p.first} as integer) and cast(${p.last} as integer)`
    : sql`select entry_id as id from entry_words where words @@ ${p.sought}::tsquery and ${oneOf('entry_id', p.ids, engine)}`,
);
const amongPhones = rawStatement<Among, { id: number }>(
  (p, engine) =>
    sql`select entry_id as id from entry_phones where key = ${p.sought} and ${oneOf('entry_id', p.ids, engine)}`,
);
type Among = { sought: string; ids: string; first: number; last: number };

/** Those of some entries that a search of many finds too. */
export async function idsAmong(
  read: Queries,
  { source, sought }: Crowd,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const wanted = new Set(ids);
  const found = await read.all(source === 'words' ? amongWords : amongPhones, {
    sought,
    ids: JSON.stringify(ids),
    first: Math.min(...ids),
    last: Math.max(...ids),
  });
  return new Set(found.flatMap(({ id }) => (wanted.has(id) ? id : [])));
}

/**
 * Looks for what somebody has typed, by whatever it looks like: beginnings of names or of an e-mail address, a phone
 * number in any form, a customId, a partner's number, our own (`RES-000123`). Give it `typed` untrimmed.
 */
export async function search(read: Queries, typed: string): Promise<Found> {
  const text = cleanText(typed);
  if ([...text].length < least) throw new Problem('q', `expected at least ${least} characters`);
  const ids = new Set<number>();
  const crowds: Crowd[] = [];
  for (const crowd of await crowdsIn(read, typed, text)) {
    const found = await read.all(crowd.source === 'words' ? byWords : byPhone, { sought: crowd.sought });
    for (const { id } of found.slice(0, mostCounted)) ids.add(id);
    if (found.length > mostCounted) crowds.push(crowd);
  }
  if (isExact(text)) {
    for (const exact of [byCustomId, byPartnerid]) {
      for (const { id } of await read.all(exact, { sought: text })) ids.add(id);
    }
  }
  const own = /^RES-(\d{1,12})$/i.exec(text)?.[1];
  if (own !== undefined) {
    const orientation = await read.first(byOwnNumber, { id: Number(own) });
    if (orientation !== undefined) ids.add(orientation.id);
  }
  return { ids, crowds };
}

async function crowdsIn(read: Queries, typed: string, text: string): Promise<Crowd[]> {
  const phones = /^[\d\s().+/-]+$/.test(text) ? searchKeys(typed) : [];
  const sought: Sought[] = [];
  for (const one of wordsSought(text)) sought.push(await asItStands(read, one));
  return [
    ...phones.map((key) => ({ source: 'phone', sought: key }) as const),
    ...(sought.length === 0 ? [] : [{ source: 'words', sought: matching(sought, read.engine) } as const]),
  ];
}

/**
 * A word that a crowd has is looked for as it stands. Of whatever else begins with it, SQLite would have to read all:
 * 0.15 s for a name that a million entries have.
 */
async function asItStands(read: Queries, one: Sought): Promise<Sought> {
  if (one.whole || one.word.length <= longestIndexed) return one;
  const whole = { ...one, whole: true };
  const found = await read.first(standsIn, { sought: matching([whole], read.engine) });
  return (found?.count ?? 0) > mostCounted ? whole : one;
}

/** Words as somebody types them, the last one perhaps not to its end. */
function wordsSought(text: string): Sought[] {
  if (!/\p{L}/u.test(text)) return [];
  const words = text
    .split(/\s+/)
    .flatMap((part) => (part.includes('@') && part.length > least ? [emailWord(part)] : wordsIn(part)))
    .slice(0, mostWords);
  // Half of all entries have a word that begins with a given letter: beside others it says nothing.
  const long = [...new Set(words)].filter((word) => word.length >= least);
  return long.length > 0
    ? long.map((word) => ({ word, whole: false }))
    : words.slice(0, 1).map((word) => ({ word, whole: true }));
}
