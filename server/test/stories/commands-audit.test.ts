import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { TOTP } from 'otpauth';
import { ok } from '../fixtures/answers.ts';
import type { AuditLine } from '../fixtures/audit-lines.ts';
import { direct, refusal } from '../fixtures/command-line.ts';
import { type Desk, deskPassword, signIn } from '../fixtures/desk.ts';
import { folderFor } from '../fixtures/memory-folder.ts';
import { onSqlite, startService, type TestService } from '../fixtures/service.ts';

onSqlite('the audit trail of commands', (engine) => {
  let service: TestService;
  let desk: Desk;
  before(async () => {
    service = await startService(engine);
    // The commands take their own time.
    service.clock.now = new Date();
    desk = await signIn(service);
  });
  after(() => service.close());

  /** The lines since the last call, oldest first. Asserts that they hold no secret. */
  let seen = 0;
  async function acts(): Promise<[string, Record<string, unknown>][]> {
    const { data } = await ok<{ data: AuditLine[] }>(desk.get('/desk/audit?limit=100'));
    const fresh = data.filter(({ id, author }) => id > seen && author !== desk.email).reverse();
    seen = Math.max(seen, ...data.map(({ id }) => id));
    return fresh.map(({ userId, author, address, at, action, subject, subjectId, detail }) => {
      assert.deepEqual([userId, author, address], [null, 'command line', null]);
      assert.match(at, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      assert.doesNotMatch(JSON.stringify(detail), /(pw|tok|inv|whsec)_/);
      return [[action, subject, subjectId].filter((one) => one !== null).join(' '), detail];
    });
  }
  async function run(command: string): Promise<void> {
    const { code, stderr } = await direct(command.split(' '), { DATA_DIR: service.config.dataDir });
    assert.equal(code, 0, stderr);
  }
  const refused = (command: string, says: RegExp) =>
    refusal(command.split(' '), { DATA_DIR: service.config.dataDir }, says);

  it('users: what a command changes is in the audit trail', async () => {
    await run('user add Directrice@example.org --role direction --residence 3');
    await run('user revoke directrice@example.org');
    await run('user list');
    await refused('user revoke nobody@example.org', /no user/);
    const { secret } = await ok<{ secret: string }>(
      desk.post('/desk/session/totp', { password: deskPassword }),
    );
    const code = new TOTP({ secret }).generate({ timestamp: service.clock.now.getTime() });
    await ok(desk.put('/desk/session/totp', { code }));
    await run(`user rescue ${desk.email}`);
    const about = `user ${desk.userId + 1}`;
    const grants = [{ role: 'direction', establishmentId: 3 }];
    assert.deepEqual(await acts(), [
      [`added ${about}`, { email: 'directrice@example.org', grants }],
      [`changed ${about}`, { changed: ['disabled'], disabled: true }],
      [`changed user ${desk.userId}`, { changed: ['invitation'] }],
      [`changed user ${desk.userId}`, { changed: ['totp'] }],
    ]);
  });

  it('callers and partners: what a command changes is in the audit trail', async () => {
    await run('caller add Agence');
    await run('password add Agence --scope browser --origin https://example.org');
    await run('password revoke 3');
    await refused('password revoke 3', /no password 3 in use/);
    await run('partner add relais');
    await run('token add relais --until 2999-12-31');
    for (const list of ['caller', 'partner']) await run(`${list} list`);
    assert.deepEqual(await acts(), [
      ['added caller 2', { name: 'Agence', webhook: false }],
      ['added password 3', { callerId: 2, scope: 'browser', origins: ['https://example.org'] }],
      ['removed password 3', {}],
      ['added partner 2', { slug: 'relais' }],
      ['added token 3', { partnerId: 2, until: '2999-12-31' }],
    ]);
  });

  it('imports are in the audit trail', async (t) => {
    const file = join(folderFor(t), 'staff.csv');
    writeFileSync(file, 'establishment;name;job\n3;Anne Aubry;Infirmière\n');
    for (const how of [' --dry-run', '']) await run(`import staff ${file}${how}`);
    assert.deepEqual(await acts(), [
      ['imported staff', { added: 1, changed: 0, removed: 0, replace: false }],
    ]);
  });
});
