import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { lastAct } from '../../../test/fixtures/audit-lines.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { confirmRules, dueNow, runAndErase, runNow } from '../../../test/fixtures/retention.ts';
import { execute, number, rows } from '../../../test/fixtures/rows.ts';
import {
  assertFailure,
  newDatabase,
  onSqlite,
  startService,
  type TestService,
} from '../../../test/fixtures/service.ts';
import { addDays, dayMs, hourMs, parisDay } from '../../clock.ts';
import { trustClock } from '../../clock-check.ts';
import { expiryWork } from '../../commands/expiry.ts';
import { openInstallation } from '../../commands/installation.ts';
import { parseConfig } from '../../config.ts';
import { type Database, DatabaseUnavailable } from '../../store/database.ts';
import { type RuleName, ruleNames } from '../rules/rules.ts';
import { runRetention } from './run.ts';

interface Answer {
  readonly rules: {
    readonly name: RuleName;
    readonly days: number;
    readonly next: { readonly days: number; readonly from: string } | null;
    readonly confirmedAt: string | null;
    readonly confirmedBy: string | null;
    readonly runs: boolean;
  }[];
  readonly lastRun: {
    startedAt: string;
    finishedAt: string | null;
    counts: Record<string, number>;
    failed: number;
  } | null;
}

onSqlite('retention', (engine) => {
  let service: TestService;
  let desk: Desk;
  let start: Date;
  before(async () => {
    service = await startService(engine);
    start = service.clock.now;
    desk = await signIn(service, [{ role: 'privacy', establishmentId: null }]);
  });
  after(() => service.close());

  const later = (ms: number) => {
    service.clock.now = new Date(start.getTime() + ms);
  };
  const today = () => parisDay(service.clock.now);
  const erased = () => number(service.database, `select count(*) from entries where restriction = 'erased'`);
  /** What the tests before have left concerns no rule. */
  async function beginAnew(...confirmed: RuleName[]): Promise<void> {
    await execute(service.database, 'update entries set test = 1');
    await execute(service.database, 'delete from audit');
    await confirmRules(service, confirmed);
  }
  const retention = async () => (await desk.get('/desk/privacy/retention')).json<Answer>();
  /** The hourly work of a process that began now. */
  function newProcess() {
    let elapsedMs = 0;
    const work = expiryWork({
      database: service.database,
      clock: () => service.clock.now,
      monotonicClock: () => elapsedMs,
      log: { info: () => undefined, warn: () => undefined },
    });
    return {
      work: () => work(new AbortController().signal),
      async hour() {
        service.clock.now = new Date(service.clock.now.getTime() + hourMs);
        elapsedMs += hourMs;
        await work(new AbortController().signal);
      },
    };
  }

  it('retention touches nothing that was there before, until a rule is confirmed', async () => {
    // As an installation that is updated: it has entries, and no row of a rule.
    for (let i = 0; i < 3; i++)
      await send(service, `old-${i}`, { comment: 'X', gclid: 'X', lastNameClient: 'X' });
    await send(service, 'survey', { ip: 'X' }, 'etablissement/4/survey/create', '&type=survey.type.survey');
    later(1_200 * dayMs);
    // The lines of the first sign-in would be due too.
    await execute(service.database, 'delete from audit');
    desk = await signIn(service, [{ role: 'privacy', establishmentId: null }]);
    const due = { health: 3, ip: 1, gclid: 3, prospect: 3, satisfaction: 1 };
    assert.deepEqual(await dueNow(service), due);
    const before = await rows(service.database, 'select * from entries order by id');
    assert.deepEqual(await runNow(service), {});
    assert.deepEqual(await rows(service.database, 'select * from entries order by id'), before);
    const { rules } = await retention();
    assert.deepEqual(
      rules.map(({ name }) => name),
      ruleNames,
    );
    assert.deepEqual(
      rules.filter(({ runs }) => runs).map(({ name }) => name),
      ['deliveries'],
      'what ran before goes on',
    );
    assert.equal(
      rules.every(({ confirmedAt }) => confirmedAt === null),
      true,
    );

    const preview = (await desk.get('/desk/privacy/retention/preview')).json<{
      rules: { name: string; due: number; byEstablishment: unknown; oldest: { id: number; at: string }[] }[];
    }>();
    const prospect = preview.rules.find(({ name }) => name === 'prospect');
    assert.deepEqual(prospect?.byEstablishment, [{ establishmentId: 3, due: 3 }]);
    assert.equal(prospect?.oldest[0]?.at, start.toISOString());

    const confirmed = await desk.patch('/desk/privacy/retention/prospect', { confirm: true });
    assert.equal(confirmed.statusCode, 200, confirmed.body);
    assert.deepEqual(confirmed.json(), {
      name: 'prospect',
      days: 1_095,
      fewestDays: 365,
      hides: true,
      next: null,
      confirmedAt: service.clock.now.toISOString(),
      confirmedBy: desk.email,
      runs: true,
    });
    assert.deepEqual(await runAndErase(service), { prospect: 3 });
    assert.equal(await erased(), 3);
    assert.deepEqual(await dueNow(service), { ip: 1, satisfaction: 1 });
    assert.deepEqual((await retention()).lastRun?.counts, { prospect: 3 });
  });

  it('a rule keeps longer at once, with a line in the audit trail', async () => {
    const longer = await desk.patch('/desk/privacy/retention/satisfaction', { days: 3_650, confirm: true });
    assert.equal(longer.json<{ days: number }>().days, 3_650);
    assert.deepEqual(await dueNow(service), { ip: 1 });
    assert.deepEqual(await lastAct(service, desk), [
      'changed retention',
      { name: 'satisfaction', changed: ['days', 'confirm'], days: 3_650, before: 365, from: today() },
    ]);
  });

  it('a rule keeps fewer days 31 days later', async () => {
    await beginAnew('prospect');
    const received = service.clock.now;
    await send(service, 'sooner');
    const inDays = async (days: number) => {
      service.clock.now = new Date(received.getTime() + days * dayMs);
      desk = await signIn(service, [{ role: 'privacy', establishmentId: null }]);
    };
    await inDays(400);
    const prospect = '/desk/privacy/retention/prospect';
    const few = await desk.patch(prospect, { days: 10, shorten: true });
    assertFailure(few, 400, 'INVALID', /^days: expected 365/);
    assertFailure(await desk.patch(prospect, { days: 366 }), 400, 'INVALID', /^shorten: expected true: 366/);
    assert.deepEqual(await runNow(service), {});

    const preview = async (query = '') => {
      const answer = await desk.get(`/desk/privacy/retention/preview${query}`);
      return answer.json<{ rules: { name: string; due: number }[] }>().rules;
    };
    const due = (await preview('?rule=prospect&days=366')).map((rule) => [rule.name, rule.due]);
    assert.deepEqual(due, [['prospect', 1]]);
    assert.equal((await preview()).find(({ name }) => name === 'prospect')?.due, 0, 'it is not saved');
    for (const [query, field] of [
      ['rule=prospect&days=364', /^days: expected 365/],
      ['days=400', /^rule:/],
    ] as const)
      assertFailure(await desk.get(`/desk/privacy/retention/preview?${query}`), 400, 'INVALID', field);

    const from = addDays(today(), 31);
    const shorten = async () => {
      const { days, next } = await ok<Answer['rules'][number]>(
        desk.patch(prospect, { days: 366, shorten: true }),
      );
      assert.deepEqual({ days, next }, { days: 1_095, next: { days: 366, from } });
    };
    await shorten();
    const taken = await desk.patch(prospect, { days: 1_095 });
    assert.equal(taken.json<Answer['rules'][number]>().next, null, 'more days take it back');
    await shorten();
    await inDays(401);
    const again = await desk.patch(prospect, { days: 366, shorten: true });
    assert.equal(again.json<Answer['rules'][number]>().next?.from, from, 'the same again waits no longer');

    await inDays(430);
    assert.deepEqual(await runNow(service), {});
    await inDays(431);
    const { days, next } = (await retention()).rules.find(({ name }) => name === 'prospect') ?? {};
    assert.deepEqual({ days, next }, { days: 366, next: null });
    assert.deepEqual(await runNow(service), { prospect: 1 });
  });

  it('a rule keeps no less than the law wants, whatever is set', async () => {
    await beginAnew();
    const set = (name: string, body: object) => desk.patch(`/desk/privacy/retention/${name}`, body);
    const floors = { prospect: 365, application: 180, audit: 183, user: 183, request: 365, objection: 1_095 };
    for (const [name, fewest] of Object.entries(floors)) {
      assertFailure(await set(name, { days: fewest - 1, shorten: true }), 400, 'INVALID', /^days:/);
      await ok(set(name, { days: fewest, shorten: true }));
    }
    // As an earlier version let them be set.
    await execute(
      service.database,
      'update retention_rules set days = 1, next_days = null, next_from = null',
    );
    const { rules } = await retention();
    assert.deepEqual(
      Object.fromEntries(
        rules.filter(({ name }) => Object.hasOwn(floors, name)).map((rule) => [rule.name, rule.days]),
      ),
      floors,
    );
    for (const days of [0, -1, 3_651, 1.5, 'x', null])
      assertFailure(await set('ip', { days }), 400, 'INVALID', /^days:/);
    assertFailure(await set('ip', { confirm: false }), 400, 'INVALID', /^confirm:/);
    assertFailure(await set('ip', {}), 400, 'INVALID');
    assertFailure(await set('nothing', { days: 1 }), 400, 'INVALID', /^name:/);
  });

  it('retention runs once a night from half past two in Paris, also when clocks change', async () => {
    await beginAnew();
    const runs = () =>
      rows<{ at: string }>(service.database, 'select started_at as at from retention_runs order by id');
    const before = (await runs()).length;
    // The night in which the clock goes forward or back, and the one before.
    for (const [from, expected] of [
      ['2034-03-24T12:10:00.000Z', ['25T02:10', '26T01:10']],
      ['2034-10-27T12:10:00.000Z', ['28T01:10', '29T02:10']],
    ] as const) {
      service.clock.now = new Date(from);
      await service.database.transaction((tx) => trustClock(tx, service.clock.now));
      const { work, hour } = newProcess();
      await work();
      const first = (await runs()).length;
      for (let hours = 0; hours < 2 * 24; hours++) await hour();
      const begun = (await runs()).slice(first).map(({ at }) => new Date(at).toISOString().slice(8, 16));
      assert.deepEqual(begun, expected);
    }
    assert.equal((await runs()).length, before + 6, 'those of the days on which the process began too');
  });

  it('retention does nothing while the clock is doubted', async () => {
    await beginAnew('prospect');
    await send(service, 'doubted');
    const before = await number(service.database, 'select count(*) from retention_runs');
    service.clock.now = new Date(service.clock.now.getTime() + 1_500 * dayMs);
    await newProcess().work();
    assert.equal(await number(service.database, 'select count(*) from retention_runs'), before);
    assert.equal((await dueNow(service)).prospect, 1);
  });

  it('a run goes on wherever it was killed, and several at once do the work of one', async () => {
    await beginAnew('satisfaction', 'ip');
    const type = '&type=survey.type.survey';
    for (let i = 0; i < 12; i++) await send(service, `kill-${i}`, {}, 'etablissement/3/survey/create', type);
    for (let i = 0; i < 12; i++) await send(service, `ip-${i}`, { ip: '203.0.113.7' });
    service.clock.now = new Date(service.clock.now.getTime() + 400 * dayMs);
    const due = await dueNow(service);
    assert.deepEqual(due, { satisfaction: 12, ip: 12 });
    /** The process dies at one of its writes: before it is stored, or after that and before it hears of it. */
    const dyingAt = (last: number, isStored: boolean): Database => {
      let writes = 0;
      return {
        ...service.database,
        async write(operation, ...input) {
          if (++writes < last) return service.database.write(operation, ...input);
          if (isStored) await service.database.write(operation, ...input);
          throw new DatabaseUnavailable('killed');
        },
      };
    };
    for (const [last, isStored] of [
      [1, false],
      [1, true],
      [2, false],
      [3, false],
      [2, true],
    ] as const)
      await assert.rejects(runNow(service, { database: dyingAt(last, isStored) }), DatabaseUnavailable);
    const options = {
      database: service.database,
      clock: () => service.clock.now,
      onFailure: ({ error }: { error: unknown }) => assert.fail(String(error)),
    };
    const go = () => runRetention(options, new AbortController().signal);
    await Promise.all([go(), go(), go()]);
    const found = await rows<{ counts: string }>(
      service.database,
      `select counts from retention_runs where started_at = '${service.clock.now.toISOString()}'`,
    );
    assert.deepEqual(
      found.map(({ counts }) => JSON.parse(counts)),
      [due],
    );
    assert.equal(await go(), undefined, 'it has run today');
    assert.deepEqual(await dueNow(service), {});
  });

  it('an entry that can’t be dealt with is left out and said, the others go on', async () => {
    await beginAnew('satisfaction');
    const survey = ['etablissement/3/survey/create', '&type=survey.type.survey'] as const;
    const ids: number[] = [];
    for (let i = 0; i < 3; i++) ids.push(await send(service, `broken-${i}`, {}, ...survey));
    service.clock.now = new Date(service.clock.now.getTime() + 400 * dayMs);
    const failed: number[] = [];
    const database: typeof service.database = {
      ...service.database,
      async write(operation, input, now) {
        const { ids: some = [] } = (input ?? {}) as { ids?: readonly number[] };
        if (operation.name === 'applyRetention' && some.includes(ids[1] ?? 0)) throw new Error('broken');
        return service.database.write(operation, input, now);
      },
    };
    const run = await runRetention(
      { database, clock: () => service.clock.now, onFailure: ({ id }) => void failed.push(id) },
      new AbortController().signal,
    );
    assert.deepEqual([run?.counts, run?.failed], [{ satisfaction: 2 }, 1]);
    const later = await signIn(service, [{ role: 'privacy', establishmentId: null }]);
    assert.equal((await later.get('/desk/privacy/retention')).json<Answer>().lastRun?.failed, 1);
    assert.deepEqual(failed, [ids[1]]);
  });

  it('all rules run on a new installation', async () => {
    const place = await newDatabase(engine);
    const installation = await openInstallation(parseConfig({ SECRET_KEY: 'x'.repeat(40), ...place.env }));
    const found = await rows<{ name: string; by: string }>(
      installation.database,
      'select name, confirmed_by as "by" from retention_rules where confirmed_at is not null',
    );
    await installation.close();
    await place.remove();
    assert.deepEqual(found.map(({ name }) => name).sort(), [...ruleNames].sort());
    assert.equal(found[0]?.by, 'installation');
  });
});
