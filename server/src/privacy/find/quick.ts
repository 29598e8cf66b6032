import { sql } from 'kysely';
import { emailWord, searchTermsOf, wordsIn } from '../../entries/search/search-terms.ts';
import type { Queries } from '../../store/database.ts';
import { rawStatement, statement } from '../../store/statement.ts';
import type { Sought } from './criteria.ts';
import { describe } from './describe.ts';
import { Matches, type Reason, type Trace } from './trace.ts';

/** As many as can be erased at once. */
const maxTraces = 200;
const perCriterion = sql.lit(maxTraces + 1);
/** A birth date is compared in so many of the newest entries with the name, */
const maxNamed = 5_000;
/** so many at a time: strangers decide how large they are. */
const namedPerStatement = 100;
const maxUsers = sql.lit(10_000);

const byPhone = statement<{ key: string }>()((db, p) =>
  db
    .selectFrom('entry_phones')
    .select('entry_id as id')
    .where('key', '=', p.key)
    .orderBy('entry_id', 'desc')
    .limit(perCriterion),
);
const byWords = newestWithWords(maxTraces + 1);
const named = newestWithWords(maxNamed);
/** Fields of the people of these entries that have the day somewhere: a row for each person. */
const bornOn = rawStatement<{ ids: string; like: string }, { id: number; fields: string }>((p, { idIn }) => {
  const hasDay = sql`(cast(fields as text) like ${p.like} or cast(extra as text) like ${p.like})`;
  return sql`
    select id, fields from entries where ${idIn('id', p.ids)} and ${hasDay}
    union all
    select entry_id as id, fields from relations where ${idIn('entry_id', p.ids)} and ${hasDay}`;
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

/**
 * Finds a person by the indexes: entries of all kinds, users, staff. Free text is left to the deep search. `truncated`: whether
 * there are more traces.
 */
export async function findByIndex(read: Queries, sought: Sought, now: Date) {
  const matches = new Matches();
  let truncated = false;
  const add = (place: Trace['place'], found: readonly { readonly id: number }[], reason: Reason) => {
    truncated ||= found.length > maxTraces;
    for (const { id } of found) matches.add({ place, id, reasons: new Set([reason]), where: new Set() });
  };
  for (const key of sought.phoneKeys) add('entry', await read.all(byPhone, { key }), 'phone');
  if (sought.email !== undefined)
    add('entry', await read.all(byWords, { query: wholeWords(read, [sought.email]) }), 'email');
  if (sought.customId !== undefined)
    add('entry', await read.all(byCustomId, { customId: sought.customId }), 'customId');
  if (sought.partnerNumber !== undefined) {
    const number = sought.partnerNumber;
    const own = Number(/^RES-(\d{1,12})$/i.exec(number)?.[1] ?? 0);
    add('entry', await read.all(byPartnerNumber, { number, own }), 'partnerNumber');
  }
  const name = [...new Set([...sought.lastName, ...sought.firstName])];
  if (name.length > 0) {
    const query = wholeWords(read, name);
    add('entry', await read.all(byWords, { query }), 'name');
    const born = await bornWithName(read, query, name, sought.birthDate);
    add('entry', born, 'name');
    add('entry', born, 'birthDate');
  }
  const { email } = sought;
  if (name.length > 0 || email !== undefined) {
    const users = await read.all(allUsers, {});
    if (email !== undefined)
      add(
        'user',
        users.filter((user) => emailWord(user.email) === email),
        'email',
      );
    add('user', users.filter(isNamed(name)), 'name');
    add('staff', (await read.all(allStaff, {})).filter(isNamed(name)), 'name');
  }
  const traces = await describe(read, matches.sorted().slice(0, maxTraces), sought, now);
  return { traces, truncated: truncated || matches.size > maxTraces };
}

const wholeWords = (read: Queries, words: readonly string[]) =>
  read.dialect.toMatchQuery(words.map((word) => ({ word, whole: true })));

/** Returns the entries with a person who has this name and this birth date. */
async function bornWithName(
  read: Queries,
  query: string,
  name: readonly string[],
  birthDate: string | undefined,
): Promise<{ readonly id: number }[]> {
  if (birthDate === undefined) return [];
  const ids = (await read.all(named, { query })).map(({ id }) => id);
  const found: { id: number }[] = [];
  for (let from = 0; from < ids.length; from += namedPerStatement) {
    const some = JSON.stringify(ids.slice(from, from + namedPerStatement));
    for (const { id, fields } of await read.all(bornOn, { ids: some, like: `%"${birthDate}"%` })) {
      const words = new Set(searchTermsOf([JSON.parse(fields)]));
      if (name.every((word) => words.has(word))) found.push({ id });
    }
  }
  return found;
}

function newestWithWords(limit: number) {
  return rawStatement<{ query: string }, { id: number }>((p, { wordsKey, hasWords }) => {
    const id = sql.ref(wordsKey);
    return sql`select ${id} as id from entry_words where ${hasWords(p.query)} order by ${id} desc limit ${sql.lit(limit)}`;
  });
}

function isNamed(name: readonly string[]) {
  return (person: { readonly name: string }): boolean => {
    if (name.length === 0) return false;
    const words = new Set(wordsIn(person.name));
    return name.every((word) => words.has(word));
  };
}
