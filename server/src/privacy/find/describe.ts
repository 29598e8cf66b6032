import { setImmediate as nextTurn } from 'node:timers/promises';
import { parisDay } from '../../clock.ts';
import type { Queries } from '../../store/database.ts';
import { type Statement, statement } from '../../store/statement.ts';
import { describeEntries } from '../entry-facts.ts';
import type { Sought } from './criteria.ts';
import { likeliest, matchedPersons } from './matched-persons.ts';
import { type Match, strengthOf, type Trace } from './trace.ts';

const longestName = 200;

const filesByIds = statement<{ ids: string }>()((db, p, { idIn }) =>
  db.selectFrom('files').select(['entry_id as entryId', 'name']).where(idIn('entry_id', p.ids)),
);
const holdsByIds = statement<{ ids: string; today: string }>()((db, p, { idIn }) =>
  db
    .selectFrom('holds')
    .select(['entry_id as entryId', 'kind', 'until'])
    .where(idIn('entry_id', p.ids))
    .where('ended_at', 'is', null)
    .where('until', '>=', p.today)
    .orderBy('until'),
);
const usersByIds = statement<{ ids: string }>()((db, p, { idIn }) =>
  db.selectFrom('users').select(['id', 'name']).where(idIn('id', p.ids)),
);
const staffByIds = statement<{ ids: string }>()((db, p, { idIn }) =>
  db
    .selectFrom('staff')
    .select(['id', 'establishment_id as establishmentId', 'name'])
    .where(idIn('id', p.ids)),
);
const requestsByIds = statement<{ ids: string }>()((db, p, { idIn }) =>
  db.selectFrom('privacy_requests').select(['id', 'person as name']).where(idIn('id', p.ids)),
);

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
  const described = async (
    place: Trace['place'],
    find: (ids: readonly number[]) => Promise<readonly Omit<Described, 'place'>[]>,
  ) => {
    const ids = idsOf(place);
    if (ids.length === 0) return;
    for (const one of await find(ids)) places.set(`${place} ${one.id}`, { place, ...one });
  };
  const others =
    (names: Statement<{ ids: string }, OtherPlace>) =>
    async (ids: readonly number[]): Promise<Omit<Described, 'place'>[]> =>
      (await read.all(names, { ids: JSON.stringify(ids) })).map(withoutEntry);
  await described('entry', (ids) => describedEntries(read, ids, sought, now));
  await described('user', others(usersByIds));
  await described('staff', others(staffByIds));
  await described('request', others(requestsByIds));
  return matches.flatMap(({ place, id, reasons, where }) => {
    const one = places.get(`${place} ${id}`);
    if (one === undefined) return [];
    return [{ ...one, strength: strengthOf(reasons), reasons: [...reasons], where: [...where] }];
  });
}

interface OtherPlace {
  readonly id: number;
  readonly name: string;
  readonly establishmentId?: number;
}

function withoutEntry({ name, ...row }: OtherPlace) {
  const nobody = { entry: null, hold: null, persons: [], person: null, files: [] };
  return { ...row, name: name.slice(0, longestName), ...nobody };
}

async function describedEntries(
  read: Queries,
  entryIds: readonly number[],
  sought: Sought,
  now: Date,
): Promise<Omit<Described, 'place'>[]> {
  const today = parisDay(now);
  const ids = JSON.stringify(entryIds);
  const files = Map.groupBy(await read.all(filesByIds, { ids }), ({ entryId }) => entryId);
  const holds = new Map(
    (await read.all(holdsByIds, { ids, today })).map(({ entryId, ...hold }) => [entryId, hold]),
  );
  const described: Omit<Described, 'place'>[] = [];
  for (const entry of await describeEntries(read, entryIds, today)) {
    const { id, facts } = entry;
    const persons = matchedPersons(sought, entry);
    described.push({
      id,
      name: facts.persons.find(({ name }) => name !== null)?.name ?? null,
      entry: facts,
      hold: holds.get(id) ?? null,
      persons,
      person: likeliest(sought, persons),
      files: (files.get(id) ?? []).map(({ name }) => name),
    });
    // Reading the phones of one entry may take 40 ms: others come in between.
    await nextTurn();
  }
  return described;
}
