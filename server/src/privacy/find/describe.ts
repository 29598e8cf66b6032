import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { parisDay } from '../../clock.ts';
import { shownHold } from '../../entries/holds.ts';
import type { Queries } from '../../store/database.ts';
import { bind, dynamicStatement, query } from '../../store/statement.ts';
import { describeEntries } from '../entry-facts.ts';
import type { Sought } from './criteria.ts';
import { likeliest, matchedPersons } from './matched-persons.ts';
import { mentionsOf } from './patterns.ts';
import { keyOf, type Match, strengthOf, type Trace } from './trace.ts';

type Described = Omit<Trace, 'strength' | 'reasons' | 'where'>;

/** Returns what was found of the person who is sought as traces, in this order. What no longer exists is left out. */
export async function describe(
  read: Queries,
  matches: readonly Match[],
  sought: Sought,
  now: Date,
): Promise<Trace[]> {
  const idsOf = (place: Trace['place']) =>
    matches.filter((match) => match.place === place).map(({ id }) => id);
  const places = new Map<string, Described>();
  for (const entry of await describedEntries(read, idsOf('entry'), sought, now))
    places.set(keyOf(entry), entry);
  for (const place of ['user', 'staff', 'request', 'refused'] as const)
    for (const row of await namesOf(read, place, idsOf(place))) {
      const named = { place, ...row, ...withoutEntry };
      places.set(keyOf(named), named);
    }
  return matches.flatMap((match) => {
    const one = places.get(keyOf(match));
    if (one === undefined) return [];
    // The indexes know no birth dates: the entry's persons do.
    const all = match.reasons.union(new Set(one.persons.flatMap(({ reasons }) => reasons)));
    return [{ ...one, strength: strengthOf(all), reasons: [...all], where: [...match.where] }];
  });
}

/** What only a trace in an entry has. */
const withoutEntry = { entry: null, hold: null, persons: [], person: null, files: [] };
const names = {
  user: sql`id, name from users`,
  staff: sql`id, establishment_id as "establishmentId", name from staff`,
  request: sql`id, person as name from privacy_requests`,
  refused: sql`id, (select name from callers where callers.id = caller_id) as name from refused_creations`,
};

async function namesOf(read: Queries, place: keyof typeof names, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return read.all(
    dynamicStatement<{ id: number; name: string; establishmentId?: number }>(
      (_, { idIn }) => sql`select ${names[place]} where ${idIn('id', bind(ids))}`,
    ),
  );
}

async function describedEntries(read: Queries, entryIds: readonly number[], sought: Sought, now: Date) {
  if (entryIds.length === 0) return [];
  const ids = bind(entryIds);
  const files = await read.all(
    query((db, { idIn }) => db.selectFrom('files').select(['entry_id', 'name']).where(idIn('entry_id', ids))),
  );
  const mentions = mentionsOf(sought);
  const described: Described[] = [];
  for (const entry of await describeEntries(read, entryIds, parisDay(now))) {
    const { id, facts } = entry;
    const persons = matchedPersons(sought, mentions, entry);
    described.push({
      place: 'entry',
      id,
      name: facts.persons.find(({ name }) => name !== null)?.name ?? null,
      entry: facts,
      hold: await shownHold(read, id, now),
      persons,
      person: likeliest(sought, persons),
      files: files.filter(({ entry_id }) => entry_id === id).map(({ name }) => name),
    });
    // Reading the phones of one entry may take 40 ms: others come in between.
    await nextTurn();
  }
  return described;
}
