import type { FastifyRequest } from 'fastify';
import Type, { type Static, type TSchema } from 'typebox';
import type { Reach } from '../../access/roles.ts';
import { parisDay } from '../../clock.ts';
import type { EntryKind } from '../../contract/enumerations.ts';
import type { App } from '../../http/app-type.ts';
import { reachFor } from '../../http/desk-access.ts';
import { deskErrors, orNull } from '../../http/desk-answers.ts';
import { listEndpoints } from '../../outbox/endpoints.ts';
import { countFailedSince } from '../../outbox/resend.ts';
import type { Queries } from '../../store/database.ts';
import type { Day } from '../../store/tables.ts';
import { parisMoment, workingMinutesBetween } from '../../working-hours/working-minutes.ts';
import type { DeskDeps } from '../deps.ts';
import type { EntryFilter } from '../entries/filter.ts';
import { listPage } from '../entries/list.ts';
import { ListedEntry, listedEntries } from '../entries/listed.ts';
import { plannedEntries } from '../entries/planned.ts';
import { isNowhere, narrowReach, reachOfReading } from '../entries/reach.ts';
import { residenceId } from '../residence.ts';
import { dueDays, privacyDue } from './privacy-due.ts';

/** In working hours: a family that has waited longer should have been called. */
const lateAfterMinutes = 24 * 60;
const dayMs = 24 * 60 * 60_000;
/** Older failed deliveries are not shown. */
const failedDays = 30;
const entriesPerBlock = 25;
/** How many of the newest entries are searched for those since yesterday. */
const newestRead = 100;

const Waiting = Type.Object({
  ...ListedEntry.properties,
  waitingMinutes: Type.Integer({
    description:
      'Since it arrived, in working hours: Monday to Friday, 9:00 to 18:00 in Paris, without public holidays.',
  }),
  late: Type.Boolean({ description: 'It has waited for more than 24 working hours.' }),
});
type Waiting = Static<typeof Waiting>;

const Total = Type.Object({ count: Type.Integer(), exact: Type.Boolean() });
const block = <T extends TSchema>(row: T, description: string) =>
  Type.Object({ data: Type.Array(row), total: Total }, { description });

export const Today = Type.Object({
  day: Type.String({ description: 'The day in Europe/Paris.' }),
  toCall: block(
    Waiting,
    'Commercial entries and contact forms to deal with, the oldest first; without those of partners.',
  ),
  unplanned: block(Waiting, 'Open leads that were reached, and for which nothing is planned.'),
  newSinceYesterday: block(
    ListedEntry,
    'Commercial entries that have arrived since yesterday, the newest first.',
  ),
  plannedToday: block(ListedEntry, 'Visits and calls planned for today.'),
  overdue: block(ListedEntry, 'Entries with an open action planned for an earlier day, the earliest first.'),
  complaints: block(Waiting, 'Complaints to deal with, the oldest first.'),
  orientations: block(Waiting, 'Requests of partners to deal with, or with news, the oldest first.'),
  applications: orNull(block(Waiting, 'Job applications to deal with, the oldest first.')),
  privacyDue: orNull(
    Type.Object(
      {
        count: Type.Integer(),
        late: Type.Integer({ description: 'How many of them were due before today.' }),
        nextDueOn: orNull(Type.String({ description: 'The day on which the first is due.' })),
      },
      {
        description: `Open requests of persons about their data that are due within ${dueDays} days, or late; null without the right \`privacy\`.`,
      },
    ),
  ),
  webhooks: orNull(
    Type.Object(
      {
        failed: Type.Integer({ description: `Deliveries given up in the last ${failedDays} days.` }),
        endpoints: Type.Array(
          Type.Object({
            id: Type.Integer(),
            caller: Type.String(),
            url: Type.String(),
            state: Type.Enum(['on', 'held', 'off'], { type: 'string' }),
            failingSince: orNull(Type.String()),
            waiting: Type.Integer(),
          }),
        ),
      },
      { description: 'Endpoints that fail or are not on; null without the right `integrations`.' },
    ),
  ),
});

/** `GET /desk/today`: the first page of the back office. */
export function todayRoute(scope: App, { database, clock }: DeskDeps): void {
  scope.get(
    '/desk/today',
    {
      config: { desk: 'entries.read' },
      schema: {
        tags: ['Entries'],
        summary: 'Show what waits today',
        description: `Each block shows ${entriesPerBlock} entries at most, and how many there are at the residences within reach.`,
        querystring: Type.Object({ establishmentId: Type.Optional(residenceId('Only this residence.')) }),
        response: { 200: Today, ...deskErrors },
      },
    },
    async (request) => {
      const { background: read } = database;
      const { establishmentId } = request.query;
      const now = clock();
      const reachOf = (kind: EntryKind): Reach => {
        const reach = reachOfReading(request, kind);
        return establishmentId === undefined ? reach : narrowReach(reach, establishmentId);
      };
      const waiting = (filter: Omit<EntryFilter, 'reach'>) =>
        waitingBlock(read, now, { ...filter, reach: reachOf(filter.kind) });
      const today = parisDay(now);
      const planned = await plannedEntries(read, today, reachOf);
      const plannedToday = planned.filter(({ date }) => date === today);
      const overdue = planned.filter(({ date }) => date < today);
      return {
        day: today,
        toCall: mergeByAge(
          await waiting({ kind: 'commercial', orientation: false, followUp: { state: 'to-call', today } }),
          await waiting({ kind: 'survey', followUp: { state: 'to-call', today } }),
        ),
        unplanned: mergeByAge(
          await waiting({ kind: 'commercial', orientation: false, followUp: { state: 'unplanned', today } }),
          await waiting({ kind: 'survey', followUp: { state: 'unplanned', today } }),
        ),
        newSinceYesterday: await newBlock(read, now, reachOf('commercial')),
        plannedToday: await plannedBlock(read, plannedToday, today),
        overdue: await plannedBlock(read, overdue, today),
        complaints: await waiting({ kind: 'survey', status: 'new', type: 'survey.type.complaint' }),
        orientations: mergeByAge(
          await waiting({ kind: 'commercial', status: 'new', orientation: true }),
          await waiting({ kind: 'commercial', status: 'processed', orientation: true, flagged: true }),
        ),
        applications: isNowhere(reachOfReading(request, 'postuler'))
          ? null
          : await waiting({ kind: 'postuler', status: 'new' }),
        privacyDue: isNowhere(reachFor(request, 'privacy')) ? null : await privacyDue(read, today),
        webhooks: await webhooksOf(request, read, now),
      };
    },
  );
}

interface Block<Row> {
  readonly data: Row[];
  readonly total: { readonly count: number; readonly exact: boolean };
}

async function waitingBlock(read: Queries, at: Date, filter: EntryFilter): Promise<Block<Waiting>> {
  const page = { descending: false, limit: entriesPerBlock };
  const { data, total } = await blockOf(read, filter, page, parisDay(at));
  const now = parisMoment(at);
  return {
    total,
    data: data.map((entry) => {
      const waitingMinutes = workingMinutesBetween(parisMoment(new Date(entry.receivedAt)), now);
      return { ...entry, waitingMinutes, late: waitingMinutes > lateAfterMinutes };
    }),
  };
}

async function newBlock(read: Queries, now: Date, reach: Reach): Promise<Block<ListedEntry>> {
  const yesterday = parisDay(new Date(now.getTime() - dayMs));
  const page = { descending: true, limit: newestRead };
  const newest = await blockOf(read, { kind: 'commercial', reach }, page, parisDay(now));
  const data = newest.data.filter(({ receivedAt }) => parisDay(new Date(receivedAt)) >= yesterday);
  return {
    data: data.slice(0, entriesPerBlock),
    total: {
      count: data.length,
      exact: data.length < newest.data.length || newest.total.count <= newestRead,
    },
  };
}

async function blockOf(
  read: Queries,
  filter: EntryFilter,
  { descending, limit }: { readonly descending: boolean; readonly limit: number },
  today: Day,
): Promise<Block<ListedEntry>> {
  const { data, total } = await listPage(
    read,
    { filter, sort: 'received', descending },
    { from: undefined, backwards: false, limit },
  );
  const ids = data.map(({ id }) => id);
  return { data: await listedEntries(read, ids, today), total };
}

async function plannedBlock(
  read: Queries,
  planned: readonly { readonly id: number }[],
  today: Day,
): Promise<Block<ListedEntry>> {
  const ids = planned.slice(0, entriesPerBlock).map(({ id }) => id);
  return { data: await listedEntries(read, ids, today), total: { count: planned.length, exact: true } };
}

/** Merges two blocks, the oldest entries first. */
function mergeByAge(one: Block<Waiting>, other: Block<Waiting>): Block<Waiting> {
  return {
    data: [...one.data, ...other.data]
      .toSorted((a, b) => a.receivedAt.localeCompare(b.receivedAt) || a.id - b.id)
      .slice(0, entriesPerBlock),
    total: { count: one.total.count + other.total.count, exact: one.total.exact && other.total.exact },
  };
}

async function webhooksOf(request: FastifyRequest, read: Queries, now: Date) {
  if (isNowhere(reachFor(request, 'integrations'))) return null;
  const since = new Date(now.getTime() - failedDays * dayMs).toISOString();
  const endpoints = await listEndpoints(read);
  return {
    failed: await countFailedSince(read, since),
    endpoints: endpoints.filter(({ state, failingSince }) => state !== 'on' || failingSince !== null),
  };
}
