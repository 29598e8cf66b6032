import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { ok } from '../../server/test/fixtures/answers.ts';
import { signIn } from '../../server/test/fixtures/desk.ts';
import type { BackOffice } from './back-office.ts';
import { viewports } from './browser.ts';
import { clickCounter } from './clicks.ts';
import { openDemo } from './demo.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

interface Activity {
  readonly periods: readonly Readonly<Record<string, number>>[];
  readonly residences: readonly Readonly<Record<string, number | string>>[];
}

describe('the activity of a week', () => {
  let office: BackOffice;
  before(async () => {
    office = await openDemo();
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  const cards = (page: Page) => page.getByRole('list', { name: /^Activité/ }).getByRole('listitem');
  /** The figures by their labels, with those of before. */
  async function shown(page: Page): Promise<Record<string, string[]>> {
    await cards(page).first().waitFor();
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
    const all = await Promise.all((await cards(page).all()).map((card) => card.locator('p').allInnerTexts()));
    return Object.fromEntries(all.map(([label = '', ...figures]) => [label, figures]));
  }

  it('is one page for the meeting on Monday: last week is chosen and printed', async () => {
    const { page, problems } = await office.enter();
    const clicks = clickCounter(page);
    await clicks.on(page.getByRole('menuitem', { name: 'Statistiques' }));
    await page.getByText('semaine du 23 au 29 novembre', { exact: true }).first().waitFor();
    await until(async () =>
      assert.equal(await page.getByRole('button', { name: 'Période suivante' }).isEnabled(), false),
    );
    await clicks.on(page.getByRole('button', { name: 'Période précédente' }));
    await page.getByText('semaine du 16 au 22 novembre', { exact: true }).first().waitFor();
    const figures = await shown(page);

    const desk = await signIn(office.service);
    const { periods } = await ok<Activity>(desk.get('/desk/statistics/activity?day=2026-11-18'));
    const [earlier = {}, week = {}] = periods.slice(-2);
    const names = {
      'Demandes reçues': 'received',
      Appels: 'calls',
      'Familles jointes': 'reached',
      'Visites faites': 'visits',
      Admissions: 'admissions',
      'Réclamations ouvertes': 'complaintsOpened',
      'Réclamations closes': 'complaintsClosed',
      Candidatures: 'applications',
    };
    const expected = Object.entries(names).map(([label, name]) => [
      label,
      [String(week[name]), `semaine d’avant : ${earlier[name]}`],
    ]);
    assert.deepEqual(figures, Object.fromEntries(expected));
    assert.ok((week.calls ?? 0) > 0 && (week.visits ?? 0) > 0);
    const line = page.getByRole('img', { name: /^8 dernières semaines/ }).first();
    await until(async () =>
      assert.match(
        (await line.getAttribute('aria-label')) ?? '',
        new RegExp(`, ${earlier.received}, ${week.received}$`),
      ),
    );
    await assertEveryLook(page, 'statistics-activity');

    // What is printed is this page alone.
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '');
    });
    await clicks.on(page.getByRole('button', { name: 'Imprimer' }));
    await page.locator('[data-printed]').waitFor();
    assert.equal(clicks.count, 3);
    const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
    assert.equal(paper.match(/\/Type\s*\/Page\b/g)?.length, 1);
    await page.emulateMedia({ media: 'print' });
    // The width of a sheet without its margins: nothing of the table is cut off.
    await page.setViewportSize({ width: 718, height: 1040 });
    const table = page.getByRole('region', { name: 'Par résidence' }).getByRole('region');
    await until(async () =>
      assert.ok(await table.evaluate((region) => region.scrollWidth <= region.clientWidth)),
    );
    await page.setViewportSize(viewports.desktop);
    await page.getByText('Activité · semaine du 16 au 22 novembre · Toutes les résidences').waitFor();
    await until(async () => assert.equal(await page.getByRole('tab').first().isVisible(), false));
    // The window is used again.
    await page.emulateMedia({ media: 'screen' });
    assert.deepEqual(problems, []);
  });

  it('is that of each residence too, and of a month', async () => {
    const { page, problems } = await office.visit('/statistics?period=week&from=2026-11-16&to=2026-11-22');
    await shown(page);
    const table = page.getByRole('table', { name: 'Par résidence' });
    const desk = await signIn(office.service);
    const { residences } = await ok<Activity>(desk.get('/desk/statistics/activity?day=2026-11-18'));
    assert.deepEqual(
      await Promise.all(
        (await table.locator('tbody tr').all()).map((row) => row.locator('th, td').allTextContents()),
      ),
      residences.map(({ id: _, ...figures }) => Object.values(figures).map(String)),
    );
    await page.getByRole('button', { name: 'Mois' }).click();
    await page.getByText('mois d’avant : ').first().waitFor();
    await page.getByText('novembre 2026', { exact: true }).first().waitFor();
    await page.getByRole('combobox', { name: 'Résidence' }).click();
    await page.getByRole('option', { name: 'Les Hortensias' }).click();
    await table.waitFor({ state: 'detached' });
    assert.match(page.url(), /period=month&from=2026-11-01&to=2026-11-30&residence=4$/);
    // The figure leads to its list.
    const received = Number((await shown(page))['Demandes reçues']?.[0]);
    await cards(page)
      .getByRole('link', { name: /^Demandes reçues/ })
      .click();
    await page.waitForURL(/#\/leads\?filter=/);
    await page
      .getByRole('navigation')
      .getByText(new RegExp(`\\D${received}\\D`))
      .first()
      .waitFor();
    assert.deepEqual(problems, []);
  });

  it('has no complaints and no applications for who may not read them', async () => {
    const grants = [{ role: 'commercial', establishmentId: 4 }] as const;
    const { page, problems } = await office.enter({ grants, at: '/statistics' });
    assert.deepEqual(Object.keys(await shown(page)), [
      ...['Demandes reçues', 'Appels', 'Familles jointes', 'Visites faites', 'Admissions'],
    ]);
    await until(async () =>
      assert.deepEqual(await page.getByRole('tab').allTextContents(), [
        ...['Activité', 'Entonnoir', 'Origines', 'Délais', 'Pertes'],
      ]),
    );
    await page.emulateMedia({ media: 'print' });
    await page.getByText(/^Activité · semaine du 23 au 29 novembre · Les Hortensias$/).waitFor();
    await page.emulateMedia({ media: 'screen' });
    assert.deepEqual(problems, []);
  });
});
