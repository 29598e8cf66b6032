// Every open lead is in exactly one state, and only a contact, a plan, a result, sleep, spam, a duplicate or « Marquer
// comme traitée » take a family out of those to call. Undo takes back all of an act.
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import {
  assignEntry,
  convertSurvey,
  editEntry,
  markProcessed,
  markSeen,
  markSpam,
  putBack,
  putToSleep,
  separate,
  undoNewest,
  unite,
} from '../../../test/fixtures/acts.ts';
import {
  type Act,
  act,
  addEndpoint,
  lookUp,
  send,
  storedEvents,
} from '../../../test/fixtures/entry-events.ts';
import { execute, number, rows } from '../../../test/fixtures/rows.ts';
import { onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { RequestError } from '../../contract/request-error.ts';
import { listedEntries } from '../../desk/entries/listed.ts';
import { type FollowUpState, followUpStates, isInState } from '../../follow-up/state.ts';
import { bind, dynamicStatement } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { recountContacts } from '../funnel/recount-contacts.ts';
import { nobodyObjects } from '../search/objections.ts';
import { countByState, countOpenLeads, differingProgress } from './recheck.ts';

const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' });
const dayAfter = (from: Date, days: number) => day.format(new Date(from.getTime() + days * 86_400_000));

/** Something that is done to an entry, now; `other` is one to unite it with. */
type Doing = (id: number, now: Date, other: number) => Act;
const edit =
  (change: (now: Date) => object): Doing =>
  (id, now) =>
  (tx, staff) =>
    editEntry(tx, id, staff, change(now));
const note = (action: object) => edit((now) => ({ actions: [{ date: day.format(now), ...action }] }));
const plan = (inDays: number, stage?: string) =>
  edit((now) => ({
    actions: [{ date: dayAfter(now, inDays), time: '10:00', done: false, ...(stage && { stage }) }],
  }));
const onFirst = (action: object) => edit(() => ({ actions: [{ position: 0, ...action }] }));
const result = (resultat: string | null) => edit(() => ({ resultat }));
const sleep =
  (inDays: number): Doing =>
  (id, now) =>
  (tx, staff) =>
    putToSleep(tx, id, staff, { until: dayAfter(now, inDays), reason: 'Après les vacances' });
const processed: Doing = (id) => (tx, staff) => markProcessed(tx, id, staff);
const toCall =
  (withdraws: boolean): Doing =>
  (id) =>
  (tx, staff) =>
    putBack(tx, id, staff, withdraws);
const spam =
  (isSpam: boolean): Doing =>
  (id) =>
  (tx, staff) =>
    markSpam(tx, id, staff, isSpam);
const assign =
  (to: number): Doing =>
  (id) =>
  (tx, staff) =>
    assignEntry(tx, id, staff, to);
const seen: Doing = (id) => (tx, staff) => markSeen(tx, id, staff);
const convert: Doing = (id) => (tx, staff) =>
  convertSurvey(tx, id, staff, { type: 'commercial.type.website' });
const united: Doing = (id, _now, other) => (tx, staff) => unite(tx, id, staff, other);
const separated: Doing = (id) => (tx, staff) => separate(tx, id, staff);
const comment = edit(() => ({ comment: 'Rappelle demain' }));
const nosuite = result('commercial.resultat.nosuite');
const reached = note({ outcome: 'reached' });
const unanswered = note({ outcome: 'no-answer', comment: 'Sonne occupé' });

const undoable: Doing[] = [
  edit(() => ({ fields: { lastName: 'Martin' } })),
  edit(() => ({ fields: { lastNameClient: 'Martain' } })),
  edit(() => ({ relations: new Map([[7, { lastName: 'Petit' }]]) })),
  ...[note({ comment: 'Note' }), note({ stage: 'Prise de contact' }), reached, unanswered],
  ...[assign(5), assign(3), plan(0), plan(3), plan(20), plan(5, 'Visite')],
  ...[
    { done: true },
    { done: true, outcome: 'reached' },
    { outcome: 'cancelled' },
    { outcome: 'no-show' },
  ].map(onFirst),
  ...[processed, toCall(false), toCall(true), spam(true), spam(false), sleep(1), sleep(40)],
  ...[result(null), nosuite, result('commercial.resultat.realisee')],
];
const anyAct = fc.constantFrom(...undoable, seen, convert, comment, united, united, separated);
/** Before a 29 February and both clock changes, in the night when the day in Paris is not that in UTC. */
const start = fc.constantFrom(
  '2028-02-27T22:30:00.000Z',
  '2026-03-28T22:30:00.000Z',
  '2026-10-24T21:30:00.000Z',
);

onSqlite('the follow-up of leads', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
    await addEndpoint(service);
  });
  after(() => service.close());
  beforeEach(() => {
    service.clock.now = new Date('2026-03-28T22:30:00.000Z');
  });

  let begun = 0;
  const begin = (kind: 'lead' | 'form' = 'lead') =>
    kind === 'form'
      ? send(service, `form-${++begun}`, {}, 'etablissement/3/survey/create')
      : send(service, `lead-${++begun}`, { dateFirstContact: '2026-01-05' });
  const today = () => day.format(service.clock.now);
  const pass = (hours: number) => {
    service.clock.now = new Date(service.clock.now.getTime() + hours * 3_600_000);
  };

  async function statesOf(ids: readonly number[]) {
    const states = new Map<number, FollowUpState | null>();
    for (const state of followUpStates) {
      const found = await service.database.read.all(
        dynamicStatement(
          () => sql<{ id: number }>`select e.id from entries e where ${isInState(state, bind(today()))}`,
        ),
      );
      for (const { id } of found) {
        assert.equal(states.has(id), false, 'one state alone');
        states.set(id, state);
      }
    }
    const seenBy = { today: today(), objections: nobodyObjects };
    for (const { id, followUp } of await listedEntries(service.database.read, ids, seenBy))
      assert.equal(followUp, states.get(id) ?? null, 'the list and the detail say the same');
    return ids.map((id) => states.get(id) ?? null);
  }
  const stateOf = async (id: number) => (await statesOf([id]))[0];

  /** Does it, unless it is refused. Returns whether it was done. */
  async function tried(id: number, doing: Doing, other = id): Promise<boolean> {
    try {
      await act(service, doing(id, service.clock.now, other));
      return true;
    } catch (error) {
      if (error instanceof ValidationError) return false;
      if (error instanceof RequestError && error.code === 'CONFLICT') return false;
      throw error;
    }
  }

  async function assertRecounted(): Promise<void> {
    for (const recount of [recountContacts, differingProgress])
      assert.deepEqual(await recount(service.database.read), []);
  }

  for (const [what, kind, doings, expected] of [
    ['nothing was done', 'lead', [], 'to-call'],
    [
      'a note, a comment, a call in vain',
      'lead',
      [note({ comment: 'Note' }), comment, unanswered],
      'to-call',
    ],
    ['it was moved and read', 'lead', [assign(5), seen], 'to-call'],
    ['a contact', 'lead', [reached], 'unplanned'],
    ['a contact and a plan', 'lead', [plan(3), reached], 'planned'],
    ['a plan', 'lead', [plan(3)], 'planned'],
    ['a plan for today without a contact', 'lead', [plan(0)], 'to-call'],
    ['a plan for today after a contact', 'lead', [reached, plan(0)], 'planned'],
    ['a plan that took place', 'lead', [plan(3, 'Visite'), onFirst({ done: true })], 'unplanned'],
    ['a plan that was cancelled', 'lead', [plan(3), onFirst({ outcome: 'cancelled' })], 'to-call'],
    [
      'a visit that the family missed',
      'lead',
      [plan(3, 'Visite'), onFirst({ outcome: 'no-show' })],
      'to-call',
    ],
    ['it was dealt with', 'lead', [processed], 'unplanned'],
    ['a result', 'lead', [plan(3), nosuite], null],
    ['a result that was taken back', 'lead', [plan(3), nosuite, result(null)], 'to-call'],
    [
      'an admission that was taken back',
      'lead',
      [result('commercial.resultat.realisee'), result(null)],
      'unplanned',
    ],
    ['sleep', 'lead', [sleep(40)], 'asleep'],
    ['sleep, and a plan', 'lead', [sleep(40), plan(3)], 'planned'],
    ['sleep, and a contact', 'lead', [sleep(40), reached], 'unplanned'],
    ['spam', 'lead', [spam(true)], null],
    ['no spam', 'lead', [plan(3), spam(true), spam(false)], 'planned'],
    ['put back after a contact', 'lead', [reached, toCall(false)], 'to-call'],
    ['put back in spite of a plan, unasked', 'lead', [plan(3), toCall(false)], 'planned'],
    ['put back with its plan', 'lead', [reached, plan(3), toCall(true)], 'to-call'],
    ['put back with its result', 'lead', [nosuite, toCall(true)], 'to-call'],
    ['a new form', 'form', [], 'to-call'],
    ['a form that was dealt with', 'form', [plan(3), processed], null],
    ['a form for which something is planned again', 'form', [plan(3), processed, plan(3)], 'planned'],
    ['a form that became a lead', 'form', [processed, convert], 'unplanned'],
    ['a form that was new and became a lead', 'form', [convert], 'to-call'],
  ] as const)
    it(`follow-up after ${what}: ${expected ?? 'none'}`, async () => {
      const id = await begin(kind);
      for (const doing of doings) await tried(id, doing);
      assert.equal(await stateOf(id), expected);
    });

  it('a sleep and a plan end with their day', async () => {
    const [asleep, planned] = [await begin(), await begin()];
    await tried(asleep, sleep(1));
    await tried(planned, plan(1));
    assert.deepEqual(await statesOf([asleep, planned]), ['asleep', 'planned']);
    pass(24);
    assert.deepEqual(await statesOf([asleep, planned]), ['to-call', 'to-call']);
  });

  it('after any acts states, figures and what callers were told are right', async () => {
    const step = fc.record({
      lead: fc.nat(3),
      other: fc.nat(3),
      doing: anyAct,
      hours: fc.constantFrom(0, 0, 1, 24, 25, 200),
    });
    await fc.assert(
      fc.asyncProperty(start, fc.array(step, { minLength: 4, maxLength: 14 }), async (from, steps) => {
        service.clock.now = new Date(from);
        const ids = [await begin(), await begin('form'), await begin(), await begin('form')];
        for (const { lead, other, doing, hours } of steps) {
          pass(hours);
          await tried(ids[lead] ?? 0, doing, ids[other]);
        }
        await statesOf(ids);
        const counts = await countByState(service.database.read, today());
        const sum = Object.values(counts).reduce((all, n) => all + n, 0);
        assert.equal(await countOpenLeads(service.database.read), sum);
        for (const id of ids) {
          const told = await storedEvents(service, id);
          assert.deepEqual(
            told.map(({ sequence }) => sequence),
            told.map((_, i) => i + 1),
          );
          const { type, data, customId } = told.at(-1) ?? {};
          if (customId !== undefined) assert.deepEqual({ type, data }, await lookUp(service, customId));
        }
      }),
      { numRuns: 12 },
    );
    const chained = 'entries d join entries k on k.id = d.duplicate_of where k.duplicate_of is not null';
    assert.equal(await number(service.database, `select count(*) from ${chained}`), 0);
    await assertRecounted();
  });

  it('an entry is exactly as before once an act is undone, figures included', async () => {
    const everything = async (id: number) => {
      const read = (query: string) => rows<Record<string, unknown>>(service.database, query);
      const [{ sequence: _, ...columns } = {}] = await read(`select * from entries where id = ${id}`);
      const of = (table: string, order: string) =>
        read(`select * from ${table} where entry_id = ${id} order by ${order}`);
      return [
        columns,
        await of('actions', 'position'),
        await of('relations', 'position'),
        await of('entry_phones', 'key'),
        await read('select * from contact_counts where total <> 0 order by 1, 2'),
      ];
    };
    const version = (id: number) =>
      number(service.database, `select coalesce(max(id), 0) from history where entry_id = ${id}`);
    const kinds = fc.constantFrom('lead' as const, 'form' as const);
    await fc.assert(
      fc.asyncProperty(start, kinds, fc.array(anyAct, { maxLength: 5 }), async (from, kind, first) => {
        service.clock.now = new Date(from);
        const id = await begin(kind);
        for (const doing of first) await tried(id, doing);
        for (const doing of undoable) {
          const earlier = await version(id);
          const stood = await everything(id);
          if (!(await tried(id, doing)) || (await version(id)) === earlier) continue;
          await act(service, (tx, staff) => undoNewest(tx, id, staff));
          assert.deepEqual(await everything(id), stood);
        }
      }),
      { numRuns: 6 },
    );
    await assertRecounted();
  });

  it('undo gives back the suspicion of spam, and the owner of a moved entry', async () => {
    const id = await begin();
    const columns = 'spam, suspicion, owner_id as owner, establishment_id as residence';
    const one = () => rows(service.database, `select ${columns} from entries where id = ${id}`);
    await execute(
      service.database,
      `insert into users (email, name, created_at) values ('o@example.org', 'O', '2026-01-01T00:00:00.000Z')`,
    );
    await execute(
      service.database,
      `update entries set spam = 1, suspicion = 'trap', owner_id = (select max(id) from users) where id = ${id}`,
    );
    const stood = await one();
    for (const doing of [spam(true), spam(false), assign(5)]) {
      await tried(id, doing);
      await act(service, (tx, staff) => undoNewest(tx, id, staff));
      assert.deepEqual(await one(), stood);
    }
  });

  it('nothing is undone by others, too late, twice, or after a comment', async () => {
    const id = await begin();
    const undo: Act = (tx, staff) => undoNewest(tx, id, staff);
    const isRefused = (doing: Promise<unknown>) => assert.rejects(doing, { code: 'CONFLICT' });
    await isRefused(act(service, undo));
    await tried(id, reached);
    await isRefused(act(service, (tx, staff) => undoNewest(tx, id, { ...staff, author: 'Paul Girard' })));
    const { now } = service.clock;
    service.clock.now = new Date(now.getTime() + 15 * 60_000 + 1);
    await isRefused(act(service, undo));
    service.clock.now = now;
    await act(service, undo);
    await isRefused(act(service, undo));
    await tried(id, comment);
    await isRefused(act(service, undo));
  });

  it('contradictory outcomes, and a past or too long sleep, are refused', async () => {
    service.clock.now = new Date('2028-02-29T09:00:00.000Z');
    const id = await begin();
    for (const action of [
      { outcome: 'no-answer', stage: 'Visite' },
      { outcome: 'voicemail', stage: 'Prise de contact' },
      { outcome: 'wrong-number', done: false },
      { outcome: 'reached', done: false },
      { outcome: 'cancelled' },
      { outcome: 'no-show', stage: 'Visite', done: true },
    ])
      assert.equal(await tried(id, note(action)), false, JSON.stringify(action));
    const isAsleep: boolean[] = [];
    for (const inDays of [-1, 0, 367, 1, 365]) isAsleep.push(await tried(id, sleep(inDays)));
    assert.deepEqual(isAsleep, [false, false, false, true, true]);
    await tried(id, nosuite);
    assert.equal(await tried(id, sleep(1)), false);
  });

  it('closing a form cancels what was planned', async () => {
    const form = await begin('form');
    for (const doing of [plan(3), processed]) await tried(form, doing);
    const cancelled = `select count(*) from actions where entry_id = ${form} and outcome = 'cancelled'`;
    assert.equal(await number(service.database, cancelled), 1);
  });

  it('a duplicate is left to the entry that was kept', async () => {
    const [one, kept] = [await begin(), await begin()];
    await act(service, (tx, staff) => unite(tx, one, staff, kept));
    assert.deepEqual(await statesOf([one, kept]), [null, 'to-call']);
    await act(service, (tx, staff) => separate(tx, one, staff));
    assert.deepEqual(await statesOf([one, kept]), ['to-call', 'to-call']);
  });
});
