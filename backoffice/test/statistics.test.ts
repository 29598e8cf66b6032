import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { ContactStatistics } from '../../server/src/contract/establishment.ts';
import { ok } from '../../server/test/fixtures/answers.ts';
import { signIn } from '../../server/test/fixtures/desk.ts';
import type { BackOffice } from './back-office.ts';
import { contentOf, viewports } from './browser.ts';
import { clickCounter } from './clicks.ts';
import { openDemo } from './demo.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

interface Activity {
  readonly periods: readonly Readonly<Record<string, number>>[];
  readonly residences: readonly Readonly<Record<string, number | string>>[];
}

describe('statistics', () => {
  let office: BackOffice;
  before(async () => {
    office = await openDemo();
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  const cards = (page: Page) => page.getByRole('list', { name: /^Activité/ }).getByRole('listitem');
  const isRead = (page: Page) =>
    page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  const rowsOf = (page: Page, name: string) =>
    page
      .getByRole('table', { name })
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent)),
      );

  it('last week’s figures are on one printed sheet in three clicks', async () => {
    const { page, problems } = await office.enter();
    const clicks = clickCounter(page);
    await clicks.on(page.getByRole('menuitem', { name: 'Statistiques' }));
    await page.getByText('semaine du 23 au 29 novembre', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Période suivante', disabled: true }).waitFor();
    await clicks.on(page.getByRole('button', { name: 'Période précédente' }));
    await page.getByText('semaine du 16 au 22 novembre', { exact: true }).first().waitFor();
    await cards(page).first().waitFor();
    await isRead(page);

    const desk = await signIn(office.service);
    const { periods, residences } = await ok<Activity>(desk.get('/desk/statistics/activity?day=2026-11-18'));
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
    await until(async () =>
      assert.deepEqual(
        await cards(page).evaluateAll((all) =>
          all.map((card) => [...card.querySelectorAll('p')].map((line) => line.innerText)),
        ),
        Object.entries(names).map(([label, name]) => [
          ...[label, String(week[name]), `semaine d’avant : ${earlier[name]}`],
        ]),
      ),
    );
    assert.ok((week.calls ?? 0) > 0 && (week.visits ?? 0) > 0);
    assert.deepEqual(
      await rowsOf(page, 'Par résidence'),
      residences.map(({ id: _, ...figures }) => Object.values(figures).map(String)),
    );
    const line = new RegExp(`^8 dernières semaines.*, ${earlier.received}, ${week.received}$`);
    await page.getByRole('img', { name: line }).first().waitFor();
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
    await page.getByRole('tab').first().waitFor({ state: 'hidden' });
    await page.emulateMedia({ media: 'screen' });

    // The figure leads to its list.
    await cards(page)
      .getByRole('link', { name: /^Demandes reçues/ })
      .click();
    await page.waitForURL(/#\/leads\?filter=/);
    await page
      .getByRole('navigation')
      .getByText(new RegExp(`\\D${week.received}\\D`))
      .first()
      .waitFor();
    assert.deepEqual(problems, []);
  });

  it('the funnel has the contract’s figures, by residence and as a file', async () => {
    const { page, problems } = await office.enter({ at: '/statistics/funnel' });
    await page.getByRole('button', { name: 'Période précédente' }).press('Enter');
    await page.getByText('Comparé à : 2024.').waitFor();
    await isRead(page);
    await assertEveryLook(page, 'statistics-funnel');
    const path = `/fr/statscontact/2025?${office.service.query}`;
    const wire = (await office.service.get(path)).json<ContactStatistics[]>();
    await page.getByRole('button', { name: 'Voir le tableau : Par résidence' }).click();
    await until(async () =>
      assert.deepEqual(
        (await rowsOf(page, 'Par résidence')).map((cells) => [cells[0], cells[1], cells[7]]),
        wire.map(({ name, total, hasAction }) => [name, String(total), String(hasAction)]),
      ),
    );
    await assertEveryLook(page, 'statistics-table');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Télécharger (CSV) : Par résidence' }).click();
    const file = await downloading;
    assert.equal(file.suggestedFilename(), 'Par résidence, 2025.csv');
    const [head = '', first = ''] = (await contentOf(file)).toString().split('\r\n');
    assert.match(head, /^\ufeff"Résidence";"Reçues";/);
    assert.ok(first.startsWith(`"${wire[0]?.name}";${wire[0]?.total};`), first);

    await page.getByRole('combobox', { name: 'Résidence' }).click();
    await page.getByRole('option', { name: 'Les Hortensias' }).click();
    // There is nothing to compare any more.
    await page.getByRole('table', { name: 'Par résidence' }).waitFor({ state: 'detached' });
    assert.match(page.url(), /period=year&from=2025-01-01&to=2025-12-31&residence=4$/);
    assert.deepEqual(problems, []);
  });

  it('a user of one residence sees no other, whatever the address', async () => {
    const { page, problems } = await office.enter({
      grants: [{ role: 'commercial', establishmentId: 3 }],
      at: '/statistics/funnel?from=2025-01-01&to=2025-12-31&residence=5',
    });
    await page.getByRole('list', { name: 'Indicateurs' }).getByRole('listitem').first().waitFor();
    await page.getByText('Par résidence').waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Résidence' }).waitFor({ state: 'detached' });
    await page.emulateMedia({ media: 'print' });
    await page.getByText('Entonnoir · 2025 · Le Clos des Vignes').waitFor();
    await page.emulateMedia({ media: 'screen' });
    // Nor complaints and applications, which the role may not read.
    await page.getByRole('tab', { name: 'Activité' }).click();
    await cards(page).getByText('Admissions').waitFor();
    await cards(page).nth(5).waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
  });
});
