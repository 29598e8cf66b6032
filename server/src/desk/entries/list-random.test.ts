// Every list, with any filters, equals the result of checking all entries one by one.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { signIn } from '../../../test/fixtures/desk.ts';
import { roundsOf } from '../../../test/fixtures/rounds.ts';
import { execute } from '../../../test/fixtures/rows.ts';
import { onBothEngines, startService, type TestService } from '../../../test/fixtures/service.ts';
import {
  commercialTypes,
  entryKinds,
  entryStatuses,
  resultats,
  stages,
  surveyTypes,
} from '../../contract/enumerations.ts';
import { followUpStates } from '../../follow-up/state.ts';
import { applicationSteps } from '../../store/entry-columns.ts';
import { conditionsOf, type EntryFilter, exclusions, hasNext, offers, plannedKinds } from './filter.ts';
import { listPage, longList, type Match, type Sort, sortKeyOf, sorts } from './list.ts';

const limit = 25;
const days = Array.from({ length: 12 }, (_, i) => `2026-01-${10 + i}`);
const dayOf = fc.constantFrom('2026-01-01', ...days, '2026-02-01');
/** Those of the first two are there, of the third no job offer is. */
const announcements = [1, 2, 3];
/** The first user. */
const owner = 1;
const types = [...commercialTypes, ...surveyTypes];
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 2 });
const oneOf = <T>(values: readonly T[]) => fc.constantFrom(...values);
/** Seldom true. */
const rarely = fc.nat(9).map((n) => n === 0);

const arbitraryEntry = fc.record({
  kind: fc.constantFrom('commercial', 'commercial', 'commercial', 'survey', 'postuler'),
  establishment: maybe(fc.constantFrom(3, 3, 4, 5)),
  type: maybe(oneOf(types)),
  resultat: maybe(oneOf(resultats)),
  stage: maybe(oneOf(stages)),
  partner: maybe(fc.constant(1)),
  announcement: maybe(oneOf(announcements)),
  status: fc.constantFrom('new', 'processed', 'processed'),
  flagged: fc.boolean(),
  test: rarely,
  spam: rarely,
  presumed: fc.boolean(),
  duplicate: rarely,
  day: oneOf(days),
  /** Its action: none; planned without a stage, with another stage or as a visit; or a visit that is done. */
  planned: maybe(fc.constantFrom('no stage', 'Prise de contact', 'Visite', 'done')),
  next: maybe(fc.record({ day: oneOf(days), time: maybe(fc.constantFrom('09:00', '14:30')) })),
  reached: fc.boolean(),
  asleepUntil: maybe(oneOf(days)),
  attempts: fc.nat(3),
  isOwned: fc.boolean(),
  step: maybe(oneOf(applicationSteps)),
});
type RandomEntry = typeof arbitraryEntry extends fc.Arbitrary<infer T> ? T & { readonly id: number } : never;

const arbitraryFilter: fc.Arbitrary<EntryFilter> = fc.record(
  {
    kind: fc.constantFrom('commercial', 'commercial', ...entryKinds),
    reach: fc.constantFrom('everywhere' as const, new Set([3]), new Set([3, 4]), new Set([4, 5, 6])),
    unassigned: fc.constantFrom(true, false),
    status: oneOf(entryStatuses),
    flagged: fc.boolean(),
    type: oneOf(types),
    resultat: fc.constantFrom(...resultats, 'none', 'none'),
    stage: fc.constantFrom(...stages, 'none', 'none'),
    orientation: fc.boolean(),
    from: dayOf,
    to: dayOf,
    announcementId: oneOf(announcements),
    offer: oneOf(offers),
    planned: oneOf(plannedKinds),
    excluded: oneOf(exclusions),
    nextFrom: dayOf,
    nextTo: dayOf,
    ownerId: fc.constantFrom(owner, null),
    attempts: fc.integer({ min: 1, max: 3 }),
    step: fc.constantFrom(...applicationSteps, 'none'),
    followUp: fc.record({ state: oneOf(followUpStates), today: dayOf }),
  },
  { requiredKeys: ['kind', 'reach'] },
);
/** Few filters at a time: all of them together leave nothing. */
const arbitraryList = fc.record({
  filter: fc
    .tuple(arbitraryFilter, fc.uniqueArray(fc.nat(19), { maxLength: 3 }))
    .map(([{ kind, reach, ...filters }, kept]): EntryFilter => {
      const names = Object.entries(filters).filter((_, i) => kept.includes(i));
      return { kind, reach, ...Object.fromEntries(names) };
    }),
  from: fc.record({
    id: fc.integer({ min: 1, max: 700 }),
    contactDate: oneOf(days),
    nextDate: oneOf(days),
    nextTime: fc.constantFrom('09:00', '14:30', '99:99'),
  }),
});

/** Whether a list shows an entry, by the documented meaning of its filters. */
function isListed(entry: RandomEntry, filter: EntryFilter): boolean {
  const { reach, from, to, excluded } = filter;
  const has = (wanted: string | undefined, value: string | null) =>
    wanted === undefined || (wanted === 'none' ? value === null : value === wanted);
  const within = reach === 'everywhere' || (entry.establishment !== null && reach.has(entry.establishment));
  const offer = entry.announcement === null ? 'none' : entry.announcement === 3 ? 'unknown' : 'known';
  const plan = entry.planned === 'done' ? null : entry.planned;
  const planned = plan === null ? undefined : plan === 'Visite' ? 'visit' : 'callback';
  const { spam, test, presumed, duplicate } = entry;
  const isPlanned = (kind: NonNullable<EntryFilter['planned']>) =>
    kind === 'any' ? entry.next !== null : kind === 'none' ? entry.next === null : planned === kind;
  const isLead =
    entry.kind === 'commercial' || (entry.kind === 'survey' && entry.type === 'survey.type.contact');
  const isOpen = isLead && entry.resultat === null && !test && !spam && !duplicate;
  const stateOf = (today: string) => {
    const { reached, next, asleepUntil } = entry;
    if (!isOpen) return null;
    if (asleepUntil !== null && asleepUntil > today) return 'asleep';
    if (!reached && (next === null || next.day <= today)) return 'to-call';
    return next === null ? 'unplanned' : 'planned';
  };
  const set: Record<NonNullable<EntryFilter['excluded']>, boolean> = {
    test,
    spam: !test && spam && !presumed,
    presumed: !test && spam && presumed,
    duplicate: !test && duplicate,
  };
  return (
    entry.kind === filter.kind &&
    within &&
    (filter.unassigned === undefined || filter.unassigned === (entry.establishment === null)) &&
    (filter.status === undefined || entry.status === filter.status) &&
    (filter.flagged === undefined || entry.flagged === filter.flagged) &&
    has(filter.type, entry.type) &&
    has(filter.resultat, entry.resultat) &&
    has(filter.stage, entry.stage) &&
    (filter.orientation === undefined || (entry.partner !== null) === filter.orientation) &&
    (from === undefined || entry.day >= from) &&
    (to === undefined || entry.day <= to) &&
    (filter.announcementId === undefined || entry.announcement === filter.announcementId) &&
    (filter.offer === undefined || offer === filter.offer) &&
    (filter.planned === undefined || isPlanned(filter.planned)) &&
    (filter.nextFrom === undefined || (entry.next !== null && entry.next.day >= filter.nextFrom)) &&
    (filter.nextTo === undefined || (entry.next !== null && entry.next.day <= filter.nextTo)) &&
    (filter.ownerId === undefined || entry.isOwned === (filter.ownerId !== null)) &&
    (filter.attempts === undefined || (isOpen && entry.attempts >= filter.attempts)) &&
    has(filter.step, entry.step) &&
    (filter.followUp === undefined || stateOf(filter.followUp.today) === filter.followUp.state) &&
    (excluded === undefined ? !test && !spam && !duplicate : set[excluded])
  );
}

onBothEngines('any list', (engine) => {
  let service: TestService;
  const entries: RandomEntry[] = [];
  before(async () => {
    service = await startService(engine);
    await signIn(service);
    const drawn = fc.sample(arbitraryEntry, { numRuns: 700, seed: 20_260_304 });
    entries.push(...drawn.map((entry, i) => ({ ...entry, id: i + 1 })));
    await store(service, entries);
  });
  after(() => service.close());

  it('any list has every entry wanted and no other, from any place in any order', async () => {
    const { background: read } = service.database;
    let found = 0;
    await fc.assert(
      fc.asyncProperty(arbitraryList, async ({ filter, from }) => {
        const all = entries.filter((entry) => isListed(entry, filter)).map(placeOf);
        found += all.length;
        for (const sort of sorts) {
          const expected = sort === 'nextAction' ? all.filter(({ nextDate }) => nextDate !== undefined) : all;
          for (const descending of [true, false]) {
            for (const onwards of [true, false]) {
              const list = { filter, sort, descending };
              const page = { from: onwards ? sortKeyOf(from, sort) : undefined, backwards: false, limit };
              const beyond = onwards
                ? expected.filter((one) => isBeyond(one, from, sort, descending))
                : expected;
              const next = beyond.toSorted((a, b) => (isBeyond(a, b, sort, descending) ? 1 : -1));
              const { data, total } = await listPage(read, list, page);
              assert.deepEqual(data.map(idOf), next.slice(0, limit).map(idOf));
              assert.deepEqual(total, { count: expected.length, exact: true });
              const conditions = conditionsOf(filter, read.dialect);
              if (sort === 'nextAction') conditions.push(hasNext);
              const rows = await read.all(longList(conditions, list, page));
              assert.deepEqual(rows.map(idOf), next.slice(0, limit + 1).map(idOf));
            }
          }
        }
      }),
      { numRuns: roundsOf(200) },
    );
    // Not a list of nothing each time.
    assert.ok(found > 1_000);
  });
});

const idOf = ({ id }: Match): number => id;

/** An entry's values of the columns that lists are sorted by. */
const placeOf = ({ id, day, next }: RandomEntry): Match => ({
  id,
  contactDate: day,
  ...(next !== null && { nextDate: next.day, nextTime: next.time ?? '99:99' }),
});

/** Whether a list shows an entry after a place. */
function isBeyond(one: Match, place: Match, sort: Sort, descending: boolean): boolean {
  const text = ({ contactDate, nextDate, nextTime }: Match) =>
    sort === 'received' ? '' : sort === 'contactDate' ? contactDate : `${nextDate} ${nextTime}`;
  const [before, after] = [text(one) ?? '', text(place) ?? ''];
  const order = before === after ? one.id - place.id : before < after ? -1 : 1;
  return descending ? order < 0 : order > 0;
}

async function store({ database }: TestService, entries: readonly RandomEntry[]): Promise<void> {
  const text = (value: string | null) => (value === null ? 'null' : `'${value}'`);
  const flag = (value: boolean) => (value ? 1 : 0);
  const kept = entries.find(({ duplicate, test }) => !duplicate && !test)?.id;
  const values = entries.map((entry) =>
    [
      entry.id,
      text(entry.kind),
      entry.establishment,
      entry.partner,
      ...[entry.type, entry.resultat, entry.stage, entry.status].map(text),
      ...[entry.flagged, entry.test, entry.spam].map(flag),
      entry.spam && entry.presumed ? `'trap'` : null,
      // Lists do not look at which entry was kept. The hourly work would release a duplicate of a duplicate.
      entry.duplicate ? (kept ?? null) : null,
      entry.announcement,
      text(entry.next?.day ?? null),
      text(entry.next?.time ?? null),
      flag(entry.reached),
      text(entry.asleepUntil),
      entry.attempts,
      entry.isOwned ? owner : null,
      text(entry.step),
      text(entry.day),
      `'2026-03-04T09:00:00.000Z'`,
      `'{}'`,
    ]
      .map((value) => value ?? 'null')
      .join(),
  );
  await execute(
    database,
    `insert into announcements (id, establishment_id, title, open) values (1, 3, 'Aide-soignant', 1), (2, 4, 'Cuisinier', 0)`,
  );
  await execute(
    database,
    `insert into entries (id, kind, establishment_id, partner_id, type, resultat, stage, status,
       flagged, test, spam, suspicion, duplicate_of, announcement_id, next_date, next_time, reached, asleep_until, attempts,
       owner_id, application_step, contact_date, received_at, fields)
     values ${values.map((row) => `(${row})`).join()}`,
  );
  const actions = entries.flatMap(({ id, planned }) => {
    if (planned === null) return [];
    const stage = planned === 'no stage' ? null : planned === 'done' ? 'Visite' : planned;
    return `(${id}, 0, ${text(stage)}, ${flag(planned === 'done')})`;
  });
  await execute(database, `insert into actions (entry_id, position, stage, done) values ${actions.join()}`);
}
