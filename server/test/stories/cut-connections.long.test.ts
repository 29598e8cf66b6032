// A fail-over, an idle timeout or a pooler ends connections: here of two processes on one PostgreSQL.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { cutConnections } from '../../../tools/torture/cut-connections.ts';
import { createDatabase, startPostgres, type TestPostgres } from '../fixtures/postgres.ts';

describe('a PostgreSQL that cuts connections', () => {
  let postgres: TestPostgres;
  before(async () => {
    postgres = await startPostgres();
  });
  after(() => postgres.stop());

  it('cut connections end no process, lose nothing and store nothing twice', async (t) => {
    const url = await createDatabase(postgres.url);
    const { acknowledged, refused, hits, problems } = await cutConnections({
      url,
      cuts: 24,
      seed: 1,
      signal: t.signal,
    });
    t.diagnostic(`${acknowledged} acknowledged, ${refused} refused, cut: ${JSON.stringify(hits)}`);
    assert.deepEqual(problems, []);
    // Cuts that hit nothing of a kind would prove nothing of it.
    for (const [kind, count] of Object.entries(hits)) assert.ok(count > 0, kind);
  });
});
