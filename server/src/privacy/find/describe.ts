import { parisDay } from '../../clock.ts';
import type { Fields } from '../../entries/change/diff.ts';
import { peopleOf } from '../../entries/people.ts';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import { type Match, strengthOf, type Trace } from './trace.ts';

const longestName = 200;

const entriesByIds = statement<{ ids: string }>()((db, p, { idIn }) =>
  db
    .selectFrom('entries')
    .select(['id', 'kind', 'establishment_id as establishmentId', 'received_at as receivedAt'])
    .select(['restriction', 'fields'])
    .where(idIn('id', p.ids)),
);
const relationsByIds = statement<{ ids: string }>()((db, p, { idIn }) =>
  db
    .selectFrom('relations')
    .select(['entry_id as entryId', 'fields'])
    .where(idIn('entry_id', p.ids))
    .orderBy('entry_id')
    .orderBy('position'),
);
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

/** Returns what was found as traces, in this order. What no longer exists is left out. */
export async function describe(read: Queries, matches: readonly Match[], now: Date): Promise<Trace[]> {
  const ids = (place: Trace['place']) => {
    const found = matches.filter((match) => match.place === place).map(({ id }) => id);
    return found.length === 0 ? undefined : JSON.stringify(found);
  };
  const places = new Map<string, Described>();
  const described = async (
    place: Trace['place'],
    find: (ids: string) => Promise<readonly Omit<Described, 'place'>[]>,
  ) => {
    const found = ids(place);
    if (found === undefined) return;
    for (const one of await find(found)) places.set(`${place} ${one.id}`, { place, ...one });
  };
  await described('entry', (found) => describedEntries(read, found, now));
  await described('user', async (found) => (await read.all(usersByIds, { ids: found })).map(withoutEntry));
  await described('staff', async (found) => (await read.all(staffByIds, { ids: found })).map(withoutEntry));
  await described('request', async (found) =>
    (await read.all(requestsByIds, { ids: found })).map(withoutEntry),
  );
  return matches.flatMap(({ place, id, reasons, where }) => {
    const one = places.get(`${place} ${id}`);
    if (one === undefined) return [];
    return [{ ...one, strength: strengthOf(reasons), reasons: [...reasons], where: [...where] }];
  });
}

function withoutEntry<Row extends { readonly name: string }>({ name, ...row }: Row) {
  return { ...row, name: name.slice(0, longestName), restriction: null, hold: null, files: [] };
}

async function describedEntries(read: Queries, ids: string, now: Date): Promise<Omit<Described, 'place'>[]> {
  const relations = Map.groupBy(await read.all(relationsByIds, { ids }), ({ entryId }) => entryId);
  const files = Map.groupBy(await read.all(filesByIds, { ids }), ({ entryId }) => entryId);
  const holds = new Map(
    (await read.all(holdsByIds, { ids, today: parisDay(now) })).map(({ entryId, ...hold }) => [
      entryId,
      hold,
    ]),
  );
  return (await read.all(entriesByIds, { ids })).map(({ fields, ...entry }) => {
    const related = (relations.get(entry.id) ?? []).map((one): Fields => JSON.parse(one.fields));
    return {
      ...entry,
      name: peopleOf(JSON.parse(fields), related).name,
      hold: holds.get(entry.id) ?? null,
      files: (files.get(entry.id) ?? []).map(({ name }) => name),
    };
  });
}
