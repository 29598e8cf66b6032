// Elsewhere tests run what the build has joined, or the sources in their own process with a joined writer thread.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { password } from '../../../tools/harness/service-process.ts';
import { memoryFolder } from '../fixtures/memory-folder.ts';
import { startFor } from '../fixtures/started-process.ts';

test('the service runs from its sources, with its threads', async (t) => {
  const folder = mkdtempSync(join(memoryFolder(), 'accueil-sources-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
  const service = await startFor(t, { env: { DATA_DIR: folder }, program });
  const created = await fetch(`${service.url}/fr/etablissement/3/survey/create?password=${password}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ customId: 'from-sources', lastName: 'Martin' }),
  });
  assert.equal(await created.text(), '"ok"');
  const found = await fetch(`${service.url}/fr/customId/from-sources?password=${password}`);
  assert.equal(found.status, 200);
  assert.deepEqual(await service.stop(), []);
});
