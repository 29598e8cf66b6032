import assert from 'node:assert/strict';
import { it } from 'node:test';
import { direct } from '../../test/fixtures/command-line.ts';
import { signIn } from '../../test/fixtures/desk.ts';
import { rows } from '../../test/fixtures/rows.ts';
import { onSqlite, startService } from '../../test/fixtures/service.ts';
import { recordAudit } from './audit.ts';

interface Line {
  readonly at: string;
  readonly author: string;
  readonly action: string;
  readonly detail?: object;
}

/** The lines of the audit trail in a log. */
const auditOf = (log: readonly string[]): Line[] =>
  log.flatMap((line) => {
    const { msg, audit } = JSON.parse(line) as { msg?: string; audit?: Line };
    return msg === 'audit' && audit !== undefined ? [audit] : [];
  });
const shown = ({ at, author, action, detail = {} }: Line) => ({ at, author, action, detail });

onSqlite('the audit trail in the log', (engine) => {
  it('the log has each line of the audit trail once committed, and no other', async (t) => {
    const service = await startService(engine, { AUDIT_LOG: '1', LOG_LEVEL: 'silent' });
    t.after(() => service.close());
    const { database, clock } = service;
    const desk = await signIn(service);
    assert.equal((await desk.patch('/desk/privacy/retention/ip', { days: 200 })).statusCode, 200);
    const line = {
      at: clock.now.toISOString(),
      userId: null,
      author: 'x',
      address: null,
      action: 'read',
    } as const;
    const failing = database.transaction(async (tx) => {
      await recordAudit(tx, line);
      throw new Error('rolled back');
    });
    await assert.rejects(failing, /rolled back/);
    const stored = await rows<{ at: string; author: string; action: string; detail: string }>(
      database,
      'select at, author, action, detail from audit order by id',
    );
    assert.deepEqual(
      auditOf(service.log).map(shown),
      stored.map(({ detail, ...rest }) => shown({ ...rest, detail: JSON.parse(detail) })),
    );
    assert.equal(stored.at(-1)?.action, 'changed');
  });

  it('standard error has what commands do, of the audit trail', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const { dataDir, secretKey = '', database } = service.config;
    const env = {
      ...{ DATA_DIR: dataDir, SECRET_KEY: secretKey, AUDIT_LOG: '1' },
      ...(database.engine === 'postgres' && { DATABASE_URL: database.url }),
    };
    const { stdout, stderr, code } = await direct(['caller', 'add', 'Agence', '--json'], env);
    assert.equal(code, 0, stderr);
    assert.ok(JSON.parse(stdout));
    assert.deepEqual(
      auditOf(stderr.split('\n').filter((line) => line.startsWith('{'))).map(({ author }) => author),
      ['command line'],
    );
    assert.deepEqual(auditOf(service.log), [], 'without the setting there are none');
  });
});
