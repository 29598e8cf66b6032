import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { parisDay } from '../../clock.ts';
import { shownHold } from '../../entries/holds.ts';
import { emailsOf } from '../../entries/people.ts';
import { phoneKeysOf } from '../../entries/search/phone-keys.ts';
import { emailWord, nameFields } from '../../entries/search/search-terms.ts';
import type { Queries } from '../../store/database.ts';
import { bind, dynamicStatement, query } from '../../store/statement.ts';
import { type DescribedEntry, describeEntries } from '../entry-facts.ts';
import type { PersonKey } from '../persons.ts';
import type { SearchedPerson } from './criteria.ts';
import { isNamed, type Mentions, mentionsOf } from './patterns.ts';
import { type Match, type MatchedPerson, type Reason, strengthOf, type Trace, traceKey } from './trace.ts';

type Values = Pick<DescribedEntry, 'fields' | 'extra'>;

/** Returns which persons of an entry are like the one who is sought, and by what. */
function matchedPersons(
  sought: SearchedPerson,
  mentions: Mentions,
  { facts: { persons }, fields, extra, relations }: DescribedEntry,
): MatchedPerson[] {
  const { phoneAdresseur: phone, emailAdresseur: email, ...own } = fields;
  const all: (Values & { readonly person: MatchedPerson['person'] })[] = [
    { person: 'entry', fields: own, extra },
    ...relations.map(({ position: person, ...values }) => ({ person, ...values })),
    { person: 'referrer', fields: { phone, email }, extra: {} },
  ];
  return all.flatMap(({ person, ...values }) => {
    const reasons = reasonsFor(sought, mentions, values);
    if (reasons.length === 0) return [];
    const { name = null, kinship = null } = persons.find((one) => one.person === person) ?? {};
    return [{ person, name, kinship, strength: strengthOf(new Set(reasons)), reasons }];
  });
}

/**
 * Returns the person whom the entry is found for: the one that matches by all that any other does, and by more. Null when
 * there is none, as when mother and daughter share the number that was searched for, for a referrer, and for somebody whose
 * name is not the one that was searched for.
 */
function likeliest(sought: SearchedPerson, matched: readonly MatchedPerson[]): PersonKey | null {
  const found = matched.find((one) => matched.every((other) => other === one || surpasses(one, other)));
  if (found === undefined || found.person === 'referrer') return null;
  const isNameSought = sought.lastName.length + sought.firstName.length > 0;
  const isOfOtherName = isNameSought && found.name !== null && !found.reasons.includes('name');
  return isOfOtherName ? null : found.person;
}

function surpasses({ reasons }: MatchedPerson, { reasons: others }: MatchedPerson): boolean {
  return reasons.length > others.length && others.every((reason) => reasons.includes(reason));
}

function reasonsFor(sought: SearchedPerson, mentions: Mentions, { fields, extra }: Values): Reason[] {
  const names = nameFields.map((field) => fields[field]);
  const hasName = isNamed(mentions, names);
  const isBorn =
    hasName &&
    sought.birthDate !== undefined &&
    JSON.stringify([fields, extra]).includes(`"${sought.birthDate}"`);
  const keys = sought.phoneKeys.length > 0 ? phoneKeysOf([fields]) : [];
  const hasPhone = keys.some((key) => sought.phoneKeys.includes(key));
  const hasEmail = emailsOf([fields]).some((email) => emailWord(email) === sought.email);
  return [
    ...(hasPhone ? (['phone'] as const) : []),
    ...(hasEmail ? (['email'] as const) : []),
    ...(hasName ? (['name'] as const) : []),
    ...(isBorn ? (['birthDate'] as const) : []),
  ];
}

type Described = Omit<Trace, 'strength' | 'reasons' | 'where'>;

/** Returns what was found of the person who is sought as traces, in this order. What no longer exists is left out. */
export async function describe(
  read: Queries,
  matches: readonly Match[],
  sought: SearchedPerson,
  now: Date,
): Promise<Trace[]> {
  const idsOf = (place: Trace['place']) =>
    matches.filter((match) => match.place === place).map(({ id }) => id);
  const places = new Map<string, Described>();
  for (const entry of await describedEntries(read, idsOf('entry'), sought, now))
    places.set(traceKey(entry), entry);
  for (const place of ['user', 'staff', 'request', 'refused'] as const)
    for (const row of await namesOf(read, place, idsOf(place))) {
      const named = { place, ...row, ...withoutEntry };
      places.set(traceKey(named), named);
    }
  return matches.flatMap((match) => {
    const one = places.get(traceKey(match));
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

async function describedEntries(
  read: Queries,
  entryIds: readonly number[],
  sought: SearchedPerson,
  now: Date,
) {
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
