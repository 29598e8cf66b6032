import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import {
  createManually,
  editEntry,
  markProcessed,
  markSpam,
  putToSleep,
  unite,
} from '../../test/fixtures/acts.ts';
import { ok } from '../../test/fixtures/answers.ts';
import { untilNotified } from '../../test/fixtures/change-notifications.ts';
import { signIn } from '../../test/fixtures/desk.ts';
import { act, send } from '../../test/fixtures/entry-events.ts';
import { execute } from '../../test/fixtures/rows.ts';
import { onSqlite, startService, type TestService } from '../../test/fixtures/service.ts';
import type { Grant } from '../access/roles.ts';
import type { EntryEdit } from '../entries/change/staff-acts.ts';
import { defaultTarget } from '../follow-up/targets.ts';
import { missedOf } from './calls.ts';

type Actions = NonNullable<EntryEdit['actions']>;

interface Figures {
  readonly firstCalls: { readonly due: number; readonly inTime: number };
  readonly untilReached: { readonly leads: number; readonly calls: number; readonly byCalls: number[] };
  readonly visits: { readonly due: number; readonly noShows: number };
}
interface Answer {
  readonly current: Figures;
  readonly previous: Figures & { readonly from: string; readonly to: string };
}

onSqlite('the follow-up statistics', (engine) => {
  let service: TestService;
  let sent = 0;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  const at = (instant: string) => {
    service.clock.now = new Date(instant);
  };
  /** A lead of a site, received at an instant; its contact date is that day unless the body says otherwise. */
  async function lead(instant: string, residence = 3, body: Record<string, unknown> = {}): Promise<number> {
    at(instant);
    return send(service, `follow-${++sent}`, body, `etablissement/${residence}/commercial/create`);
  }
  const note = (id: number, ...actions: Actions) =>
    act(service, (tx, staff) => editEntry(tx, id, staff, { actions }));
  const call = (
    day: string,
    time: string | null,
    outcome: 'reached' | 'no-answer' | 'voicemail' = 'reached',
  ) =>
    outcome === 'reached'
      ? ({ date: day, time, stage: 'Prise de contact', outcome } as const)
      : ({ date: day, time, outcome } as const);
  async function figures(query: string, grants?: readonly Grant[]): Promise<Answer> {
    const user = await signIn(service, grants);
    return ok<Answer>(user.get(`/desk/statistics/follow-up?${query}`));
  }
  const firstCalls = async (query: string) => {
    const { due, inTime } = (await figures(query)).current.firstCalls;
    return [due, inTime];
  };

  it('a first call is in time by working minutes, through both clock changes', async () => {
    // Friday 16:00 in winter, the clocks change on Sunday, Monday 11:00: four hours.
    await note(await lead('2026-03-27T15:00:00.000Z'), call('2026-03-30', '11:00'));
    await note(await lead('2026-03-27T15:00:00.000Z'), call('2026-03-30', '11:01'));
    assert.deepEqual(await firstCalls('from=2026-03-27&to=2026-03-27'), [2, 1]);
    // In the night of the change, which has no 02:30.
    await note(await lead('2026-03-29T01:30:00.000Z'), call('2026-03-30', '13:00', 'no-answer'));
    await note(await lead('2026-03-29T00:30:00.000Z'), call('2026-03-30', '13:01', 'no-answer'));
    assert.deepEqual(await firstCalls('from=2026-03-29&to=2026-03-29'), [2, 1]);
    // Friday 16:00 in summer, Monday 11:00 in winter.
    await note(await lead('2026-10-23T14:00:00.000Z'), call('2026-10-26', '11:00'));
    await note(await lead('2026-10-23T14:00:00.000Z'), call('2026-10-26', '11:01'));
    // The hour from 02:00 to 03:00 comes twice.
    await note(await lead('2026-10-25T00:30:00.000Z'), call('2026-10-26', '13:00', 'voicemail'));
    await note(await lead('2026-10-25T01:30:00.000Z'), call('2026-10-26', '13:01', 'voicemail'));
    assert.deepEqual(await firstCalls('from=2026-10-01&to=2026-10-31'), [4, 2]);
    // Without a time a call counts as made at 18:00, and one before the receipt as no wait.
    await note(await lead('2026-07-01T10:00:00.000Z'), call('2026-07-01', null));
    await note(await lead('2026-07-01T13:00:00.000Z'), call('2026-07-01', null));
    await note(await lead('2026-07-01T13:00:00.000Z'), call('2026-06-30', '10:00'));
    assert.deepEqual(await firstCalls('from=2026-07-01&to=2026-07-31'), [3, 2]);
  });

  it('the holidays of La Réunion and the target of each residence hold', async () => {
    const { database } = service;
    await untilNotified(database, 'residences', () =>
      execute(
        database,
        `update establishments set details = '{"cp":"97410","ville":"Saint-Pierre"}' where id = 7`,
      ),
    );
    // Friday 17:00, then Tuesday noon; on Monday 20 December La Réunion does not work.
    for (const residence of [7, 8])
      await note(await lead('2027-12-17T16:00:00.000Z', residence), call('2027-12-21', '12:00'));
    assert.deepEqual(await firstCalls('year=2027&establishmentId=7'), [1, 1]);
    assert.deepEqual(await firstCalls('year=2027&establishmentId=8'), [1, 0]);
    assert.deepEqual(await firstCalls('year=2027'), [2, 1]);
    const desk = await signIn(service);
    const target = { firstCallMinutes: 13 * 60, afterVisitDays: 3, staleDays: 21 };
    await ok(desk.put('/desk/targets', { establishmentId: 8, target }));
    assert.deepEqual(await firstCalls('year=2027'), [2, 2]);
  });

  it('a missed first call counts, but not one that is not needed or not due yet', async () => {
    const arrived = '2025-06-02T08:00:00.000Z';
    const query = 'from=2025-06-02&to=2025-06-02';
    const ids: number[] = [];
    for (let i = 0; i < 5; i++) ids.push(await lead(arrived, 4));
    const [closed = 0, done = 0, asleep = 0, planned = 0, waiting = 0] = ids;
    // What a caller did is no call by staff; a lead that staff wrote down did not wait.
    await lead(arrived, 4, { commercialactions: [{ date: '2025-06-02', comment: 'Appel' }] });
    await act(service, (tx, staff) =>
      createManually(tx, staff, { establishmentId: 4, type: 'commercial.type.phone' }),
    );
    await act(service, (tx, staff) =>
      editEntry(tx, closed, staff, { resultat: 'commercial.resultat.nosuite' }),
    );
    await act(service, (tx, staff) => markProcessed(tx, done, staff));
    await act(service, (tx, staff) =>
      putToSleep(tx, asleep, staff, { until: '2025-06-20', reason: 'Vacances' }),
    );
    await note(planned, { date: '2025-06-05', time: '10:00', stage: 'Prise de contact', done: false });
    // Received at 10:00, the target ends at 14:00.
    at('2025-06-02T12:00:00.000Z');
    assert.deepEqual(await firstCalls(query), [0, 0]);
    at('2025-06-02T12:01:00.000Z');
    assert.deepEqual(await firstCalls(query), [2, 0]);
    await note(waiting, call('2025-06-02', '14:05', 'no-answer'));
    assert.deepEqual(await firstCalls(query), [2, 0]);
    // The plan is over, and so is the sleep.
    at('2025-06-20T08:00:00.000Z');
    assert.deepEqual(await firstCalls(query), [4, 0]);
  });

  it('missed first calls are read week by week', async () => {
    // Limited leads count too.
    for (const [day, restriction] of [
      ['2021-03-01', null],
      ['2021-03-07', 'limited'],
      ['2021-03-15', 'limited'],
      ['2021-03-17', null],
    ] as const) {
      const id = await lead(`${day}T09:00:00.000Z`, 6);
      if (restriction !== null)
        await execute(service.database, `update entries set restriction = '${restriction}' where id = ${id}`);
    }
    at('2021-03-17T13:01:00.000Z');
    const { database, clock } = service;
    const period = { from: '2021-03-01', to: '2021-03-17' };
    const target = () => ({ ...defaultTarget, postalCode: '' });
    const weeks = missedOf(database.background, period, [6], target, clock.now);
    assert.deepEqual(await Array.fromAsync(weeks), [2, 0, 2]);
  });

  it('the calls until a family was reached are counted', async () => {
    const day = '2025-04-07';
    const received = `${day}T06:00:00.000Z`;
    const attempts = (n: number) =>
      Array.from({ length: n }, (_, i) => call(day, `1${i}:00`, i % 2 === 0 ? 'no-answer' : 'voicemail'));
    for (const n of [0, 0, 1, 2, 3, 5]) await note(await lead(received), ...attempts(n), call(day, '17:00'));
    // Not reached, and noted in another order than made.
    await note(await lead(received), ...attempts(2));
    await note(await lead(received), call(day, '11:00'), call(day, '10:00', 'no-answer'), call(day, '12:00'));
    // A visit reaches a family too; what follows it does not count.
    await note(
      await lead(received),
      { date: day, time: '10:00', stage: 'Visite' },
      call(day, '11:00', 'no-answer'),
    );
    const { untilReached } = (await figures(`from=${day}&to=${day}`)).current;
    assert.deepEqual(untilReached, { leads: 8, calls: 1 + 1 + 2 + 3 + 4 + 6 + 2 + 1, byCalls: [3, 2, 1, 2] });
  });

  it('visits that were due count by their day, and those that the family missed', async () => {
    const visit = (date: string) => ({ date, time: '15:00', stage: 'Visite' }) as const;
    const planned = (date: string) => ({ ...visit(date), done: false }) as const;
    const received = '2025-01-06T08:00:00.000Z';
    const id = await lead(received, 5);
    await note(id, visit('2025-01-10'), planned('2025-01-13'), planned('2025-01-14'), planned('2025-01-15'));
    await note(id, { position: 1, outcome: 'no-show' }, { position: 2, outcome: 'cancelled' });
    await note(id, planned('2025-02-03'), { date: '2025-01-16', time: '09:00', done: false });
    for (const mark of ['spam', 'duplicate'] as const) {
      const other = await lead(received, 5);
      await note(other, visit('2025-01-10'));
      await act(service, (tx, staff) =>
        mark === 'spam' ? markSpam(tx, other, staff, true) : unite(tx, other, staff, id),
      );
    }
    const visits = async (query: string) => (await figures(`establishmentId=5&${query}`)).current.visits;
    const january = 'from=2025-01-01&to=2025-01-31';
    at('2025-01-15T20:00:00.000Z');
    // The visit of the 15th may still be noted today.
    assert.deepEqual(await visits(january), { due: 2, noShows: 1 });
    at('2025-01-16T05:00:00.000Z');
    assert.deepEqual(await visits(january), { due: 3, noShows: 1 });
    assert.deepEqual(await visits('from=2025-01-11&to=2025-01-13'), { due: 1, noShows: 1 });
    assert.deepEqual((await figures(`establishmentId=6&${january}`)).current.visits, { due: 0, noShows: 0 });
    at('2026-01-31T08:00:00.000Z');
    assert.deepEqual(await visits('from=2025-02-01&to=2025-02-28'), { due: 1, noShows: 0 });
    const { previous } = await figures('establishmentId=5&from=2026-01-01&to=2026-02-28');
    assert.deepEqual(
      [previous.from, previous.to, previous.visits],
      ['2025-01-01', '2025-01-31', { due: 3, noShows: 1 }],
    );
  });

  it('erased and limited leads still count', async () => {
    for (const restriction of ['erased', 'limited', null]) {
      const id = await lead('2024-03-11T09:00:00.000Z');
      await note(id, call('2024-03-11', '11:00'));
      await execute(
        service.database,
        `update entries set restriction = ${restriction === null ? 'null' : `'${restriction}'`} where id = ${id}`,
      );
    }
    const days = 'from=2024-03-11&to=2024-03-11';
    assert.deepEqual(await firstCalls(days), [3, 3]);
    const { current } = await ok<{ current: { contacted: number } }>(
      (await signIn(service)).get(`/desk/statistics?${days}`),
    );
    assert.equal(current.contacted, 3);
  });
});
