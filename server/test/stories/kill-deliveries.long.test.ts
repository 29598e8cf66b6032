import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { launcher } from '../../../tools/harness/service-process.ts';
import { killDeliveries } from '../../../tools/torture/deliveries.ts';
import { killMessages } from '../../../tools/torture/messages.ts';
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

onBothEngines('kill -9 while events are delivered', (engine) => {
  it('loses none, and repeats no more than were in flight', { timeout: 60_000 }, async (t) => {
    const place = await newDatabase(engine);
    t.after(() => place.remove());
    const { database: location } = parseConfig({ SECRET_KEY: secretKey, ...place.env });
    const { events, extra, inFlight, problems } = await killDeliveries({
      location,
      kills,
      events: 60 * kills,
      seed: 1,
      signal: t.signal,
    });
    t.diagnostic(`${events} events, ${inFlight} in flight at the kills, ${extra} came again`);
    assert.deepEqual(problems, []);
    // Kills that hit nothing on its way would prove nothing.
    assert.ok(inFlight > 0);
  });
});

onBothEngines('kill -9 while messages leave', (engine) => {
  it('sends none that was taken back, and every other, once more for each kill at the most', async (t) => {
    const place = await newDatabase(engine);
    t.after(() => place.remove());
    const { database: location } = parseConfig({ SECRET_KEY: secretKey, ...place.env });
    const report = await killMessages({ location, kills, seed: 1, signal: t.signal });
    const { messages, cancelled, left, inFlight, extra, problems } = report;
    t.diagnostic(`${messages} messages, ${cancelled} and ${left} taken back, ${extra} of ${inFlight} again`);
    assert.deepEqual(problems, []);
    assert.ok(cancelled > 0 && inFlight > 0);
  });
});
