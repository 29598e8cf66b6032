import Type, { type Static } from 'typebox';
import { endingDays, endingTokens } from '../../access/partners.ts';
import { type EntryClass, isNowhere, reachOf, reachOfEntry } from '../../access/roles.ts';
import { dayMs, parisDay } from '../../clock.ts';
import { type EntryKind, entryKinds } from '../../contract/enumerations.ts';
import { withMissedTargets } from '../../follow-up/targets.ts';
import { type TodayBlock, todayBlocks } from '../../follow-up/today-blocks.ts';
import { orNull } from '../../http/desk-answers.ts';
import { type DeskActor, deskRoute } from '../../http/desk-route.ts';
import { listEndpoints } from '../../outbox/endpoints.ts';
import { countFailedSince } from '../../outbox/resend.ts';
import type { Queries } from '../../store/database.ts';
import type { Day } from '../../store/tables.ts';
import { parisMoment, workingMinutesBetween } from '../../working-hours/working-minutes.ts';
import type { DeskDeps } from '../deps.ts';
import { listPage, type Match, type Sort } from '../entries/list.ts';
import { complaint, ListQuery, reachOfQuery, whoseFilter } from '../entries/list-query.ts';
import { FollowedEntry, listedEntries } from '../entries/listed.ts';
import { countRefused } from '../entries/refused.ts';
import { noteListView } from '../list-views.ts';
import { Total } from '../pages.ts';
import { residenceId } from '../residence.ts';
import { HandedOver, handedOver } from './handed-over.ts';
import { dueDays, privacyDue } from './privacy-due.ts';
import { retentionComing } from './retention-coming.ts';

/** In working hours: a family that has waited longer should have been called. */
const lateAfterMinutes = 24 * 60;
/** Older failed deliveries are not shown. */
const failedDays = 30;
const entriesPerBlock = 25;
/** The blocks of families: what stands in them is taken charge of, and called. */
const familyBlocks = ['to-call', 'appointments', 'late', 'unplanned'] as const;

const TodayEntry = Type.Object({
  ...FollowedEntry.properties,
  waitingMinutes: Type.Integer({
    description:
      'Since it arrived, in working hours: Monday to Friday, 9:00 to 18:00 in Paris, without public holidays.',
  }),
  late: Type.Boolean({ description: 'It has waited for more than 24 working hours.' }),
  handedOver: orNull(
    Type.Object(HandedOver.properties, {
      description:
        'It was given to its owner or its residence by somebody else, and nobody there has acted on it since.',
    }),
  ),
});

const Block = Type.Object({
  name: Type.Enum(todayBlocks, {
    type: 'string',
    description:
      '`to-call`: open leads to call, without those of partners. `appointments`: with an action planned for today, by its time; those without a time last. `late`: with an action planned for an earlier day, the earliest first. `complaints`: to deal with. `opinions`: of families that are unhappy (at most 4 of 10), to read. `orientations`: requests of partners to deal with, or with news. `unplanned`: open leads with whom somebody was in contact, and for whom nothing is planned. `applications`: to deal with. The oldest come first where nothing else is said.',
  }),
  data: Type.Array(TodayEntry),
  total: Total,
  lists: Type.Array(Type.Object({ kind: Type.Enum(entryKinds, { type: 'string' }), count: Type.Integer() }), {
    description: 'How many of each kind: as many as `GET /desk/entries` lists for the kind and the block.',
  }),
});

const Today = Type.Object({
  day: Type.String({ description: 'The day in Europe/Paris.' }),
  blocks: Type.Array(Block, {
    description: 'The most urgent first; without those of which the user may read no entries.',
  }),
  complaintsLate: orNull(
    Type.Integer({
      description:
        'How many in `complaints` have a day of `due` behind them; null where the block is missing.',
    }),
  ),
  free: orNull(
    Type.Object(Total.properties, {
      description:
        'How many in `to-call`, `appointments`, `late` and `unplanned` are nobody’s, and the user may take charge of: as many as with `whose=nobody`. Null for a user who may change no leads.',
    }),
  ),
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
  retentionComing: orNull(
    Type.Object(
      {
        count: Type.Integer(),
        firstOn: orNull(Type.String({ description: 'The day on which the first is erased.' })),
      },
      {
        description:
          'Entries that retention will soon erase, which `GET /desk/retention/coming` lists; null without the right `retention.read`.',
      },
    ),
  ),
  /** How many creations that were answered 400 wait; null without the right. */
  refused: orNull(Type.Integer()),
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
  tokensEnding: orNull(
    Type.Array(
      Type.Object({
        partner: Type.String(),
        until: Type.String({ description: 'Its last valid day in Europe/Paris.' }),
      }),
      {
        description: `Tokens of partners that end within ${endingDays} days, the first first; null without the right \`integrations\`.`,
      },
    ),
  ),
});

const TodayQuery = Type.Object({
  establishmentId: Type.Optional(residenceId('Only this residence.')),
  whose: ListQuery.properties.whose,
  mine: ListQuery.properties.mine,
});

/** The first page of the back office. */
export const showToday = deskRoute('showToday', 'GET /desk/today', {
  right: 'today',
  tag: 'Entries',
  summary: 'Show what waits today',
  description: `Each block shows ${entriesPerBlock} entries at most, and how many there are at the residences within reach.`,
  query: TodayQuery,
  answer: Today,
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
      retentionComing: await retentionComing(grants, read, today, query.establishmentId),
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
  readonly total: Static<typeof Total>;
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

function sumOf(totals: readonly Static<typeof Total>[]): Static<typeof Total> {
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

function waitingSince(entry: FollowedEntry, now: Date) {
  const received = parisMoment(new Date(entry.receivedAt));
  const waitingMinutes = workingMinutesBetween(received, parisMoment(now));
  return { ...entry, waitingMinutes, late: waitingMinutes > lateAfterMinutes };
}

async function failingWebhooks(read: Queries, now: Date) {
  const since = new Date(now.getTime() - failedDays * dayMs).toISOString();
  const endpoints = await listEndpoints(read);
  return {
    failed: await countFailedSince(read, since),
    endpoints: endpoints.filter(({ state, failingSince }) => state !== 'on' || failingSince !== null),
  };
}
