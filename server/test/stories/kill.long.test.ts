import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { launcher } from '../../../tools/harness/service-process.ts';
import { killCycles } from '../../../tools/torture/kill.ts';
import { parseConfig } from '../../src/config.ts';
import type { Engine } from '../../src/store/dialect.ts';
import { newDatabase, onBothEngines, secretKey } from '../fixtures/service.ts';

/** How often each of the services that run side by side is killed: twenty times on SQLite, four on PostgreSQL. */
const lanes: Record<Engine, readonly number[]> = { sqlite: [10, 10], postgres: [2, 2] };

// A process that is killed leaves nothing compiled for the next one: here every start finds the program compiled.
const compiled = mkdtempSync(join(tmpdir(), 'accueil-compiled-'));
before(() => {
  process.env.NODE_COMPILE_CACHE = compiled;
  execFileSync(process.execPath, [launcher, '--version']);
});
after(() => rmSync(compiled, { recursive: true, force: true }));

onBothEngines('kill -9 under load', (engine) => {
  it('loses nothing that was acknowledged and stores nothing twice', async (t) => {
    const reports = await Promise.all(
      lanes[engine].map(async (cycles, lane) => {
        const place = await newDatabase(engine);
        t.after(() => place.remove());
        const { database: location } = parseConfig({ SECRET_KEY: secretKey, ...place.env });
        return killCycles({ location, cycles, seed: lane + 1, signal: t.signal });
      }),
    );
    for (const { acknowledged, unanswered, problems } of reports) {
      assert.deepEqual(problems, []);
      t.diagnostic(`${acknowledged} acknowledged, ${unanswered} cut off and sent again`);
      // A load that is never cut off would prove nothing.
      assert.ok(acknowledged > 0 && unanswered > 0, `${acknowledged}, ${unanswered}`);
    }
  });
});
