// The SDK in a real browser: modules as they are packed, a page of another origin, a `browser` password.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openBrowser, openWindow } from '../../backoffice/test/browser.ts';
import { newPassword } from '../../server/test/fixtures/credentials.ts';
import { number } from '../../server/test/fixtures/rows.ts';
import { startListening } from './listening.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('the SDK creates entries from a page, and shows what is refused', async (test) => {
  const folder = mkdtempSync(join(tmpdir(), 'accueil-page-'));
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const built = spawnSync(process.execPath, [
    tsc,
    '-p',
    join(root, 'sdk/tsconfig.build.json'),
    '--outDir',
    folder,
  ]);
  assert.equal(built.status, 0, String(built.stdout));

  const site = createServer((request, response) => {
    const isModule = request.url?.endsWith('.js');
    response.writeHead(200, { 'content-type': isModule ? 'text/javascript' : 'text/html' });
    response.end(
      isModule ? readFileSync(join(folder, request.url ?? '')) : '<!doctype html><title>Site</title>',
    );
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  test.after(() => void site.close());
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

  const service = await startListening('sqlite');
  test.after(() => service.close());
  const { password } = await newPassword(service, 'browser', [origin]);
  const browser = await openBrowser();
  test.after(() => browser.close());
  const { page } = await openWindow(browser, origin);
  await page.goto('/');
  const seen = await page.evaluate(
    async ({ baseUrl, password }) => {
      const modulePath = '/index.js';
      const { AccueilClient } = await import(modulePath);
      const accueil = new AccueilClient({ baseUrl, password, retries: 0 });
      await accueil.createCommercial(5, { lastNameClient: 'Martin', customId: 'page-1' });
      const refused = await accueil.createSurvey(5, { email: 'claire' }).catch((error: unknown) => error);
      const forbidden = await accueil.countContacts(2026).catch((error: unknown) => error);
      return {
        refused: [refused.name, refused.field, typeof refused.requestId],
        forbidden: forbidden.name,
      };
    },
    { baseUrl: service.url, password },
  );
  // The browser blocks responses that a browser password may not read.
  assert.deepEqual(seen, { refused: ['InvalidError', 'email', 'string'], forbidden: 'ConnectionLost' });
  assert.equal(await number(service.database, "select count(*) from entries where custom_id = 'page-1'"), 1);
});
