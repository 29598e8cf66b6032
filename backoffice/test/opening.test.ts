import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBackOffice } from './back-office.ts';
import { assertEveryLook } from './every-look.ts';

/** The limit of a first load, in bytes as sent. */
const mostBytes = 380_000;

test('the first load: ten files, 380 kB, and each request once', async (t) => {
  const office = await openBackOffice();
  t.after(() => office.close());
  const { page, context, problems } = await office.enter();
  // Of an empty installation, where an administrator finds what to do first.
  const steps = page.locator('section').filter({ hasText: 'Premiers pas' }).getByRole('listitem');
  const step = (name: string, state: string) =>
    steps.filter({ hasText: name }).getByRole('img', { name: state });
  await step('Remplacer les neuf résidences d’exemple', 'À faire').waitFor();
  await step('Dire aux sites, par un webhook', 'À faire').waitFor();
  await assertEveryLook(page, 'first-steps');
  // The other pages, which are loaded while the browser is idle, do not count.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  let bytes = 0;
  let files: string[] = [];
  let asked: string[] = [];
  page.on('request', (request) => asked.push(request.url().slice(office.url.length)));
  page.on('response', (response) => {
    if (!response.url().includes('/assets/')) return;
    files.push(response.url());
    bytes += Number(response.headers()['content-length']);
  });
  await page.reload();
  await steps.first().waitFor();
  assert.ok(files.length > 0 && files.length <= 10, files.join('\n'));
  assert.ok(bytes > 100_000 && bytes <= mostBytes, `${bytes} bytes`);
  for (const path of ['/desk/session', '/desk/counts', '/desk/establishments', '/desk/today'])
    assert.equal(asked.filter((url) => url === path).length, 1, `${path}: ${asked.join(' ')}`);

  await context.clearCookies();
  [files, asked] = [[], []];
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Connexion' }).waitFor();
  const desk = asked.filter((url) => url.startsWith('/desk/'));
  assert.deepEqual([...new Set(desk)], ['/desk/session'], 'nothing more before sign-in');
  assert.deepEqual(problems, []);
});
