import { type RawBuilder, sql } from 'kysely';
import Type from 'typebox';
import { type EntryClass, isNowhere, type Reach, reachOfEntry } from '../../access/roles.ts';
import { parisDay } from '../../clock.ts';
import { type EntryKind, entryKinds, type surveyTypes } from '../../contract/enumerations.ts';
import { deskRoute } from '../../http/desk-route.ts';
import type { Queries } from '../../store/database.ts';
import { dynamicStatement } from '../../store/statement.ts';
import { noteListView } from '../list-views.ts';
import { complaintsWithin, withinReach } from './filter.ts';
import { identifiersIn, type LookUpDeps, objectedOn } from './known-family.ts';
import { complaint, SearchText } from './list-query.ts';
import { listedEntries } from './listed.ts';
import { matchesOf, nearMatches, newestOf } from './search.ts';

/** Shown of each group, and of names that are nearly alike. */
const maxShown = 5;
/** Looked at of each way to find entries: the newest. */
const maxLookedAt = 5_000;

/** The entries of one kind that were found; surveys are a group for each type. */
interface FoundGroup {
  readonly kind: EntryKind;
  /** The type of a survey; null for other kinds. */
  readonly type: SurveyType | null;
  /** The first {@link maxShown}. */
  readonly ids: readonly number[];
  readonly count: number;
}

interface FoundEntries {
  readonly groups: readonly FoundGroup[];
  /** Whether no more than the newest {@link maxLookedAt} matched. */
  readonly isComplete: boolean;
  /** With a name that differs by one typing error; none when enough were found without. */
  readonly near: readonly number[];
}

type SurveyType = (typeof surveyTypes)[number];
type ReachOf = (entry: EntryClass) => Reach;

/**
 * Finds entries of all kinds by the text typed. Those that it names by a number of their own come first, spam and
 * duplicates last; otherwise the newest first. Test entries are left out, and what is limited or erased. Throws a {@link
 * ValidationError} when the text is too short.
 */
async function findAll(read: Queries, typed: string, reachOf: ReachOf): Promise<FoundEntries> {
  if (entryKinds.every((kind) => isNowhere(reachOf({ kind, type: null }))))
    return { groups: [], isComplete: true, near: [] };
  const { broad, exact, isComplete } = await matchesOf(read, typed, maxLookedAt);
  const found = [
    ...exact.map((ids) => sql`select id, 0 as place from (${ids}) as exact`),
    ...broad.map(({ ids }) => sql`select id, 1 as place from (${newestOf(ids, maxLookedAt)}) as broad`),
  ];
  const rows = found.length === 0 ? [] : await read.all(topOfGroups(read, found, reachOf));
  const groups = groupsOf(rows);
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  return { groups, isComplete, near: count < maxShown ? await findNear(read, typed, reachOf, rows) : [] };
}

interface FoundRow {
  readonly id: number;
  readonly kind: EntryKind;
  readonly type: SurveyType | null;
  readonly place: number;
  readonly count: number;
}

/** Selects the first entries of each group. `found`: selects of `id` and `place`, the lower the earlier. */
function topOfGroups({ dialect }: Queries, found: readonly RawBuilder<unknown>[], reachOf: ReachOf) {
  return dynamicStatement(
    () => sql<FoundRow>`
      with found as materialized (
        select id, min(place) as place from (${sql.join(found, sql` union all `)}) as every group by id
      ),
      readable as (
        select e.id, e.kind, case when e.kind = 'survey' then coalesce(e.type, 'survey.type.contact') end as type,
          case when found.place = 1 and (e.spam = 1 or e.duplicate_of is not null) then 2 else found.place end as place
        from found ${dialect.joinEach('entries', 'e', sql`e.id = found.id`)}
        where ${readable(dialect, reachOf)}
      )
      select id, kind, type, place, count from (
        select readable.*, count(case when place < 2 then 1 end) over (partition by kind, type) as count,
          row_number() over (partition by kind, type order by place, id desc) as position
        from readable
      ) as ranked
      where position <= ${sql.lit(maxShown)} order by position`,
  );
}

const order: readonly (EntryKind | SurveyType)[] = [
  'commercial',
  'survey.type.contact',
  'survey.type.complaint',
  'survey.type.survey',
  'postuler',
];

/** A group with an entry that was named by a number of its own comes first. */
function groupsOf(rows: readonly FoundRow[]): FoundGroup[] {
  const groups = [...Map.groupBy(rows, ({ kind, type }) => type ?? kind)];
  const rank = ([name, [first]]: (typeof groups)[number]) =>
    (first?.place === 0 ? 0 : order.length) + order.indexOf(name);
  return groups
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap(([, found]) =>
      found
        .slice(0, 1)
        .map(({ kind, type, count }) => ({ kind, type, count, ids: found.map(({ id }) => id) })),
    );
}

/** Returns the newest entries with nearly the names typed, but for those already found. */
async function findNear(
  read: Queries,
  typed: string,
  reachOf: ReachOf,
  known: readonly { readonly id: number }[],
): Promise<number[]> {
  const near = await nearMatches(read, typed);
  if (near === undefined) return [];
  const newest = dynamicStatement(
    (_, dialect) => sql<{ id: number }>`
      select e.id from (${newestOf(near, maxLookedAt)}) as found
        ${dialect.joinEach('entries', 'e', sql`e.id = found.id`)}
      where ${readable(dialect, reachOf)} and e.spam = 0 and e.duplicate_of is null
      order by e.id desc limit ${sql.lit(2 * maxShown)}`,
  );
  const rows = await read.all(newest);
  const others = rows.filter(({ id }) => known.every((one) => one.id !== id));
  return others.slice(0, maxShown).map(({ id }) => id);
}

/** Conditions on the table `e`: what the user may read. */
function readable(dialect: Queries['dialect'], reachOf: ReachOf): RawBuilder<unknown> {
  const kinds = entryKinds.flatMap((kind) => {
    const reach = reachOf({ kind, type: null });
    if (isNowhere(reach)) return [];
    const conditions = [
      sql`e.kind = ${sql.lit(kind)}`,
      ...(reach === 'everywhere' ? [] : [withinReach(reach, dialect)]),
      ...(kind === 'survey' ? complaintsWithin(reachOf(complaint), reach, dialect) : []),
    ];
    return [sql`(${sql.join(conditions, sql` and `)})`];
  });
  const isReadable = kinds.length === 0 ? sql`false` : sql`(${sql.join(kinds, sql` or `)})`;
  return sql`${isReadable} and e.test = 0 and e.restriction is null`;
}

/** One search over all kinds of entries. */
export const searchEntries = deskRoute('searchEntries', 'GET /desk/search', {
  right: 'entries.look-up',
  query: Type.Object({ q: SearchText }),
  async run({ database, clock, objections, lookUpFamily }: LookUpDeps, { q, by }, { request }) {
    const { background: read } = database;
    const reachOf = (entry: EntryClass) => reachOfEntry(by.grants, 'read', entry);
    const objects = await objections.get();
    const found = await findAll(read, q, reachOf);
    // Who may read complaints everywhere may read all that others only recognise.
    const identifiers = identifiersIn(q);
    const readsAll = identifiers === undefined || reachOf(complaint) === 'everywhere';
    const family = readsAll ? [] : (await lookUpFamily(by, identifiers)).data;
    const ids = [...found.groups.flatMap((group) => group.ids), ...found.near];
    noteListView({ database, clock }, request.log, { by, list: 'search', query: { q }, ids });
    const listed = await listedEntries(read, ids, { today: parisDay(clock()), objections: objects });
    const entries = new Map(listed.map((entry) => [entry.id, entry]));
    const entriesOf = (some: readonly number[]) => some.flatMap((id) => entries.get(id) ?? []);
    return {
      groups: found.groups.map(({ ids: some, ...group }) => ({ ...group, data: entriesOf(some) })),
      near: entriesOf(found.near),
      known: family.filter(({ mayRead }) => !mayRead),
      objectedOn: identifiers === undefined ? null : objectedOn(objects, identifiers),
      exact: found.isComplete,
    };
  },
});
