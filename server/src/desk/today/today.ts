import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { authorOf, shownAuthor } from '../../access/authors.ts';
import { type EntryClass, isNowhere, reachOf, reachOfEntry } from '../../access/roles.ts';
import { addDays, dayMs, parisDay } from '../../clock.ts';
import { type EntryKind, entryKinds } from '../../contract/enumerations.ts';
import { ResidenceId } from '../../entries/residence.ts';
import { withMissedTargets } from '../../follow-up/targets.ts';
import { type TodayBlock, todayBlocks } from '../../follow-up/today-blocks.ts';
import { type DeskActor, deskRoute } from '../../http/desk-route.ts';
import { endingTokens } from '../../mail/deadlines.ts';
import { listEndpoints } from '../../outbox/endpoints.ts';
import { countFailedSince } from '../../outbox/resend.ts';
import type { Queries } from '../../store/database.ts';
import { pick } from '../../store/entry-columns.ts';
import { rawStatement, statement } from '../../store/statement.ts';
import type { Day } from '../../store/tables.ts';
import { parisMoment, workingMinutesBetween } from '../../working-hours/working-minutes.ts';
import type { DeskDeps } from '../deps.ts';
import { listPage, type Match, type Sort } from '../entries/list.ts';
import { complaint, ListQuery, reachOfQuery, whoseFilter } from '../entries/list-query.ts';
import { type ListedEntry, listedEntries } from '../entries/listed.ts';
import { countRefused } from '../entries/refused.ts';
import { noteListView } from '../list-views.ts';
import type { Total } from '../pages.ts';
import { retentionComing } from './retention-coming.ts';

interface Line {
  readonly entryId: number;
  readonly by: string;
  readonly detail: string;
}

// What staff have done since, but for having seen what is new, was done by who received it; so was taking it oneself.
const lines = rawStatement<{ ids: readonly number[]; author: string }, Line>(
  (p, dialect) => sql`
select e.id as "entryId", ${shownAuthor('h.author')} as "by", h.detail
from entries e join history h on h.id = (
  select max(l.id) from history l where l.entry_id = e.id and l.change in ('owner', 'assigned')
)
where ${dialect.idIn('e.id', p.ids)} and h.author like 'user:%' and h.author <> ${p.author}
  and (h.change = 'assigned' or (e.owner_id is not null and h.author <> 'user:' || e.owner_id))
  and not exists (
    select 1 from history l where l.entry_id = e.id and l.id > h.id and l.author like 'user:%'
      and l.change <> 'seen' and (l.author <> h.author or l.change = 'undone')
  )`,
);

/** Returns which of these entries somebody else has given to who works on them now, and nobody has acted on since. */
async function handedOver(
  read: Queries,
  ids: readonly number[],
  by: DeskActor,
): Promise<ReadonlyMap<number, { readonly by: string; readonly note: string | null }>> {
  if (ids.length === 0) return new Map();
  const found = await read.all(lines, { ids, author: authorOf(by) });
  return new Map(found.map(({ entryId, by: name, detail }) => [entryId, { by: name, note: noteIn(detail) }]));
}

function noteIn(detail: string): string | null {
  const { actions = {} }: { actions?: Readonly<Record<string, { comment?: { to: string | null } }>> } =
    JSON.parse(detail);
  return Object.values(actions).find(({ comment }) => comment !== undefined)?.comment?.to ?? null;
}

/** Requests due within so many days are shown. */
const dueDays = 7;

const openUntil = statement<{ day: Day }>()((db, p) =>
  db
    .selectFrom('privacy_requests')
    .select(['id', 'kind', 'due_on as dueOn'])
    .where('closed_at', 'is', null)
    .where('due_on', '<=', p.day)
    .orderBy('due_on')
    .orderBy('id'),
);

/** Returns how many open requests of persons are due soon or late, and the one that is due first. */
async function privacyDue(read: Queries, today: Day) {
  const day = addDays(today, dueDays);
  const due = await read.all(openUntil, { day });
  return {
    count: due.length,
    late: due.filter(({ dueOn }) => dueOn < today).length,
    nextDueOn: due[0]?.dueOn ?? null,
  };
}

/** In working hours: a family that has waited longer should have been called. */
const lateAfterMinutes = 24 * 60;
/** Older failed deliveries are not shown. */
const failedDays = 30;
const entriesPerBlock = 25;
/** The blocks of families: what stands in them is taken charge of, and called. */
const familyBlocks = ['to-call', 'appointments', 'late', 'unplanned'] as const;

const TodayQuery = Type.Object({
  establishmentId: Type.Optional(ResidenceId),
  whose: ListQuery.properties.whose,
  mine: ListQuery.properties.mine,
});

/** The first page of the back office. */
export const showToday = deskRoute('showToday', 'GET /desk/today', {
  right: 'today',
  query: TodayQuery,
  async run({ database, clock, objections }: DeskDeps, { by, ...query }, { request }) {
    const { background: read } = database;
    const { grants } = by;
    const now = clock();
    const today = parisDay(now);
    const found: FoundBlock[] = [];
    for (const name of todayBlocks)
      if (!isNowhere(reachOfEntry(grants, 'read', classOf(name))))
        found.push(await findBlock(read, { by, query, today, name }));
    const ids = found.flatMap((block) => block.ids);
    noteListView({ database, clock }, request.log, { by, list: 'today', query, ids });
    const shownWith = { today, objections: await objections.get() };
    const listed = await withMissedTargets(read, await listedEntries(read, ids, shownWith), now);
    const mayIntegrate = !isNowhere(reachOf(grants, 'integrations'));
    const given = await handedOver(read, ids, by);
    const entries = new Map(
      listed.map((entry) => [
        entry.id,
        { ...waitingSince(entry, now), handedOver: given.get(entry.id) ?? null },
      ]),
    );
    return {
      day: today,
      blocks: found.map(({ ids, late: _, ...block }) => ({
        ...block,
        data: ids.flatMap((id) => entries.get(id) ?? []),
      })),
      complaintsLate: found.find(({ name }) => name === 'complaints')?.late ?? null,
      free: await countFree(read, { by, query, today }, found),
      privacyDue: isNowhere(reachOf(grants, 'privacy')) ? null : await privacyDue(read, today),
      retentionComing: await retentionComing(grants, read, query.establishmentId),
      refused: await countRefused(read, by),
      webhooks: mayIntegrate ? await failingWebhooks(read, now) : null,
      tokensEnding: mayIntegrate
        ? (await endingTokens(read, today)).map(({ partner, until }) => ({ partner, until }))
        : null,
    };
  },
});

interface FoundBlock {
  readonly name: TodayBlock;
  /** The first entries of the block. */
  readonly ids: readonly number[];
  readonly total: Total;
  readonly lists: { readonly kind: EntryKind; readonly count: number }[];
  /** Of complaints, how many are late. */
  readonly late?: number;
}

interface Asked {
  readonly by: DeskActor;
  readonly query: Static<typeof TodayQuery>;
  readonly today: Day;
}

interface BlockQuery extends Asked {
  readonly name: TodayBlock;
}

/** Returns how many families are nobody's and the user's to take; `found` has them where those alone are asked for. */
async function countFree(read: Queries, asked: Asked, found: readonly FoundBlock[]) {
  if (isNowhere(reachOfEntry(asked.by.grants, 'change', classOf('to-call')))) return null;
  const query = { ...asked.query, whose: 'nobody' } as const;
  const blocks = [];
  for (const name of familyBlocks) {
    const known = asked.query.whose === 'nobody' ? found.find((block) => block.name === name) : undefined;
    blocks.push(known ?? (await findBlock(read, { ...asked, query, name })));
  }
  return sumOf(blocks.map(({ total }) => total));
}

function sumOf(totals: readonly Total[]): Total {
  return {
    count: totals.reduce((sum, { count }) => sum + count, 0),
    exact: totals.every(({ exact }) => exact),
  };
}

/** The entries of which a user must be able to read some to see a block. */
function classOf(name: TodayBlock): EntryClass {
  if (name === 'complaints') return complaint;
  if (name === 'opinions') return { kind: 'survey', type: 'survey.type.survey' };
  return { kind: name === 'applications' ? 'postuler' : 'commercial', type: null };
}

const kindsOf: Readonly<Record<TodayBlock, readonly EntryKind[]>> = {
  'to-call': ['commercial', 'survey'],
  appointments: entryKinds,
  late: entryKinds,
  complaints: ['survey'],
  opinions: ['survey'],
  orientations: ['commercial'],
  unplanned: ['commercial', 'survey'],
  applications: ['postuler'],
};

/** Returns the entries of a block: of each kind, those that the list with the same filter has. */
async function findBlock(read: Queries, { by, query: asked, today, name }: BlockQuery): Promise<FoundBlock> {
  const sort: Sort = name === 'appointments' || name === 'late' ? 'nextAction' : 'received';
  const lists = [];
  let late: number | undefined;
  for (const kind of kindsOf[name]) {
    const query = { ...asked, ...(name === 'complaints' ? complaint : { kind }) };
    const filter = {
      kind,
      ...reachOfQuery(by.grants, query),
      block: { name, today },
      ...whoseFilter(by, query),
    };
    const page = { from: undefined, backwards: false, limit: entriesPerBlock };
    if (isNowhere(filter.reach)) continue;
    const list = { filter, sort, descending: false };
    lists.push({ kind, ...(await listPage(read, list, page)) });
    if (name === 'complaints') {
      const ofLate = { ...list, filter: { ...filter, lateOn: today } };
      late = (await listPage(read, ofLate, { ...page, limit: 1 })).total.count;
    }
  }
  return {
    name,
    ...(late !== undefined && { late }),
    ids: lists
      .flatMap(({ data }) => data)
      .toSorted(inOrder)
      .slice(0, entriesPerBlock)
      .map(({ id }) => id),
    total: sumOf(lists.map(({ total }) => total)),
    lists: lists.flatMap(({ kind, total: { count } }) => (count === 0 ? [] : [{ kind, count }])),
  };
}

/** The order of the lists; ids grow with the time of receipt. */
function inOrder(one: Match, other: Match): number {
  const [a, b] = [one, other].map(({ nextDate, nextTime }) => `${nextDate ?? ''} ${nextTime ?? ''}`);
  return a === undefined || b === undefined || a === b ? one.id - other.id : a < b ? -1 : 1;
}

function waitingSince<E extends ListedEntry>(entry: E, now: Date) {
  const received = parisMoment(new Date(entry.receivedAt));
  const waitingMinutes = workingMinutesBetween(received, parisMoment(now));
  return { ...entry, waitingMinutes, late: waitingMinutes > lateAfterMinutes };
}

async function failingWebhooks(read: Queries, now: Date) {
  const since = new Date(now.getTime() - failedDays * dayMs).toISOString();
  const endpoints = await listEndpoints(read);
  return {
    failed: await countFailedSince(read, since),
    endpoints: endpoints
      .filter(({ state, failingSince }) => state !== 'on' || failingSince !== null)
      .map((one) => pick(one, ['id', 'caller', 'url', 'state', 'failingSince', 'waiting'])),
  };
}
