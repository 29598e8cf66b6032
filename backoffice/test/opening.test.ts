// How a page opens: what it needs is requested once, and in few files.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type BackOffice, openBackOffice } from './back-office.ts';

/** The limit of a first load, in bytes as sent. */
const mostBytes = 450_000;

describe('a page that is opened', () => {
  let backOffice: BackOffice;
  before(async () => {
    backOffice = await openBackOffice();
  });
  after(() => backOffice.close());
  afterEach(() => backOffice.closeWindows());

  /** Collects the addresses that a page requests. */
  function asked(page: Page): string[] {
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url().slice(backOffice.url.length)));
    return urls;
  }

  it('asks for what it shows once', async () => {
    const { page, context, problems } = await backOffice.enter({ at: '/mail' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const residences = '/desk/establishments?limit=1000';
    for (const [at, heading, paths] of [
      ['/', 'Ma journée', [residences, '/desk/today']],
      [
        '/board',
        'Tableau par étape',
        [
          residences,
          '/desk/entries?kind=commercial&stage=none&open=true&limit=20',
          '/desk/entries?kind=commercial&stage=Parti&open=true&limit=20',
        ],
      ],
      [
        '/statistics/delays',
        'Statistiques',
        [
          '/desk/statistics/residences',
          '/desk/statistics?from=2026-01-01&to=2026-12-31',
          '/desk/statistics/follow-up?from=2026-01-01&to=2026-12-31',
        ],
      ],
      ['/statistics', 'Statistiques', ['/desk/statistics/activity?unit=week&day=2026-03-02']],
    ] as const) {
      const opened = await context.newPage();
      await opened.clock.setSystemTime(backOffice.service.clock.now);
      const urls = asked(opened);
      await opened.goto(`/#${at}`);
      await opened.getByRole('heading', { level: 1, name: heading }).waitFor();
      await opened.waitForFunction(() => document.querySelector('main [role=progressbar]') === null);
      for (const path of ['/desk/session', '/desk/counts', ...paths]) {
        assert.equal(urls.filter((url) => url === path).length, 1, `${path}: ${urls.join(' ')}`);
      }
      await opened.close();
    }
    assert.deepEqual(problems, []);
  });

  it('is a few files of 450 kB in all', async () => {
    const { page } = await backOffice.enter();
    const heading = page.getByRole('heading', { level: 1, name: 'Ma journée' });
    await heading.waitFor();
    let bytes = 0;
    const files: string[] = [];
    page.on('response', (response) => {
      const { 'content-length': length } = response.headers();
      if (!response.url().includes('/assets/')) return;
      files.push(response.url());
      bytes += Number(length);
    });
    await page.reload();
    await heading.waitFor();
    assert.ok(files.length > 0 && files.length <= 10, files.join('\n'));
    assert.ok(bytes > 100_000 && bytes <= mostBytes, `${bytes} bytes`);
  });

  it('requests nothing more before sign-in', async () => {
    const { page } = await backOffice.open({ at: '/password' });
    const urls = asked(page);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Connexion' }).waitFor();
    assert.deepEqual(
      urls.filter((url) => url.startsWith('/desk/') && url !== '/desk/session'),
      [],
    );
  });
});
