import type { Page } from 'playwright-core';
import { openBrowser, openWindow } from '../../backoffice/test/browser.ts';
import { median } from '../harness/statistics.ts';
import { lists } from './lists.ts';
import type { Plan } from './plan.ts';
import { measureReminders } from './reminders.ts';
import { type SignedIn, startSignedIn, timed, withFilled } from './service.ts';

const dayFromToday = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const year = dayFromToday(0).slice(0, 4);
const week = `from=${dayFromToday(0)}&to=${dayFromToday(6)}`;
const others = [
  '/desk/counts',
  '/desk/counts/views',
  '/desk/today',
  `/desk/agenda?${week}`,
  `/desk/agenda?${week}&establishmentId=5`,
  '/desk/search?q=1234',
  '/desk/search?q=simome',
  `/desk/statistics/activity?unit=week&day=${dayFromToday(0)}`,
  `/desk/statistics/activity?unit=month&day=${dayFromToday(0)}`,
  `/desk/statistics?year=${year}`,
  `/desk/statistics/follow-up?year=${year}`,
  '/desk/entries/4711',
];
const pages = [
  ...['/', '/agenda', '/leads', '/leads/4711', '/board', '/applications', '/audit', '/users', '/retention'],
  ...['/surveys', '/surveys/complaints', '/surveys/satisfaction', '/establishments'],
  ...['/statistics', '/statistics/funnel', '/statistics/delays', '/statistics/conversions'],
  ...['/integrations', '/integrations/endpoints', '/integrations/deliveries', '/integrations/mails'],
  ...['/privacy', '/privacy/requests', '/privacy/holds', '/privacy/retention', '/privacy/register'],
];

/** The time that staff wait for every list, and for every page in a browser until its content is shown. */
export async function measureDesk(plan: Plan): Promise<void> {
  await withFilled(plan, async (location) => {
    const server = await startSignedIn(location);
    for (const path of [...lists, ...others]) {
      const times: number[] = [];
      for (let round = 0; round < Math.max(plan.rounds, 3); round++)
        times.push((await timed(server.staff.get(path))).ms);
      plan.print(`${String(Math.round(median(times))).padStart(5)} ms  ${path}`);
    }
    await measurePages(server, plan.print);
    await server.stop();
    await measureReminders(location, plan);
  });
}

/** Loads each page from scratch, with the static files in the browser's cache as on any day but the first. */
async function measurePages({ url, staff: { cookie } }: SignedIn, print: Plan['print']): Promise<void> {
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
