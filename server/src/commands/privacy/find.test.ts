import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { answerOf, direct, type Env, refusal } from '../../../test/fixtures/command-line.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { onBothEngines, startService, type TestService } from '../../../test/fixtures/service.ts';
import type { Trace } from '../../privacy/find/trace.ts';

interface Found {
  readonly traces: readonly Trace[];
  readonly truncated: boolean;
}

onBothEngines('accueil privacy find', (engine) => {
  let service: TestService;
  let env: Env;
  let entry: number;
  let note: number;
  before(async () => {
    service = await startService(engine);
    const { database } = service.config;
    env =
      database.engine === 'postgres' ? { DATABASE_URL: database.url } : { DATA_DIR: service.config.dataDir };
    entry = await send(service, 'lead-1', {
      firstNameClient: 'Simone',
      lastNameClient: 'Lefèvre',
      phoneClient: '06.39.98.12.34',
    });
    note = await send(service, 'lead-2', { comment: 'Voir Mme Lefèvre, 06 39 98 12 34' });
  });
  after(() => service.close());

  const find = (...args: string[]) => answerOf<Found>(['privacy', 'find', ...args], env);

  it('finds by the indexes, and with --deep everywhere', async () => {
    const quick = await find('--phone', '+33 6 39 98 12 34', '--last-name', 'lefevre');
    assert.deepEqual(
      quick.traces.map(({ id, reasons, where }) => ({ id, reasons, where })),
      [{ id: entry, reasons: ['phone', 'name'], where: [] }],
    );
    const deep = await find('--phone', '+33 6 39 98 12 34', '--last-name', 'lefevre', '--deep');
    assert.deepEqual(
      deep.traces.map(({ id, where }) => [id, where.toSorted()]),
      [
        [note, ['entries.comment']],
        [entry, ['entries.fields', 'entry_phones.key']],
      ],
    );
    assert.equal(deep.truncated, false);
    assert.deepEqual(
      (await find('--text', 'voir mme', '--deep')).traces.map(({ id }) => id),
      [note],
    );
    assert.deepEqual((await find('--first-name', 'Odette')).traces, []);
  });

  it('prints a table, and no progress where there is no terminal', async () => {
    const { code, stdout, stderr } = await direct(
      ['privacy', 'find', '--custom-id', 'lead-1', '--deep'],
      env,
    );
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^PLACE {2}ID/);
    assert.match(stdout, /entry {2}.*Simone Lefèvre {2}strong {2}customId/);
    const { stdout: phones } = await direct(['privacy', 'find', '--phone', '06 39 98 12 34'], env);
    assert.match(phones, /strong {2}phone +Simone Lefèvre \(own\)/);
  });

  it('refuses what the routes refuse', async () => {
    const refused = (args: readonly string[], message: RegExp) =>
      refusal(['privacy', 'find', ...args], env, message);
    await refused([], /phone: expected this or one of/);
    await refused(['--phone', '12'], /phone: expected at least 4 digits/);
    await refused(['--text', 'ab', '--deep'], /text: expected at least 3 characters/);
    await refused(['--birth-date', '1940-05-17'], /lastName:/);
    await refused(['--email', 'x'], /email:/);
  });

  it('tells the audit trail what was asked, and no value of it', async () => {
    await find('--email', 'zzcanary@example.org', '--deep');
    const lines = await rows<{ author: string; detail: string }>(
      service.database,
      `select author, detail from audit where subject = 'person' order by id desc limit 3`,
    );
    assert.deepEqual(
      lines.map(({ author, detail }) => ({ author, ...JSON.parse(detail) })),
      [
        { author: 'command line', criteria: ['email'], deep: true, count: 0 },
        { author: 'command line', criteria: ['email'], deep: true },
        { author: 'command line', criteria: ['email'], deep: false, count: 0 },
      ],
    );
  });
});
