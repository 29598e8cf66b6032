// Changes by another process apply at once, though no notification of them arrives.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { byCommand as by } from '../../src/commands/run-operation.ts';
import { addPassword, endPassword } from '../../src/desk/integrations/callers.ts';
import { openDatabase } from '../../src/store/open.ts';
import { startSecondInstance } from '../fixtures/second-instance.ts';
import { secretKey, startService } from '../fixtures/service.ts';
import { openTransactionPooler } from '../fixtures/transaction-pooler.ts';

describe('credentials that another process changes behind a pooler in transaction mode', () => {
  it('credentials count at once behind a pooler that loses notifications', async (t) => {
    const elsewhere = await startService('postgres');
    t.after(() => elsewhere.close());
    const { database, clock } = elsewhere;
    if (elsewhere.config.database.engine !== 'postgres') throw new Error('expected PostgreSQL');
    const pooler = await openTransactionPooler(elsewhere.config.database.url);
    t.after(() => pooler.close());
    const problem = Promise.withResolvers<Error>();
    const behind = await openDatabase({
      location: { engine: 'postgres', url: pooler.url },
      poolSize: 4,
      secretKey,
      now: clock.now,
      onProblem: problem.resolve,
    });
    t.after(() => behind.close());
    const service = await startSecondInstance(elsewhere, behind);
    t.after(() => service.app.close());
    const jobs = async (password: string) => (await service.get(`/fr/jobs?password=${password}`)).statusCode;
    // At the start, and once it is known that no notifications arrive.
    for (const round of ['at once', 'later']) {
      const { id, password } = await database.write(
        addPassword.operation,
        { by, id: 1, scope: 'full' },
        clock.now,
      );
      assert.equal(await jobs(password), 200, round);
      await database.write(endPassword.operation, { by, id }, clock.now);
      assert.equal(await jobs(password), 401, round);
      assert.match((await problem.promise).message, /notifications do not arrive.*transaction mode/);
    }
  });
});
