import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser, openWindow } from '../backoffice/test/browser.ts';
import type { Plan } from './plan.ts';
import { service, startServer } from './processes.ts';
import { storeEntries } from './stored.ts';
import { median } from './turns.ts';

const email = 'admin@example.org';
const password = 'une phrase que personne ne devine';

/** What staff ask for, by the query of `GET /desk/entries`. */
const lists = [
  '',
  '&status=new',
  '&stage=Visite',
  '&stage=Parti',
  '&stage=none',
  '&stage=none&order=asc',
  '&resultat=none',
  '&motif=none&stage=Admission%20r%C3%A9alis%C3%A9',
  '&resultat=commercial.resultat.nosuite',
  '&motif=commercial.motif.financier&type=commercial.type.visite',
  '&type=commercial.type.visite',
  '&type=commercial.type.visite&sejourType=commercial.sejourType.temporaire',
  '&sejourType=commercial.sejourType.temporaire',
  '&establishmentId=5',
  '&establishmentId=5&type=commercial.type.visite&sejourType=commercial.sejourType.temporaire',
  '&from=2019-01-01&to=2019-12-31',
  '&from=2019-01-01&to=2019-12-31&type=commercial.type.visite',
  '&from=2020-05-05&to=2020-05-05',
  '&to=2018-12-31',
  '&sort=contactDate',
  '&sort=contactDate&from=2019-01-01&to=2019-12-31&establishmentId=5',
  '&q=simone',
  '&q=simone&order=asc',
  '&q=simone&sort=contactDate',
  '&q=simone%20mar',
  '&q=marber',
  '&q=mar&sort=contactDate',
  '&q=02%2061%2091%2012%2034',
  '&q=stored-4711',
].map((filters) => `/desk/entries?kind=commercial${filters}`);
const others = ['/desk/counts', '/desk/today', '/desk/statistics?year=2026', '/desk/entries/4711'];
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

/** What staff wait for: every list, and every page in a browser until it shows what it is for. */
export async function measureDesk({ folder, rounds, entries, print }: Plan): Promise<void> {
  const env = { DATA_DIR: join(folder, 'desk'), FIRST_ADMIN: `${email}:${password}` };
  await storeEntries(env, entries, print);
  const server = await startServer(service, { env });
  const url = `http://127.0.0.1:${server.port}`;
  try {
    const cookie = await signIn(url);
    for (const path of [...lists, ...others]) {
      const times: number[] = [];
      for (let round = 0; round < Math.max(rounds, 3); round++) {
        const started = performance.now();
        const answer = await fetch(`${url}${path}`, { headers: { cookie } });
        if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
        await answer.text();
        times.push(performance.now() - started);
      }
      print(`${String(Math.round(median(times))).padStart(5)} ms  ${path}`);
    }
    await measurePages(url, cookie, print);
  } finally {
    await server.stop();
  }
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/desk/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`Nobody can sign in: ${await answer.text()}`);
  return answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
}

/** Each page is opened anew, the files of all of them in the browser's cache as on any but the first day. */
async function measurePages(url: string, cookie: string, print: Plan['print']): Promise<void> {
  const browser = await openBrowser();
  try {
    const { context, page: first } = await openWindow(browser, url);
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url }]);
    for (const path of pages) await shown(first, path);
    await first.close();
    for (const path of pages) {
      const page = await context.newPage();
      const started = performance.now();
      await shown(page, path);
      print(
        `${String(Math.round(performance.now() - started)).padStart(5)} ms  until the page ${path} can be used`,
      );
      await page.close();
    }
  } finally {
    await browser.close();
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
