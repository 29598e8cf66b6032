// Every list, whatever it is filtered by, is what somebody would find who looks through all entries one by one.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { execute } from '../../../test/fixtures/rows.ts';
import { onBothEngines, startService, type TestService } from '../../../test/fixtures/service.ts';
import {
  commercialTypes,
  entryKinds,
  entryStatuses,
  motifs,
  resultats,
  sejourTypes,
  stages,
  surveyTypes,
} from '../../contract/enumerations.ts';
import { withIdsOfDays } from './ids-of-days.ts';
import {
  countWanted,
  everyWanted,
  nextWanted,
  type Place,
  type Sort,
  sorts,
  wantedOf,
} from './list-statements.ts';
import { asides, offers, plannedKinds, valuesOf, type Wanted } from './wanted.ts';

const size = 26;
const days = Array.from({ length: 12 }, (_, i) => `2026-01-${10 + i}`);
const dayOf = fc.constantFrom('2026-01-01', ...days, '2026-02-01');
/** Those of the first two are there, of the third no job offer is. */
const announcements = [1, 2, 3];
const types = [...commercialTypes, ...surveyTypes];
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 2 });
const oneOf = <T>(values: readonly T[]) => fc.constantFrom(...values);
/** Seldom true. */
const rarely = fc.nat(9).map((n) => n === 0);

const arbitraryEntry = fc.record({
  kind: fc.constantFrom('commercial', 'commercial', 'commercial', 'survey', 'postuler'),
  establishment: maybe(fc.constantFrom(3, 3, 4, 5)),
  type: maybe(oneOf(types)),
  sejourType: maybe(oneOf(sejourTypes)),
  resultat: maybe(oneOf(resultats)),
  motif: maybe(oneOf(motifs)),
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
  /** Of an action that is planned: none, one without a stage, of another one, a visit; or a visit that is done. */
  planned: maybe(fc.constantFrom('no stage', 'Prise de contact', 'Visite', 'done')),
});
type RandomEntry = typeof arbitraryEntry extends fc.Arbitrary<infer T> ? T & { readonly id: number } : never;

const arbitraryWanted: fc.Arbitrary<Wanted> = fc.record(
  {
    kind: fc.constantFrom('commercial', 'commercial', ...entryKinds),
    reach: fc.constantFrom('everywhere' as const, new Set([3]), new Set([3, 4]), new Set([4, 5, 6])),
    unassigned: fc.constantFrom(true, false),
    status: oneOf(entryStatuses),
    flagged: fc.boolean(),
    type: oneOf(types),
    sejourType: oneOf(sejourTypes),
    resultat: fc.constantFrom(...resultats, 'none', 'none'),
    motif: fc.constantFrom(...motifs, 'none', 'none'),
    stage: fc.constantFrom(...stages, 'none', 'none'),
    orientation: fc.boolean(),
    from: dayOf,
    to: dayOf,
    announcementId: oneOf(announcements),
    offer: oneOf(offers),
    planned: oneOf(plannedKinds),
    aside: oneOf(asides),
  },
  { requiredKeys: ['kind', 'reach'] },
);
/** Few filters at a time: all of them together leave nothing. */
const arbitraryList = fc.record({
  wanted: fc
    .tuple(arbitraryWanted, fc.uniqueArray(fc.nat(16), { maxLength: 3 }))
    .map(([{ kind, reach, ...filters }, kept]): Wanted => {
      const names = Object.entries(filters).filter((_, i) => kept.includes(i));
      return { kind, reach, ...Object.fromEntries(names) };
    }),
  from: fc.record({ id: fc.integer({ min: 1, max: 700 }), contactDate: oneOf(days) }),
});

/** Whether a list shows an entry, as somebody would say it who has read what its filters mean. */
function isWanted(entry: RandomEntry, wanted: Wanted): boolean {
  const { reach, from, to, aside } = wanted;
  const has = (filter: string | undefined, value: string | null) =>
    filter === undefined || (filter === 'none' ? value === null : value === filter);
  const within = reach === 'everywhere' || (entry.establishment !== null && reach.has(entry.establishment));
  const offer = entry.announcement === null ? 'none' : entry.announcement === 3 ? 'unknown' : 'known';
  const plan = entry.planned === 'done' ? null : entry.planned;
  const planned = plan === null ? undefined : plan === 'Visite' ? 'visit' : 'callback';
  const { spam, test, presumed, duplicate } = entry;
  const set: Record<NonNullable<Wanted['aside']>, boolean> = {
    test,
    spam: !test && spam && !presumed,
    presumed: !test && spam && presumed,
    duplicate: !test && duplicate,
  };
  return (
    entry.kind === wanted.kind &&
    within &&
    (wanted.unassigned !== true || entry.establishment === null) &&
    (wanted.status === undefined || entry.status === wanted.status) &&
    (wanted.flagged === undefined || entry.flagged === wanted.flagged) &&
    has(wanted.type, entry.type) &&
    has(wanted.sejourType, entry.sejourType) &&
    has(wanted.resultat, entry.resultat) &&
    has(wanted.motif, entry.motif) &&
    has(wanted.stage, entry.stage) &&
    (wanted.orientation === undefined || (entry.partner !== null) === wanted.orientation) &&
    (from === undefined || entry.day >= from) &&
    (to === undefined || entry.day <= to) &&
    (wanted.announcementId === undefined || entry.announcement === wanted.announcementId) &&
    (wanted.offer === undefined || offer === wanted.offer) &&
    (wanted.planned === undefined || planned === wanted.planned) &&
    (aside === undefined ? !test && !spam && !duplicate : set[aside])
  );
}

onBothEngines('any list', (engine) => {
  let service: TestService;
  const entries: RandomEntry[] = [];
  before(async () => {
    service = await startService(engine);
    const drawn = fc.sample(arbitraryEntry, { numRuns: 700, seed: 20_260_304 });
    entries.push(...drawn.map((entry, i) => ({ ...entry, id: i + 1 })));
    await store(service, entries);
  });
  after(() => service.close());

  it('is every entry that is wanted, and no other, from any place and in any order', async () => {
    const { read } = service.database;
    let found = 0;
    await fc.assert(
      fc.asyncProperty(arbitraryList, async ({ wanted, from }) => {
        const expected = entries.filter((entry) => isWanted(entry, wanted));
        found += expected.length;
        const ids = expected.map(({ id }) => id);
        const asked = await withIdsOfDays(read, wanted);
        const values = valuesOf(asked);
        assert.deepEqual(idsInOrder(await read.all(everyWanted(asked), values)), ids);
        assert.equal(Number((await read.first(countWanted(asked), values))?.count), ids.length);
        const some = entries.flatMap(({ id }) => (id % 3 === 0 ? id : []));
        assert.deepEqual(
          idsInOrder(await read.all(wantedOf(asked), { ...values, ids: JSON.stringify(some) })),
          ids.filter((id) => some.includes(id)),
        );
        for (const sort of sorts) {
          for (const descending of [true, false]) {
            for (const onwards of [true, false]) {
              const statement = nextWanted(asked, { source: 'all', sort, descending, onwards, size });
              const place = { placeId: from.id, placeDate: from.contactDate };
              const rows = await read.all(statement, { ...values, sought: null, ...place });
              const all = expected.map(({ id, day }) => ({ id, contactDate: day }));
              const beyond = onwards ? all.filter((one) => isBeyond(one, from, sort, descending)) : all;
              const next = beyond.sort((a, b) => (isBeyond(a, b, sort, descending) ? 1 : -1)).slice(0, size);
              assert.deepEqual(
                rows.map(({ id, contactDate }) => ({ id, contactDate })),
                next,
              );
            }
          }
        }
      }),
      { numRuns: 200 },
    );
    // Not a list of nothing each time.
    assert.ok(found > 1_000);
  });
});

const idsInOrder = (places: readonly Place[]) => places.map(({ id }) => id).sort((a, b) => a - b);

/** Whether a list shows an entry after a place. */
function isBeyond(one: Place, place: Place, sort: Sort, descending: boolean): boolean {
  const byDay = sort === 'received' ? 0 : one.contactDate.localeCompare(place.contactDate);
  const order = byDay === 0 ? one.id - place.id : byDay;
  return descending ? order < 0 : order > 0;
}

async function store({ database }: TestService, entries: readonly RandomEntry[]): Promise<void> {
  const text = (value: string | null) => (value === null ? 'null' : `'${value}'`);
  const flag = (value: boolean) => (value ? 1 : 0);
  const values = entries.map((entry) =>
    [
      entry.id,
      text(entry.kind),
      entry.establishment,
      entry.partner,
      ...[entry.type, entry.sejourType, entry.resultat, entry.motif, entry.stage, entry.status].map(text),
      ...[entry.flagged, entry.test, entry.spam].map(flag),
      entry.spam && entry.presumed ? `'trap'` : null,
      // Of itself: which other one it is makes no difference to a list.
      entry.duplicate ? entry.id : null,
      entry.announcement,
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
    `insert into entries (id, kind, establishment_id, partner_id, type, sejour_type, resultat, motif, stage, status,
       flagged, test, spam, suspicion, duplicate_of, announcement_id, contact_date, received_at, fields)
     values ${values.map((row) => `(${row})`).join()}`,
  );
  const actions = entries.flatMap(({ id, planned }) => {
    if (planned === null) return [];
    const stage = planned === 'no stage' ? null : planned === 'done' ? 'Visite' : planned;
    return `(${id}, 0, ${text(stage)}, ${flag(planned === 'done')})`;
  });
  await execute(database, `insert into actions (entry_id, position, stage, done) values ${actions.join()}`);
}
