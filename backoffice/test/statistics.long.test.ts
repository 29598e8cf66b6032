import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { send } from '../../server/test/fixtures/entry-events.ts';
import type { BackOffice } from './back-office.ts';
import { openDemo } from './demo.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

const year = (number: number) => `from=${number}-01-01&to=${number}-12-31`;

describe('statistics, at length', () => {
  let office: BackOffice;
  before(async () => {
    office = await openDemo();
    const { service } = office;
    service.clock.now = new Date('2026-03-04T09:00:00.000Z');
    const website = { dateFirstContact: '2020-05-04', type: 'commercial.type.website' };
    const route = 'etablissement/4/commercial/create';
    await send(service, 's1', { ...website, gclid: 'click' }, route);
    await send(service, 's2', { ...website, resultat: 'commercial.resultat.nosuite' }, route);
    await send(service, 's3', { dateFirstContact: '2020-12-31' }, route);
    await send(service, 's4', { dateFirstContact: '2019-05-04' }, route);
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  const section = (page: Page, name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name }) });
  const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

  it('each bar leads to the list of its leads, by keyboard', async () => {
    const { page, problems } = await office.enter({ at: `/statistics/funnel?${year(2020)}` });
    const lists = async (title: string, name: RegExp, count: number) => {
      await section(page, title).getByRole('link', { name }).press('Enter');
      // Until then there are lines of a skeleton.
      await page.getByText(/ · .*demandes?$/).waitFor();
      await until(async () =>
        assert.equal(await page.getByRole('table').locator('tbody').getByRole('row').count(), count),
      );
      await page.goBack();
      await section(page, title).waitFor();
    };
    await lists('De la demande à l’admission', /^Validées, 2020/, 1);
    await lists('De la demande à l’admission', /^Reçues, 2019/, 1);
    await lists('Mois par mois', /^décembre, 2020/, 1);
    await assertEveryLook(page, 'statistics-Entonnoir');
    await openTab(page, 'Origines');
    await lists('Par origine', /^Non précisée, Reçues/, 1);
    await lists('Publicité', /^Sans clic publicitaire, Reçues/, 2);
    // There is nothing to compare in a single one.
    await section(page, 'Par site et partenaire').waitFor({ state: 'detached' });
    await assertEveryLook(page, 'statistics-Origines');
    await openTab(page, 'Pertes');
    await lists('Demandes perdues', /^Sans suite/, 1);
    await assertEveryLook(page, 'statistics-Pertes');
    assert.deepEqual(problems, []);
  });

  it('any days in order are a period, and its bars are of these days', async () => {
    const { page, problems } = await office.enter({ at: '/statistics/funnel' });
    // It is 4 March 2026.
    await page.getByText('Comparé à : 01/01/2025 – 04/03/2025.').waitFor();
    await page.getByRole('button', { name: 'Mois', exact: true }).click();
    await page.getByText('Comparé à : 01/03/2025 – 04/03/2025.').waitFor();
    await section(page, 'Mois par mois').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Du … au …' }).click();
    await page.getByLabel('Du', { exact: true }).fill('2025-12-15');
    await page.getByLabel('Au', { exact: true }).fill('2026-02-10');
    await page.getByText('Comparé à : 15/12/2024 – 10/02/2025.').waitFor();
    const december = section(page, 'Mois par mois').getByRole('link', { name: /^déc\. 2025, \d/ });
    await december.waitFor();
    const href = decodeURIComponent((await december.getAttribute('href')) ?? '');
    assert.match(href, /"from":"2025-12-15","to":"2025-12-31"/);
    await page.getByLabel('Du', { exact: true }).fill('2026-03-01');
    await page.getByText('Du premier au dernier jour, moins de dix ans.').waitFor();
    assert.match(page.url(), /from=2025-12-15&to=2026-02-10$/);
    await page.getByLabel('Au', { exact: true }).fill('2026-03-01');
    await page.getByText('Comparé à : 01/03/2025.').waitFor();
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
