import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { ContactStatistics } from '../../server/src/contract/establishment.ts';
import { fillDemo } from '../../server/src/demo/fill.ts';
import { editEntry } from '../../server/test/fixtures/acts.ts';
import { untilNotified } from '../../server/test/fixtures/change-notifications.ts';
import { act, send } from '../../server/test/fixtures/entry-events.ts';
import { execute } from '../../server/test/fixtures/rows.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { assertLooks } from './every-look.ts';

const narrowSpace = /[\u202f\u00a0]/g;
const titles = ['De la demande à l’admission', 'Mois par mois', 'Par origine', 'Par résidence'] as const;
type Title = (typeof titles)[number];

describe('the statistics page', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
    const { database, clock } = office.service;
    await fillDemo(database, { seed: 1, now: clock.now, onProgress: () => undefined });
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  const section = (page: Page, title: Title) =>
    page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) });
  async function showTable(page: Page, title: Title): Promise<string[][]> {
    await page.getByRole('button', { name: `Voir le tableau : ${title}` }).click();
    return tableOf(page, title);
  }
  async function tableOf(page: Page, title: Title): Promise<string[][]> {
    const rows = await section(page, title).getByRole('row').all();
    return Promise.all(
      rows.map(async (row) =>
        (await row.locator('th, td').allTextContents()).map((text) => text.replace(narrowSpace, ' ')),
      ),
    );
  }
  async function indicators(page: Page): Promise<string[]> {
    const cards = page.getByRole('list', { name: 'Indicateurs' }).getByRole('listitem');
    await cards.first().waitFor();
    return (await cards.allInnerTexts()).map((text) => text.replace(narrowSpace, ' ').replace(/\n+/g, ' | '));
  }
  const drawn = (page: Page) => page.locator('section svg rect, section svg path').first().waitFor();

  /** Waits for the figures of a year. */
  async function choose(page: Page, label: string, option: string): Promise<void> {
    await page.getByRole('combobox', { name: label }).click();
    const answered = page.waitForResponse((response) => response.url().includes('/desk/statistics'));
    await page.getByRole('option', { name: option, exact: true }).click();
    await answered;
    await page.locator('[aria-busy="false"]').waitFor();
  }

  it('shows what became of the leads of a year, as few or as many as there are', async () => {
    const { service } = office;
    const route = 'etablissement/4/commercial/create';
    const website = { dateFirstContact: '2020-05-04', type: 'commercial.type.website' };
    service.clock.now = new Date('2026-03-04T08:00:00.000Z');
    const admitted = await send(service, 's1', { ...website, gclid: 'click' }, route);
    const visited = await send(service, 's2', website, route);
    await send(service, 's3', { ...website, resultat: 'commercial.resultat.nosuite' }, route);
    await send(service, 's4', { dateFirstContact: '2020-12-31' }, route);
    await send(service, 's5', { dateFirstContact: '2019-05-04' }, route);
    await act(service, (tx, staff) =>
      editEntry(tx, admitted, staff, {
        actions: [
          { date: '2026-03-04', time: '11:15', stage: 'Prise de contact' },
          { date: '2020-05-20', stage: 'Admission réalisé' },
        ],
      }),
    );
    await act(service, (tx, staff) =>
      editEntry(tx, visited, staff, { actions: [{ date: '2026-03-04', time: '10:30', stage: 'Visite' }] }),
    );
    service.clock.now = new Date('2026-03-04T09:00:00.000Z');

    const { page, problems } = await office.enter({ at: '/statistics?year=2020' });
    assert.deepEqual(await indicators(page), [
      'Demandes reçues | 4 | 2019 : 1',
      'Taux de transformation | 33,3 % | admissions sur demandes validées | 2019 : –',
      'Taux de visite | 66,7 % | visites, ou plus loin, sur demandes validées | 2019 : –',
      // This admission is dated before the receipt: it counts as no wait.
      'Délai de premier contact | 45 min | médiane, en heures ouvrées | 2019 : –',
      'Délai contact → admission | 16 jours | médiane | 2019 : –',
    ]);
    await page.getByRole('heading', { level: 1, name: 'Statistiques' }).waitFor();
    assert.deepEqual(await showTable(page, 'De la demande à l’admission'), [
      ['Étape', '2020', 'Part des reçues', '2019'],
      ['Reçues', '4', '100,0 %', '1'],
      ['Validées', '3', '75,0 %', '0'],
      ['Contactées', '2', '50,0 %', '0'],
      ['Visites', '2', '50,0 %', '0'],
      ['Admissions', '1', '25,0 %', '0'],
    ]);
    const months = await showTable(page, 'Mois par mois');
    assert.deepEqual(months[0], ['Mois', 'Reçues 2020', 'Reçues 2019', 'Admissions 2020', 'Admissions 2019']);
    assert.deepEqual(
      [months[5], months[12]],
      [
        ['mai', '3', '1', '1', '0'],
        ['décembre', '1', '0', '0', '0'],
      ],
    );
    assert.deepEqual((await showTable(page, 'Par origine')).slice(1), [
      ['Site internet', 'non', '2', '2', '1', '1', '0', '0,0 %'],
      ['Non précisée', 'non', '1', '0', '0', '0', '0', '–'],
      ['Site internet', 'oui', '1', '1', '1', '1', '1', '100,0 %'],
    ]);
    const residences = await showTable(page, 'Par résidence');
    assert.deepEqual(
      residences.find(([name]) => name === 'Les Hortensias'),
      ['Les Hortensias', '4', '2', '3', '2', '2', '1', '33,3 %', '45 min', '16 jours'],
    );
    await page.getByRole('button', { name: 'Voir le graphique : Par origine' }).click();
    await drawn(page);
    assert.deepEqual(problems, []);
  });

  it('is nice to look at and to use, wide and narrow, by day and by night', async () => {
    for (const size of ['desktop', 'phone'] as const) {
      const { page, problems } = await office.enter({ at: '/statistics?year=2025', size });
      await indicators(page);
      await drawn(page);
      await assertLooks(page, 'statistics', size, ['light', 'dark']);
      for (const title of titles) await showTable(page, title);
      // Tables look alike: one of each is enough.
      await assertLooks(page, 'statistics-tables', size, [size === 'phone' ? 'light' : 'dark']);
      assert.deepEqual(problems, []);
    }
  });

  it('has the figures of the contract, for the year and the residence chosen by keyboard or by hand', async () => {
    const { service } = office;
    const { page, problems } = await office.enter({ at: '/statistics' });
    assert.match((await indicators(page))[0] ?? '', /^Demandes reçues \| \d+ \| 2025, année entière : \d/);
    await choose(page, 'Année', '2025');
    const wire = (await service.get(`/fr/statscontact/2025?${service.query}`)).json<ContactStatistics[]>();
    const shown = (await showTable(page, 'Par résidence')).slice(1);
    assert.deepEqual(
      shown.map(([name, total, hasAction]) => [name, total, hasAction]),
      wire.map(({ name, total, hasAction }) => [name, String(total), String(hasAction)]),
    );
    await choose(page, 'Résidence', 'Les Hortensias');
    assert.deepEqual(
      (await tableOf(page, 'Par résidence')).slice(1).map(([name]) => name),
      ['Les Hortensias'],
    );
    assert.match(page.url(), /year=2025&residence=4$/);
    const year = page.getByRole('combobox', { name: 'Année' });
    await year.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.waitForURL(/year=2019/);
    await page.getByText('2018 : 0').waitFor();
    assert.match((await indicators(page))[0] ?? '', /^Demandes reçues \| 1 \| 2018 : 0$/);
    await page.goto('/#/statistics?year=1990');
    await page.getByText('Aucune demande cette année.').waitFor();
    assert.deepEqual(problems, []);
  });

  it('downloads each table for a spreadsheet, with nothing in it that is a formula', async () => {
    const { database } = office.service;
    await untilNotified(database, 'residences', () =>
      execute(database, `update establishments set name = '=1+1;"<b>Les Alizés</b>"' where id = 7`),
    );
    const { page, problems } = await office.enter({ at: '/statistics?year=2020' });
    await indicators(page);
    const download = async (title: Title) => {
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: `Télécharger (CSV) : ${title}` }).click();
      const file = await downloading;
      return [file.suggestedFilename(), await readFile(await file.path(), 'utf8')];
    };
    assert.deepEqual(await download('De la demande à l’admission'), [
      'etapes-2020.csv',
      '\ufeff"Étape";"2020";"Part des reçues (%)";"2019"\r\n"Reçues";4;100;1\r\n"Validées";3;75;0\r\n"Contactées";2;50;0\r\n"Visites";2;50;0\r\n"Admissions";1;25;0\r\n',
    ]);
    const [name, text = ''] = await download('Par résidence');
    assert.equal(name, 'residences-2020.csv');
    const lines = text.split('\r\n');
    assert.match(lines[0] ?? '', /;"Premier contact \(heures ouvrées\)";"Contact → admission \(jours\)"$/);
    assert.ok(lines.includes('"Les Hortensias";4;2;3;2;2;1;33,33;0,75;16'), text);
    assert.ok(lines.includes(`"'=1+1;""<b>Les Alizés</b>""";0;0;0;0;0;0;;;`), text);
    assert.ok(
      (await showTable(page, 'Par résidence')).some(([first]) => first === '=1+1;"<b>Les Alizés</b>"'),
    );
    assert.deepEqual(problems, []);
  });

  it('says so when the figures do not come, and tries again', async () => {
    const { page, context } = await office.enter({ at: '/password' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await context.route('**/desk/statistics*', (route) => route.abort());
    await page.getByRole('menuitem', { name: 'Statistiques' }).click();
    await page.getByText('Les chiffres n’ont pas pu être calculés.').waitFor();
    await context.unroute('**/desk/statistics*');
    await page.getByRole('button', { name: 'Réessayer' }).click();
    assert.equal((await indicators(page)).length, 5);
  });

  it('shows a reader of one residence nothing of another, whatever stands in the address', async () => {
    const grants = [{ role: 'reader', establishmentId: 3 }] as const;
    const { page, problems } = await office.enter({ grants, at: '/statistics?year=2025&residence=5' });
    await indicators(page);
    assert.deepEqual(
      (await showTable(page, 'Par résidence')).slice(1).map(([name]) => name),
      ['Le Clos des Vignes'],
    );
    assert.equal(await page.getByRole('combobox', { name: 'Résidence' }).count(), 0);
    assert.deepEqual(problems, []);
  });
});
