import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { dayMs } from '../../src/clock.ts';
import { ok } from '../fixtures/answers.ts';
import { answerOf, direct, type Env, refusal } from '../fixtures/command-line.ts';
import { conversionHeader, doStage, newLead, switchOn } from '../fixtures/conversions.ts';
import { type Desk, signIn } from '../fixtures/desk.ts';
import { onSqlite, startService, type TestService } from '../fixtures/service.ts';

onSqlite('accueil conversions', (engine) => {
  let service: TestService;
  let desk: Desk;
  let env: Env;
  let id: number;
  let withheld: number;
  before(async () => {
    service = await startService(engine);
    env = { DATA_DIR: service.config.dataDir };
    // The command takes its own time.
    service.clock.now = new Date();
    desk = await signIn(service);
    id = await newLead(service, { gclid: 'Cj0K_command' });
    withheld = await newLead(service, { adUserData: 'DENIED' });
    const date = { date: null, time: null };
    for (const one of [id, withheld]) await doStage(desk, one, 'Validé', date);
  });
  after(() => service.close());

  const conversions = (...args: string[]) =>
    answerOf<Record<string, unknown>[]>(['conversions', ...args], env);

  it('conversions are printed as each file, and as JSON', async () => {
    await switchOn(desk, { qualified: { name: 'Contact', value: 12.5 } });
    const ads = await direct(['conversions'], env);
    assert.equal(ads.code, 0, ads.stderr);
    const [first, second, line, ...rest] = ads.stdout.split('\n');
    assert.deepEqual([first, second, rest], ['Parameters:TimeZone=Europe/Paris', conversionHeader, ['']]);
    const at = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+0[12]00`;
    assert.match(`${line}`, RegExp(`^Cj0K_command,Contact,${at},12\\.50,EUR,A-${id}-Q,GRANTED,GRANTED$`));
    const manager = await direct(['conversions', '--shape', 'data-manager'], env);
    assert.ok(manager.stdout.startsWith(`${conversionHeader}\n`));
    const [told] = await conversions();
    assert.deepEqual(told, {
      ...{ orderId: `A-${id}-Q`, entryId: id, milestone: 'qualified', gclid: 'Cj0K_command', at: told?.at },
      ...{ personalization: 'GRANTED', name: 'Contact', value: 12.5, currency: 'EUR' },
    });
  });

  it('withheld conversions are printed with the reason', async () => {
    const { stdout } = await direct(['conversions', '--withheld'], env);
    assert.match(stdout, /^ORDER ID +ENTRY +MILESTONE +REACHED +WITHHELD\n/);
    assert.match(stdout, RegExp(`\nA-${withheld}-Q +${withheld} +qualified +\\S+ +consent-denied\n$`));
    assert.deepEqual(
      (await conversions('--withheld')).map(({ reason }) => reason),
      ['consent-denied'],
    );
  });

  it('conversions begin with a day', async () => {
    const day = new Date(service.clock.now.getTime() + 3 * dayMs).toISOString().slice(0, 10);
    assert.deepEqual(await conversions('--since', day), []);
    assert.equal((await conversions('--since', '2020-01-01')).length, 1);
    assert.deepEqual(await conversions('--withheld', '--since', day), []);
    await refusal(['conversions', '--since', '2026-02-30'], env, /Expected a day that exists/);
    await refusal(['conversions', '--shape', 'other'], env, /Allowed choices are google-ads/);
    await refusal(['conversions', '--shape', 'google-ads', '--withheld'], env, /cannot be used with/);
  });

  it('a conversion that was printed and holds no more is taken back', async () => {
    assert.deepEqual(await conversions('--shape', 'adjustments'), []);
    await ok(desk.post(`/desk/entries/${id}/spam`, { spam: true }));
    const [only] = await conversions('--shape', 'adjustments');
    assert.deepEqual([only?.orderId, only?.type], [`A-${id}-Q`, 'RETRACT']);
    const { stdout } = await direct(['conversions', '--shape', 'adjustments'], env);
    assert.match(stdout, RegExp(`\nA-${id}-Q,Contact,[^,]+,RETRACT,,\n$`));
  });
});
