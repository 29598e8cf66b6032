import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser, openWindow } from '../backoffice/test/browser.ts';
import { median } from './interleaved.ts';
import type { Plan } from './plan.ts';
import { service, startServer } from './processes.ts';
import { firstAdmin, lists, signIn } from './staff.ts';
import { storeEntries } from './stored.ts';

const others = [
  '/desk/counts',
  '/desk/today',
  '/desk/statistics?year=2026',
  '/desk/statistics/follow-up?year=2026',
  '/desk/entries/4711',
];
const pages = [
  '/',
  '/leads',
  '/board',
  '/leads/4711',
  '/surveys',
  '/orientations',
  '/statistics',
  '/establishments',
];

/** What staff wait for: every list, and every page in a browser until its content is shown. */
export async function measureDesk({ folder, rounds, entries, print }: Plan): Promise<void> {
  const env = { DATA_DIR: join(folder, 'desk'), FIRST_ADMIN: firstAdmin };
  await storeEntries(env, entries, print);
  await using server = await startServer(service, { env });
  const url = `http://127.0.0.1:${server.port}`;
  const { cookie } = await signIn(url);
  for (const path of [...lists, ...others]) {
    const times: number[] = [];
    for (let round = 0; round < Math.max(rounds, 3); round++) {
      const started = performance.now();
      const answer = await fetch(`${url}${path}`, { headers: { cookie } });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${text}`);
      times.push(performance.now() - started);
    }
    print(`${String(Math.round(median(times))).padStart(5)} ms  ${path}`);
  }
  await measurePages(url, cookie, print);
}

/** Loads each page from scratch, with the static files in the browser's cache as on any day but the first. */
async function measurePages(url: string, cookie: string, print: Plan['print']): Promise<void> {
  await using browser = await openBrowser();
  const { context, page: first } = await openWindow(browser, url);
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url }]);
  for (const path of pages) await shown(first, path);
  await first.close();
  for (const path of pages) {
    const page = await context.newPage();
    const started = performance.now();
    await shown(page, path);
    const ms = Math.round(performance.now() - started);
    print(`${String(ms).padStart(5)} ms  until the page ${path} can be used`);
    await page.close();
  }
}

async function shown(page: Page, path: string): Promise<void> {
  await page.goto(`/#${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('main').locator('a, button, td').first().waitFor();
  await page.waitForFunction(
    () => document.querySelector('main [role=progressbar], main .MuiSkeleton-root') === null,
  );
}
