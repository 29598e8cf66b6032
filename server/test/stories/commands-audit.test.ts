import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { TOTP } from 'otpauth';
import type { AuditLine } from '../fixtures/audit-lines.ts';
import { answerOf, direct, type Env, refusal } from '../fixtures/command-line.ts';
import { switchOn } from '../fixtures/conversions.ts';
import { type Desk, deskPassword, signIn } from '../fixtures/desk.ts';
import { memoryFolder } from '../fixtures/memory-folder.ts';
import { onSqlite, startService, type TestService } from '../fixtures/service.ts';

onSqlite('the audit trail of commands', (engine) => {
  let service: TestService;
  let desk: Desk;
  let env: Env;
  let folder: string;
  before(async () => {
    folder = mkdtempSync(join(memoryFolder(), 'accueil-audit-'));
    service = await startService(engine);
    const { database } = service.config;
    env =
      database.engine === 'postgres' ? { DATABASE_URL: database.url } : { DATA_DIR: service.config.dataDir };
    // The commands take their own time.
    service.clock.now = new Date();
    desk = await signIn(service);
  });
  after(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });

  /** The lines since the last call, oldest first. Asserts that they hold no secret. */
  let seen = 0;
  async function acts(): Promise<[string, Record<string, unknown>][]> {
    const answer = await desk.get('/desk/audit?limit=100');
    assert.equal(answer.statusCode, 200, answer.body);
    const lines = answer.json<{ data: AuditLine[] }>().data.toSorted((a, b) => a.id - b.id);
    const fresh = lines.filter(({ id, author }) => id > seen && author !== desk.email);
    seen = Math.max(seen, ...lines.map(({ id }) => id));
    return fresh.map(({ userId, author, address, at, action, subject, subjectId, detail }) => {
      assert.deepEqual([userId, author, address], [null, 'command line', null]);
      assert.match(at, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      assert.doesNotMatch(JSON.stringify(detail), /(pw|tok|inv|whsec)_/);
      return [[action, subject, subjectId].filter((one) => one !== null).join(' '), detail];
    });
  }
  async function run(...args: string[]): Promise<void> {
    const { code, stderr } = await direct(args, env);
    assert.equal(code, 0, stderr);
  }

  it('records what they change of users, as the desk does', async () => {
    const { user } = await answerOf<{ user: { id: number } }>(
      ['user', 'add', 'Directrice@example.org', '--role', 'direction', '--residence', '3'],
      env,
    );
    const about = `user ${user.id}`;
    const grants = [{ role: 'direction', establishmentId: 3 }];
    assert.deepEqual(await acts(), [[`added ${about}`, { email: 'directrice@example.org', grants }]]);
    await run('user', 'invite', 'directrice@example.org');
    // No code was asked for: nothing is changed.
    await run('user', 'totp-off', 'directrice@example.org');
    await run('user', 'disable', 'directrice@example.org');
    await run('user', 'list');
    await refusal(['user', 'disable', 'nobody@example.org'], env, /no user/);
    assert.deepEqual(await acts(), [
      [`changed ${about}`, { changed: ['invitation'] }],
      [`changed ${about}`, { changed: ['disabled'], disabled: true }],
    ]);
    const { secret } = (await desk.post('/desk/session/totp', { password: deskPassword })).json();
    const code = new TOTP({ secret }).generate({ timestamp: service.clock.now.getTime() });
    assert.equal((await desk.put('/desk/session/totp', { code })).statusCode, 200);
    await run('user', 'totp-off', desk.email);
    assert.deepEqual(await acts(), [[`changed user ${desk.userId}`, { changed: ['totp'] }]]);
  });

  it('records what they change of callers and partners', async () => {
    await run('caller', 'add', 'Agence');
    await run('password', 'add', 'Agence', '--scope', 'browser', '--origin', 'https://example.org');
    await run('password', 'revoke', '3');
    await refusal(['password', 'revoke', '3'], env, /no password 3 in use/);
    await run('partner', 'add', 'relais');
    await run('token', 'add', 'relais', '--until', '2999-12-31');
    await run('token', 'revoke', '3');
    await refusal(['token', 'revoke', '3'], env, /no token 3 in use/);
    await run('caller', 'list');
    await run('partner', 'list');
    assert.deepEqual(await acts(), [
      ['added caller 2', { name: 'Agence', webhook: false }],
      ['added password 3', { callerId: 2, scope: 'browser', origins: ['https://example.org'] }],
      ['removed password 3', {}],
      ['added partner 2', { slug: 'relais' }],
      ['added token 3', { partnerId: 2, until: '2999-12-31' }],
      ['removed token 3', {}],
    ]);
  });

  it('records what they change of endpoints, and send again', async () => {
    await run('webhook', 'add', 'Agence', 'https://hooks.example.org/in', '--events', 'result');
    await run('webhook', 'off', '1');
    await run('webhook', 'on', '1');
    await run('webhook', 'rotate', '1');
    await run('webhook', 'test', '1');
    await run('webhook', 'resend', '1');
    await run('webhook', 'resend', '1', '--dry-run');
    await run('webhook', 'resend', '--failed-since', '2026-01-01', '--dry-run');
    await run('webhook', 'resend', '--failed-since', '2026-01-01');
    for (const name of ['off', 'on', 'rotate', 'test'])
      await refusal(['webhook', name, '9'], env, /no endpoint 9/);
    await refusal(['webhook', 'resend', '99'], env, /no delivery 99/);
    for (const name of ['list', 'endpoints']) await run('webhook', name);
    assert.deepEqual(await acts(), [
      ['added endpoint 1', { callerId: 2, events: ['result'] }],
      ['changed endpoint 1', { changed: ['state'], state: 'off' }],
      ['changed endpoint 1', { changed: ['state'], state: 'on' }],
      ['changed endpoint 1', { changed: ['secret'] }],
      ['added delivery 1', { event: 'test', endpointId: 1 }],
      ['sent-again delivery 1', {}],
      ['sent-again delivery', { since: '2026-01-01T00:00:00.000Z', count: 0 }],
    ]);
  });

  it('records exported conversions and imports', async () => {
    await refusal(['conversions'], env, /not exported/);
    await switchOn(desk);
    await run('conversions', '--withheld');
    await run('conversions');
    await run('conversions', '--shape', 'adjustments', '--json');
    const file = join(folder, 'staff.csv');
    writeFileSync(file, 'establishment;name;job\n3;Anne Aubry;Infirmière\n');
    await run('import', 'staff', file, '--dry-run');
    await run('import', 'staff', file);
    assert.deepEqual(await acts(), [
      ['downloaded conversions', { name: 'google-ads.csv' }],
      ['downloaded conversions', { name: 'adjustments.json' }],
      ['imported staff', { added: 1, changed: 0, removed: 0, replace: false }],
    ]);
  });
});
