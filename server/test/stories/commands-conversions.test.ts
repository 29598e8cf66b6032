import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
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
    const { database } = service.config;
    env =
      database.engine === 'postgres' ? { DATABASE_URL: database.url } : { DATA_DIR: service.config.dataDir };
    // The command takes its own time.
    service.clock.now = new Date();
    desk = await signIn(service);
    id = await newLead(service, { gclid: 'Cj0K_command' });
    withheld = await newLead(service, { adUserData: 'DENIED' });
    const date = { date: null, time: null };
    for (const one of [id, withheld]) await doStage(desk, one, 'Validé', date);
  });
  after(() => service.close());

  it('is refused while the export is off', async () => {
    await refusal(['conversions'], env, /Conversions are not exported/);
    await refusal(['conversions', '--withheld'], env, /Conversions are not exported/);
  });

  it('prints each file, and JSON', async () => {
    await switchOn(desk, { qualified: { name: 'Contact', value: 12.5 } });
    const ads = await direct(['conversions'], env);
    assert.equal(ads.code, 0, ads.stderr);
    const [first, second, line, ...rest] = ads.stdout.split('\n');
    assert.deepEqual([first, second, rest], ['Parameters:TimeZone=Europe/Paris', conversionHeader, ['']]);
    assert.match(
      `${line}`,
      RegExp(
        `^Cj0K_command,Contact,\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\+0[12]00,12\\.50,EUR,A-${id}-Q,GRANTED,GRANTED$`,
      ),
    );
    const manager = await direct(['conversions', '--shape', 'data-manager'], env);
    assert.equal(manager.stdout.split('\n')[0], conversionHeader);
    const [told] = await answerOf<Record<string, unknown>[]>(['conversions'], env);
    const { at, ...others } = told ?? {};
    assert.equal(typeof at, 'string');
    assert.deepEqual(others, {
      orderId: `A-${id}-Q`,
      entryId: id,
      milestone: 'qualified',
      gclid: 'Cj0K_command',
      personalization: 'GRANTED',
      name: 'Contact',
      value: 12.5,
      currency: 'EUR',
    });
  });

  it('prints what is withheld, and why', async () => {
    const { stdout } = await direct(['conversions', '--withheld'], env);
    assert.match(stdout, /^ORDER ID +ENTRY +MILESTONE +REACHED +WITHHELD\n/);
    assert.match(stdout, RegExp(`\nA-${withheld}-Q +${withheld} +qualified +\\S+ +consent-denied\n$`));
    const [only, ...others] = await answerOf<{ reason: string }[]>(['conversions', '--withheld'], env);
    assert.deepEqual([only?.reason, others], ['consent-denied', []]);
  });

  it('begins with a day', async () => {
    const day = new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString().slice(0, 10);
    const long = '2020-01-01';
    assert.deepEqual(await answerOf(['conversions', '--since', day], env), []);
    assert.equal((await answerOf<object[]>(['conversions', '--since', long], env)).length, 1);
    assert.deepEqual(await answerOf(['conversions', '--withheld', '--since', day], env), []);
    await refusal(['conversions', '--since', '2026-02-30'], env, /Expected a day that exists/);
    await refusal(['conversions', '--shape', 'other'], env, /Allowed choices are google-ads/);
    await refusal(['conversions', '--shape', 'google-ads', '--withheld'], env, /cannot be used with/);
  });

  it('takes back what was printed and does not hold any more', async () => {
    assert.deepEqual(await answerOf(['conversions', '--shape', 'adjustments'], env), []);
    assert.equal((await desk.post(`/desk/entries/${id}/spam`, { spam: true })).statusCode, 200);
    const [only] = await answerOf<Record<string, unknown>[]>(['conversions', '--shape', 'adjustments'], env);
    assert.deepEqual([only?.orderId, only?.type], [`A-${id}-Q`, 'RETRACT']);
    const { stdout } = await direct(['conversions', '--shape', 'adjustments'], env);
    assert.match(stdout, RegExp(`\nA-${id}-Q,Contact,[^,]+,RETRACT,,\n$`));
  });
});
