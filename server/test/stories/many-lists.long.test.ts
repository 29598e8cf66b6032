// A reader asks for one list after another, each by other filters: what was made for them does not stay.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ok } from '../fixtures/answers.ts';
import { signIn } from '../fixtures/desk.ts';
import { number, type rows } from '../fixtures/rows.ts';
import { onBothEngines, startService } from '../fixtures/service.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const values = {
  status: [undefined, 'new', 'processed'],
  flagged: [undefined, 'true', 'false'],
  orientation: [undefined, 'true', 'false'],
  resultat: [undefined, 'none', 'commercial.resultat.realisee'],
  motif: [undefined, 'none'],
  stage: [undefined, 'none', 'Visite'],
  from: [undefined, '2026-01-01'],
  to: [undefined, '2026-12-31'],
  planned: [undefined, 'visit', 'callback'],
  aside: [undefined, 'presumed', 'spam', 'duplicate', 'test'],
} as const;

/** The query of the n-th list: each has other filters. */
function filters(n: number): string {
  const query = new URLSearchParams({ kind: 'commercial' });
  let rest = n;
  for (const [name, choices] of Object.entries(values)) {
    const value = choices[rest % choices.length];
    if (value !== undefined) query.set(name, value);
    rest = Math.floor(rest / choices.length);
  }
  return query.toString();
}

onBothEngines('thousands of lists by different filters', (engine) => {
  it('leave nothing behind, in the service and in PostgreSQL', { timeout: 120_000 }, async (t) => {
    const service = await startService(engine, { LOG_LEVEL: 'warn' });
    t.after(() => service.close());
    const desk = await signIn(service);
    const lists = async (from: number, to: number) => {
      for (let n = from; n < to; n++) {
        await ok(service.get(`/desk/entries?${filters(n)}`, desk.headers));
      }
    };
    await lists(0, 300);
    const before = await held(service.database);
    await lists(300, 300 + 2_000);
    const after = await held(service.database);
    t.diagnostic(`${JSON.stringify(before)} → ${JSON.stringify(after)}`);
    assert.ok(after.prepared - before.prepared < 20, `${after.prepared} prepared statements`);
    // Kept, each took 2.5 KiB of the heap, and four times as much beside it.
    assert.ok(after.bytes - before.bytes < 2_000 * 500, `${after.bytes - before.bytes} bytes`);
  });
});

/** Memory of the service, and of the PostgreSQL backend with the most prepared statements. */
async function held(database: Parameters<typeof rows>[0]) {
  let prepared = 0;
  if (database.engine === 'postgres') {
    const counts = Array.from({ length: 30 }, () =>
      number(database, 'select count(*) from pg_prepared_statements'),
    );
    prepared = Math.max(...(await Promise.all(counts)));
  }
  for (let i = 0; i < 3; i++) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  return { prepared, bytes: process.memoryUsage().heapUsed, rss: process.memoryUsage().rss };
}
