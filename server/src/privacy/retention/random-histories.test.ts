// Random histories, rules and clocks, killed at any slice: the run does what the preview said, and nothing else.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { type Counts, dueNow, runNow } from '../../../test/fixtures/retention.ts';
import { execute, rows } from '../../../test/fixtures/rows.ts';
import { onBothEngines, startService, type TestService } from '../../../test/fixtures/service.ts';
import { dayMs } from '../../clock.ts';
import { type Database, DatabaseUnavailable } from '../../store/database.ts';
import type { RuleName } from './rules.ts';

const names = [
  'health',
  'ip',
  'gclid',
  'prospect',
  'admission',
  'spam',
  'presumed-spam',
  'application',
  'complaint',
  'satisfaction',
] as const satisfies RuleName[];
type Name = (typeof names)[number];
const blanking: readonly Name[] = ['health', 'ip', 'gclid'];

/** Rules and histories share them, so that many things happen on the very day. */
const durations = [1, 30, 150, 365, 366, 730, 1_095];
const clocks = [
  '2028-02-29T08:00:00.000Z',
  '2028-03-01T00:10:00.000Z',
  '2029-02-28T23:30:00.000Z',
  // Around both changes of the clock in Paris, at 01:00 UTC.
  '2026-03-28T23:30:00.000Z',
  '2026-03-29T00:59:59.999Z',
  '2026-03-29T01:00:00.000Z',
  '2026-03-29T22:30:00.000Z',
  '2026-10-24T22:30:00.000Z',
  '2026-10-25T00:30:00.000Z',
  '2026-10-25T01:30:00.000Z',
  '2026-10-25T23:30:00.000Z',
  '2027-01-01T00:00:00.000Z',
] as const;

/** How long before the clock something happened. */
const age = fc
  .record({
    days: fc.constantFrom(...durations),
    more: fc.integer({ min: -2, max: 2 }),
    minutes: fc.integer({ min: -720, max: 720 }),
  })
  .map(({ days, more, minutes }) => (days + more) * dayMs + minutes * 60_000);
const history = fc.array(
  fc.record({
    age,
    author: fc.constantFrom('Anne Roux', 'partner:x'),
    detail: fc.constantFrom(
      '{"changes":{"status":{"from":"new","to":"processed"}}}',
      '{"changes":{"spam":{"from":false,"to":true}}}',
      '{"changes":{"lastNameClient":{"from":null,"to":"X"}}}',
      '{"actions":{"0":{"stage":{"from":null,"to":"Visite"}}}}',
      '{"changes":{"comment":{"from":null,"to":"X"}}}',
    ),
  }),
  { maxLength: 3 },
);
const actions = fc.array(
  fc.record({
    /** Null: without a day. Below 0: still to come. */
    age: fc.oneof(age, fc.constant(null), fc.constant(-40 * dayMs)),
    stage: fc.constantFrom('Validé', 'Prise de contact', 'Visite', 'Admission réalisé', 'Parti', null),
    done: fc.boolean(),
    author: fc.constantFrom('Anne Roux', 'visitor', null),
  }),
  { maxLength: 3 },
);
const entry = fc.record({
  sort: fc.constantFrom(
    'lead',
    'lead',
    'lead',
    'form',
    'complaint',
    'complaint',
    'satisfaction',
    'application',
  ),
  age,
  contactAge: fc.oneof(age, fc.constant(-100 * dayMs)),
  status: fc.constantFrom('new', 'processed'),
  spam: fc.constantFrom('no', 'no', 'no', 'spam', 'presumed'),
  resultat: fc.constantFrom(null, null, 'commercial.resultat.realisee', 'commercial.resultat.refuse'),
  hold: fc.constantFrom('none', 'none', 'none', 'active', 'last day', 'past', 'ended'),
  state: fc.constantFrom('plain', 'plain', 'plain', 'limited', 'erased', 'test'),
  comment: fc.boolean(),
  ip: fc.boolean(),
  gclid: fc.boolean(),
  actions,
  history,
});
type Entry = typeof entry extends fc.Arbitrary<infer E> ? E : never;
const settings = fc.record(
  Object.fromEntries(
    names.map((name) => [
      name,
      fc.record({ days: fc.constantFrom(...durations), confirmed: fc.constantFrom(true, true, false) }),
    ]),
  ) as Record<Name, fc.Arbitrary<{ days: number; confirmed: boolean }>>,
);
type Settings = typeof settings extends fc.Arbitrary<infer S> ? S : never;

const paris = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris', dateStyle: 'short' });
const types: Readonly<Record<Entry['sort'], readonly [kind: string, type: string | null]>> = {
  lead: ['commercial', 'commercial.type.website'],
  form: ['survey', 'survey.type.contact'],
  complaint: ['survey', 'survey.type.complaint'],
  satisfaction: ['survey', 'survey.type.survey'],
  application: ['postuler', null],
};

/** The rules that concern an entry, worked out from its history alone. */
function expectedRules(one: Entry, settings: Settings, now: Date): Name[] {
  const today = paris.format(now);
  const dayOf = (ms: number) => paris.format(new Date(now.getTime() - ms));
  const daysAgo = (day: string) => (Date.parse(today) - Date.parse(day)) / dayMs;
  if (one.state !== 'plain' || one.hold === 'active' || one.hold === 'last day') return [];

  const contacts = [dayOf(one.age)];
  const contactDay = dayOf(one.contactAge);
  if (contactDay <= today) contacts.push(contactDay);
  const exchanges = one.actions.filter(
    ({ stage, done, author }) => done && (stage === null ? author === null : stage !== 'Validé'),
  );
  for (const exchange of exchanges) {
    if (exchange.age !== null && dayOf(exchange.age) <= today) contacts.push(dayOf(exchange.age));
  }
  const recorded = exchanges.some((exchange) => exchange.age === null && exchange.author !== null);
  for (const line of one.history) {
    if (line.author === 'partner:x' || (recorded && line.detail.startsWith('{"actions"')))
      contacts.push(dayOf(line.age));
  }
  const decided = (about: string) => [
    dayOf(one.age),
    ...one.history.filter(({ detail }) => detail.includes(`"${about}"`)).map((line) => dayOf(line.age)),
  ];
  const isLead = one.sort === 'lead' || one.sort === 'form';
  const isAdmitted =
    one.resultat === 'commercial.resultat.realisee' ||
    one.actions.some(({ stage, done }) => done && (stage === 'Admission réalisé' || stage === 'Parti'));
  const good = one.spam === 'no';
  const received = [dayOf(one.age)];
  const since: Partial<Record<Name, readonly string[]>> = {
    ...(isLead && (one.comment || one.history.some(({ detail }) => detail.includes('"comment"')))
      ? { health: contacts }
      : {}),
    ...(one.ip && { ip: received }),
    ...(one.gclid && { gclid: received }),
    ...(good && isLead && !isAdmitted && { prospect: contacts }),
    ...(good && isLead && isAdmitted && { admission: contacts }),
    ...(one.spam === 'spam' && { spam: decided('spam') }),
    ...(one.spam === 'presumed' && { 'presumed-spam': received }),
    ...(good && one.sort === 'application' && { application: received }),
    ...(good && one.sort === 'complaint' && one.status === 'processed' && { complaint: decided('status') }),
    ...(good && one.sort === 'satisfaction' && { satisfaction: received }),
  };
  const due = names.filter((name) => {
    const moments = since[name];
    return moments?.every((day) => daysAgo(day) > settings[name].days) === true;
  });
  const isErased = due.some((name) => !blanking.includes(name) && settings[name].confirmed);
  return isErased ? due.filter((name) => !blanking.includes(name)) : due;
}

onBothEngines('random histories', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  /** Far apart, so that a run has to read several slices. */
  const idOf = (index: number) => (index + 1) * 450;

  async function store(entries: readonly Entry[], settings: Settings): Promise<void> {
    const { database, clock } = service;
    const at = (ms: number) => new Date(clock.now.getTime() - ms).toISOString();
    const day = (ms: number) => paris.format(new Date(clock.now.getTime() - ms));
    const text = (value: string | null) => (value === null ? 'null' : `'${value}'`);
    const insert = async (table: string, columns: string, values: readonly string[]) => {
      if (values.length > 0)
        await execute(database, `insert into ${table} (${columns}) values ${values.map((v) => `(${v})`)}`);
    };
    for (const table of [
      'holds',
      'history',
      'actions',
      'entries',
      'erasures',
      'retention_rules',
      'retention_runs',
    ])
      await execute(database, `delete from ${table}`);
    await insert(
      'entries',
      `id, kind, type, status, spam, suspicion, test, contact_date, received_at, comment, gclid, flagged, resultat,
       fields, restriction, establishment_id`,
      entries.map((one, i) => {
        const [kind, type] = types[one.sort];
        const flag = (value: boolean) => (value ? 1 : 0);
        const fields = one.ip ? '{"ip":"203.0.113.7","lastName":"X"}' : '{"lastName":"X"}';
        const restriction = one.state === 'limited' || one.state === 'erased' ? one.state : null;
        return `${idOf(i)}, '${kind}', ${text(type)}, '${one.status}', ${flag(one.spam !== 'no')},
          ${one.spam === 'presumed' ? "'trap'" : 'null'}, ${flag(one.state === 'test')}, '${day(one.contactAge)}',
          '${at(one.age)}', ${one.comment ? "'X'" : 'null'}, ${one.gclid ? "'X'" : 'null'}, 0,
          ${text(one.resultat)}, '${fields}', ${text(restriction)}, ${i % 2 === 0 ? 3 : 'null'}`;
      }),
    );
    await insert(
      'actions',
      'entry_id, position, date, stage, done, author',
      entries.flatMap((one, i) =>
        one.actions.map(
          ({ age: before, stage, done, author }, position) =>
            `${idOf(i)}, ${position}, ${before === null ? 'null' : `'${day(before)}'`}, ${text(stage)},
             ${done ? 1 : 0}, ${text(author)}`,
        ),
      ),
    );
    await insert(
      'history',
      'entry_id, at, author, change, detail',
      entries.flatMap((one, i) =>
        one.history.map(
          ({ age: before, author, detail }) =>
            `${idOf(i)}, '${at(before)}', '${author}', 'updated', '${detail}'`,
        ),
      ),
    );
    const until = { active: '2099-01-01', 'last day': day(0), past: day(dayMs), ended: '2099-01-01' };
    await insert(
      'holds',
      'entry_id, kind, reason, until, author, created_at, ended_at',
      entries.flatMap(({ hold }, i) =>
        hold === 'none'
          ? []
          : [
              `${idOf(i)}, 'hold', 'X', '${until[hold]}', 'X', '${at(dayMs)}',
               ${hold === 'ended' ? text(at(1)) : 'null'}`,
            ],
      ),
    );
    await insert(
      'retention_rules',
      'name, days, confirmed_at',
      names.map((name) => {
        const { days, confirmed } = settings[name];
        return `'${name}', ${days}, ${confirmed ? text(at(dayMs)) : 'null'}`;
      }),
    );
  }

  /** Everything that is stored of each entry, by its id. */
  async function stored(): Promise<Map<number, string>> {
    const { database } = service;
    const parts = await Promise.all([
      rows<{ id: number }>(database, 'select * from entries order by id'),
      rows<{ id: number }>(database, 'select entry_id as id, a.* from actions a order by entry_id, position'),
      rows<{ id: number }>(
        database,
        'select entry_id as id, at, author, detail from history order by history.id',
      ),
    ]);
    const all = new Map<number, string>();
    for (const row of parts.flat()) all.set(row.id, `${all.get(row.id) ?? ''}${JSON.stringify(row)}`);
    return all;
  }

  /** The process dies at one of its writes: before it is stored, or after that and before it hears of it. */
  function dyingAt(write: number, isStored: boolean): Database {
    let writes = 0;
    return {
      ...service.database,
      async write(operation, ...input) {
        if (++writes < write) return service.database.write(operation, ...input);
        if (writes === write && isStored) await service.database.write(operation, ...input);
        // What can't reach the database says so: the run doesn't go on with other rows.
        throw new DatabaseUnavailable('killed');
      },
    };
  }

  it('the run does exactly what the preview said, wherever it is killed', async () => {
    const totals: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { minLength: 5, maxLength: 25 }),
        settings,
        fc.constantFrom(...clocks),
        fc.array(fc.record({ write: fc.integer({ min: 1, max: 14 }), isStored: fc.boolean() }), {
          maxLength: 3,
        }),
        async (entries, chosen, now, kills) => {
          service.clock.now = new Date(now);
          await store(entries, chosen);
          const concerned = entries.map((one) => expectedRules(one, chosen, service.clock.now));
          const expected: Counts = {};
          for (const name of concerned.flat()) expected[name] = (expected[name] ?? 0) + 1;
          assert.deepEqual(await dueNow(service), sorted(expected));

          const before = await stored();
          for (const { write, isStored } of kills) {
            await runNow(service, { database: dyingAt(write, isStored) }).catch((error) =>
              assert.ok(error instanceof DatabaseUnavailable, String(error)),
            );
          }
          const [run] = await rows<{ finished: string | null }>(
            service.database,
            'select finished_at as finished from retention_runs order by id desc limit 1',
          );
          // One that died after its very last write has finished.
          if (run?.finished == null) await runNow(service);
          const confirmed = Object.fromEntries(
            Object.entries(expected).filter(([name]) => chosen[name as Name].confirmed),
          );
          const [{ counts = '{}' } = {}] = await rows<{ counts: string }>(
            service.database,
            'select counts from retention_runs order by id',
          );
          assert.deepEqual(sorted(JSON.parse(counts)), sorted(confirmed));
          for (const [name, count] of Object.entries(confirmed)) totals[name] = (totals[name] ?? 0) + count;

          const afterwards = await stored();
          const untouched = concerned.flatMap((rules, i) =>
            rules.some((name) => chosen[name].confirmed) ? [] : [idOf(i)],
          );
          for (const id of untouched) assert.equal(afterwards.get(id), before.get(id));
          assert.deepEqual(await dueNow(service), sorted(unconfirmed(expected, chosen)));
        },
      ),
      // PostgreSQL takes five times as long for the same conditions.
      { numRuns: engine === 'sqlite' ? 120 : 40 },
    );
    if (engine === 'sqlite')
      assert.deepEqual(Object.keys(totals).sort(), [...names].sort(), 'each rule had something to do');
  });
});

function unconfirmed(expected: Counts, settings: Settings): Counts {
  return Object.fromEntries(Object.entries(expected).filter(([name]) => !settings[name as Name].confirmed));
}

function sorted(counts: Counts): Counts {
  const all: readonly string[] = names;
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => all.indexOf(a) - all.indexOf(b)));
}
