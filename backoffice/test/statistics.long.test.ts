import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { send } from '../../server/test/fixtures/entry-events.ts';
import type { BackOffice } from './back-office.ts';
import { openDemo } from './demo.ts';
import { assertEveryLook } from './every-look.ts';

const year = (number: number) => `from=${number}-01-01&to=${number}-12-31`;

describe('statistics, at length', () => {
  let office: BackOffice;
  before(async () => {
    office = await openDemo();
    const { service } = office;
    service.clock.now = new Date('2026-03-04T09:00:00.000Z');
    const website = { dateFirstContact: '2020-05-04', type: 'commercial.type.website' };
    const route = 'etablissement/4/commercial/create';
    await send(service, 's1', { ...website, resultat: 'commercial.resultat.nosuite' }, route);
    await send(service, 's2', { dateFirstContact: '2020-12-31' }, route);
    await send(service, 's3', { dateFirstContact: '2019-05-04' }, route);
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  const section = (page: Page, name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name }) });

  it('each tab has its bars, which lead to their leads by keyboard', async () => {
    const { page, problems } = await office.enter({ at: `/statistics/funnel?${year(2020)}` });
    for (const [tab, title, name] of [
      ['Entonnoir', 'De la demande à l’admission', /^Reçues, 2020/],
      ['Origines', 'Par origine', /^Non précisée, Reçues/],
      ['Pertes', 'Demandes perdues', /^Sans suite/],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await section(page, title).getByRole('link', { name }).waitFor();
      await assertEveryLook(page, `statistics-${tab}`);
    }
    await section(page, 'Demandes perdues')
      .getByRole('link', { name: /^Sans suite/ })
      .press('Enter');
    await page.getByText('1–1 · 1 demande').waitFor();
    assert.deepEqual(problems, []);
  });

  it('any days in order are a period', async () => {
    const { page, problems } = await office.enter({ at: '/statistics/funnel' });
    await page.getByRole('button', { name: 'Du … au …' }).click();
    await page.getByLabel('Du', { exact: true }).fill('2025-12-15');
    await page.getByLabel('Au', { exact: true }).fill('2026-02-10');
    await page.getByText('Comparé à : 15/12/2024 – 10/02/2025.').waitFor();
    await page.getByLabel('Du', { exact: true }).fill('2026-03-01');
    await page.getByText('Du premier au dernier jour, moins de dix ans.').waitFor();
    assert.match(page.url(), /from=2025-12-15&to=2026-02-10$/);
    await assertEveryLook(page, 'statistics-days', ['desktop']);
    await page.goto(`/#/statistics/funnel?${year(1990)}`);
    await page.getByText('Aucune demande dans cette période.').waitFor();
    assert.deepEqual(problems, []);
  });

  it('bars are told apart on paper without colours', async () => {
    const { page, problems } = await office.enter({ at: `/statistics/funnel?${year(2020)}` });
    await section(page, 'De la demande à l’admission').waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.getByText('Entonnoir · 2020 · Toutes les résidences').waitFor();
    await page.getByRole('tab').first().waitFor({ state: 'hidden' });
    await page.getByRole('menuitem', { name: 'Statistiques' }).waitFor({ state: 'hidden' });
    const borders = await section(page, 'De la demande à l’admission')
      .getByRole('listitem')
      .first()
      .locator('[aria-hidden]')
      .evaluateAll((bars) => bars.map((bar) => getComputedStyle(bar).borderBottomWidth));
    // The first is all border, the second is hollow.
    assert.equal(borders[0], '0px');
    assert.notEqual(borders[1], '0px');
    await page.emulateMedia({ media: 'screen' });
    assert.deepEqual(problems, []);
  });

  it('missing figures are said to be missing, and asked for again', async () => {
    const { page, context } = await office.enter({ at: '/password' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await context.route(/\/desk\/statistics/, (route) => route.abort());
    await page.getByRole('menuitem', { name: 'Statistiques' }).click();
    await page.getByText('Les chiffres n’ont pas pu être calculés.').waitFor();
    await context.unroute(/\/desk\/statistics/);
    // The notice that the network is lost has one too.
    await page.getByRole('button', { name: 'Réessayer' }).last().click();
    await page.getByRole('list', { name: 'Activité de la semaine' }).waitFor();
  });
});
