import { sql } from 'kysely';
import { emailWord } from '../../entries/search/search-terms.ts';
import type { Queries } from '../../store/database.ts';
import { rawStatement, statement } from '../../store/statement.ts';
import type { Sought } from './criteria.ts';
import { isNamed, mentionsOf } from './patterns.ts';
import { type Matches, maxTraces, type Reason, type Trace } from './trace.ts';

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
export async function findByIndex(read: Queries, sought: Sought, matches: Matches): Promise<void> {
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
