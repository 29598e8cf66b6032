import { sql } from '#kysely';
import type { Engine, Queries } from '../../database/port.ts';
import { rawStatement, statement } from '../../database/statement.ts';
import { emailWord, matching, type Sought, wordsIn } from '../../entries/entry-words.ts';
import { searchKeys } from '../../phones/phone-keys.ts';
import { Problem } from '../../reading/problem.ts';
import { cleanText, isExact } from '../../reading/text.ts';
import { mostCounted } from '../pages.ts';
import type { Source } from './list-statements.ts';

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

/**
 * Looks for what somebody has typed, by whatever it looks like: beginnings of names or of an e-mail address, a phone
 * number in any form, a customId, a partner's number, our own (`RES-000123`). Give it `typed` untrimmed.
 */
export async function search(read: Queries, typed: string): Promise<Found> {
  const text = cleanText(typed);
  if ([...text].length < least) throw new Problem('q', `expected at least ${least} characters`);
  const ids = new Set<number>();
  const crowds: Crowd[] = [];
  for (const crowd of crowdsIn(typed, text, read.engine)) {
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

function crowdsIn(typed: string, text: string, engine: Engine): Crowd[] {
  const phones = /^[\d\s().+/-]+$/.test(text) ? searchKeys(typed) : [];
  const sought = wordsSought(text);
  return [
    ...phones.map((key) => ({ source: 'phone', sought: key }) as const),
    ...(sought.length === 0 ? [] : [{ source: 'words', sought: matching(sought, engine) } as const]),
  ];
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
