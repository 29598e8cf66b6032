// Processes that are killed: `npm run torture` does the same a thousand times.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it, type TestContext } from 'node:test';
import { launcher } from '../../../tools/harness/service-process.ts';
import { killDeliveries } from '../../../tools/torture/deliveries.ts';
import { killCycles } from '../../../tools/torture/kill.ts';
import { parseConfig } from '../../src/config.ts';
import { newDatabase, onBothEngines, secretKey } from '../fixtures/service.ts';

/** Each of the four steps of a delivery is hit once. */
const kills = 4;

// A process that is killed leaves nothing compiled for the next one: here every start finds the program compiled.
const compiled = mkdtempSync(join(tmpdir(), 'accueil-compiled-'));
before(() => {
  process.env.NODE_COMPILE_CACHE = compiled;
  execFileSync(process.execPath, [launcher, '--version']);
});
after(() => rmSync(compiled, { recursive: true, force: true }));

onBothEngines('kill -9', (engine) => {
  async function given(t: TestContext, seed = 1) {
    const place = await newDatabase(engine);
    t.after(() => place.remove());
    const { database: location } = parseConfig({ SECRET_KEY: secretKey, ...place.env });
    return { location, seed, signal: t.signal };
  }

  it('a service killed under load loses nothing acknowledged and stores nothing twice', async (t) => {
    const cycles = engine === 'sqlite' ? 4 : 1;
    // Two services side by side.
    const reports = await Promise.all(
      [1, 2].map(async (seed) => killCycles({ ...(await given(t, seed)), cycles })),
    );
    for (const { acknowledged, unanswered, problems } of reports) {
      assert.deepEqual(problems, []);
      // A load that is never cut off would prove nothing.
      assert.ok(acknowledged > 0 && unanswered > 0, `${acknowledged}, ${unanswered}`);
    }
  });

  it('a service killed while it delivers loses no event', async (t) => {
    const { inFlight, problems } = await killDeliveries({ ...(await given(t)), kills, events: 30 * kills });
    assert.deepEqual(problems, []);
    // Kills that hit nothing on its way would prove nothing.
    assert.ok(inFlight > 0);
  });
});
