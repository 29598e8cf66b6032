import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { ContactStatistics } from '../../server/src/contract/establishment.ts';
import { editEntry } from '../../server/test/fixtures/acts.ts';
import { untilNotified } from '../../server/test/fixtures/change-notifications.ts';
import { act, send } from '../../server/test/fixtures/entry-events.ts';
import { execute } from '../../server/test/fixtures/rows.ts';
import type { BackOffice } from './back-office.ts';
import { contentOf } from './browser.ts';
import { openDemo } from './demo.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

const narrowSpace = /[\u202f\u00a0]/g;
const titles = [
  'De la demande à l’admission',
  'Mois par mois',
  'Par origine',
  'Publicité',
  'Par site et partenaire',
  'Demandes perdues',
  'Par résidence',
  'Joindre la famille',
] as const;
const year = (number: number) => `from=${number}-01-01&to=${number}-12-31`;
type Title = (typeof titles)[number];

describe('the statistics page', () => {
  let office: BackOffice;
  before(async () => {
    office = await openDemo();
    office.service.clock.now = new Date('2026-03-04T09:00:00.000Z');
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  const section = (page: Page, title: Title) =>
    page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) });
  async function showTable(page: Page, title: Title): Promise<string[][]> {
    await page.getByRole('button', { name: `Voir le tableau : ${title}` }).click();
    return tableOf(page, title);
  }
  async function openTab(page: Page, name: string): Promise<void> {
    await page.getByRole('tab', { name }).click();
    await page.getByRole('tab', { name, selected: true }).waitFor();
    await page.locator('#main-content').getByRole('progressbar').first().waitFor({ state: 'detached' });
  }
  async function tableOf(page: Page, title: Title): Promise<string[][]> {
    const rows = await section(page, title).getByRole('row').all();
    return Promise.all(
      rows.map(async (row) =>
        (await row.locator('th, td').allTextContents()).map((text) => text.replace(narrowSpace, ' ')),
      ),
    );
  }
  async function indicators(
    page: Page,
    name: 'Indicateurs' | 'Appels et visites' = 'Indicateurs',
  ): Promise<string[]> {
    const cards = page.getByRole('list', { name }).getByRole('listitem');
    await cards.first().waitFor();
    return (await cards.allInnerTexts()).map((text) => text.replace(narrowSpace, ' ').replace(/\n+/g, ' | '));
  }
  /** The bars of a chart: the name of the group, then figures with what is said beside them. */
  async function barsOf(page: Page, title: Title): Promise<string[]> {
    const groups = section(page, title).getByRole('list', { name: title }).getByRole('listitem');
    await groups.first().waitFor();
    return (await groups.allTextContents()).map((text) => text.replace(narrowSpace, ' '));
  }

  /** Chooses a kind of period, or goes to the one before or after; then waits for its figures. */
  async function press(page: Page, name: string): Promise<void> {
    await answered(page, () => page.getByRole('button', { name, exact: true }).click());
  }
  async function answered(page: Page, doing: () => Promise<unknown>): Promise<void> {
    const answer = page.waitForResponse((response) => response.url().includes('/desk/statistics?'));
    await doing();
    await answer;
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
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

    const { page, problems } = await office.enter({ at: `/statistics/funnel?${year(2020)}` });
    assert.deepEqual(await indicators(page), [
      'Demandes reçues | 4 | un an avant : 1',
      'Taux de transformation | 33,3 % | admissions sur demandes validées | un an avant : –',
      'Taux de visite | 66,7 % | visites, ou plus loin, sur demandes validées | un an avant : –',
    ]);
    await page.getByRole('heading', { level: 1, name: 'Statistiques' }).waitFor();
    assert.deepEqual(await showTable(page, 'De la demande à l’admission'), [
      ['Étape', '2020', 'Part des reçues', 'De l’étape d’avant', '2019', 'Part, un an avant'],
      ['Reçues', '4', '100,0 %', '–', '1', '100,0 %'],
      ['Validées', '3', '75,0 %', '75,0 %', '0', '0,0 %'],
      ['Contactées', '2', '50,0 %', '66,7 %', '0', '0,0 %'],
      ['Visites', '2', '50,0 %', '100,0 %', '0', '0,0 %'],
      ['Admissions', '1', '25,0 %', '50,0 %', '0', '0,0 %'],
    ]);
    const months = await showTable(page, 'Mois par mois');
    assert.deepEqual(months[0], [
      'Mois',
      'Reçues',
      'Reçues, un an avant',
      'Admissions',
      'Admissions, un an avant',
    ]);
    assert.deepEqual(
      [months[5], months[12]],
      [
        ['mai', '3', '1', '1', '0'],
        ['décembre', '1', '0', '0', '0'],
      ],
    );
    const residences = await showTable(page, 'Par résidence');
    assert.deepEqual(
      residences.find(([name]) => name === 'Les Hortensias'),
      ['Les Hortensias', '4', '3', '2', '2', '1', '33,3 %', '2', '45 min', '16 jours'],
    );
    await page.getByRole('button', { name: 'Voir le graphique : De la demande à l’admission' }).click();
    assert.deepEqual(await barsOf(page, 'De la demande à l’admission'), [
      'ReçuesReçues, 2020 : 4Reçues, 2019 : 1',
      'ValidéesValidées, 2020 : 375,0 % des reçues, 75,0 % de l’étape d’avantValidées, 2019 : 0',
      'ContactéesContactées, 2020 : 250,0 % des reçues, 66,7 % de l’étape d’avantContactées, 2019 : 0',
      'VisitesVisites, 2020 : 250,0 % des reçues, 100,0 % de l’étape d’avantVisites, 2019 : 0',
      'AdmissionsAdmissions, 2020 : 125,0 % des reçues, 50,0 % de l’étape d’avantAdmissions, 2019 : 0',
    ]);
    await openTab(page, 'Origines');
    assert.deepEqual((await showTable(page, 'Par origine')).slice(1), [
      ['Site internet', '2', '2', '1', '1', '0', '0,0 %'],
      ['Non précisée', '1', '0', '0', '0', '0', '–'],
      ['Site internet (pub.)', '1', '1', '1', '1', '1', '100,0 %'],
    ]);
    assert.deepEqual((await showTable(page, 'Publicité')).slice(1), [
      ['Avec un clic publicitaire', '1', '1', '1', '1', '1', '100,0 %'],
      ['Sans clic publicitaire', '3', '2', '1', '1', '0', '0,0 %'],
    ]);
    // There is nothing to compare in a single one.
    await until(async () => assert.equal(await section(page, 'Par site et partenaire').count(), 0));
    await openTab(page, 'Délais');
    assert.deepEqual(await indicators(page), [
      // This admission is dated before the receipt: it counts as no wait.
      'Délai de premier contact | 45 min | médiane, en heures ouvrées | un an avant : –',
      'Délai du contact à l’admission | 16 jours | médiane | un an avant : –',
    ]);
    await openTab(page, 'Pertes');
    assert.deepEqual((await showTable(page, 'Demandes perdues')).slice(1), [
      ['Sans suite : sans motif', '1', '100,0 %'],
    ]);
    assert.deepEqual(problems, []);
  });

  it('leads from each bar to the list of its leads, by keyboard too', async () => {
    const { page, problems } = await office.visit(`/statistics/funnel?${year(2020)}`);
    await indicators(page);
    const listed = async (title: Title, name: RegExp) => {
      await section(page, title).getByRole('link', { name }).press('Enter');
      // Until then there are lines of a skeleton.
      await page.getByText(/ · .*demandes?$/).waitFor();
      const count = await page.getByRole('table').locator('tbody').getByRole('row').count();
      await page.goBack();
      await section(page, title).waitFor();
      return count;
    };
    assert.equal(await listed('De la demande à l’admission', /^Validées, 2020/), 3);
    assert.equal(await listed('De la demande à l’admission', /^Reçues, 2019/), 1);
    assert.equal(await listed('Mois par mois', /^décembre, 2020/), 1);
    await openTab(page, 'Origines');
    assert.equal(await listed('Par origine', /pub.*Admissions/), 1);
    assert.equal(await listed('Par origine', /^Non précisée, Reçues/), 1);
    assert.equal(await listed('Publicité', /^Sans clic publicitaire, Reçues/), 3);
    await openTab(page, 'Pertes');
    assert.equal(await listed('Demandes perdues', /^Sans suite/), 1);
    await page.goto(`/#/statistics/funnel?${year(2025)}`);
    assert.ok((await listed('Par résidence', /^Les Hortensias, Reçues/)) > 1);
    await openTab(page, 'Origines');
    assert.ok((await listed('Par site et partenaire', /^site, Reçues/)) > 1);
    assert.deepEqual(problems, []);
  });

  it('takes a quarter, a month or any days, and says what they are compared with', async () => {
    const { page, problems } = await office.visit('/statistics/funnel');
    await indicators(page);
    // It is 4 March 2026.
    await page.getByText('Comparé à : 01/01/2025 – 04/03/2025.').waitFor();
    await until(async () =>
      assert.equal(await page.getByRole('button', { name: 'Période suivante' }).isEnabled(), false),
    );
    await press(page, 'Trimestre');
    await page.getByText('janv.–mars 2026', { exact: true }).first().waitFor();
    await press(page, 'Période précédente');
    await page.getByText('Comparé à : oct.–déc. 2024.').waitFor();
    await press(page, 'Mois');
    await page.getByText('Comparé à : octobre 2024.').waitFor();
    await press(page, 'Période suivante');
    await page.getByText('Comparé à : novembre 2024.').waitFor();
    await until(async () => assert.equal(await section(page, 'Mois par mois').count(), 0));
    await page.getByRole('button', { name: 'Du … au …' }).click();
    await answered(page, () => page.getByLabel('Du', { exact: true }).fill('2025-09-15'));
    await answered(page, () => page.getByLabel('Au', { exact: true }).fill('2026-02-10'));
    await page.getByText('Comparé à : 15/09/2024 – 10/02/2025.').waitFor();
    assert.equal((await barsOf(page, 'Mois par mois')).length, 6);
    assert.match(page.url(), /period=custom&from=2025-09-15&to=2026-02-10$/);
    // The bar of a part of a month leads to the leads of its days.
    const september = section(page, 'Mois par mois').getByRole('link', { name: /^sept\. 2025, 15/ });
    const href = decodeURIComponent((await september.getAttribute('href')) ?? '');
    assert.match(href, /"from":"2025-09-15","to":"2025-09-30"/);
    // A first day after the last one waits for another last day.
    await page.getByLabel('Du', { exact: true }).fill('2026-03-01');
    await page.getByText('Du premier au dernier jour, moins de dix ans.').waitFor();
    assert.match(page.url(), /from=2025-09-15&to=2026-02-10$/);
    await answered(page, () => page.getByLabel('Au', { exact: true }).fill('2026-03-01'));
    await page.getByText('Comparé à : 01/03/2025.').waitFor();
    assert.match(page.url(), /from=2026-03-01&to=2026-03-01$/);
    await assertEveryLook(page, 'statistics-days', ['desktop']);
    assert.deepEqual(problems, []);
  });

  it('counts calls and visits', async () => {
    const { page, problems } = await office.visit(`/statistics/delays?${year(2020)}`);
    assert.deepEqual(await indicators(page, 'Appels et visites'), [
      'Premier appel dans l’objectif | 100,0 % | demandes de sites et de partenaires : 2 appelées à temps, sur 2 appelées ou en retard d’appel | un an avant : –',
      'Appels pour joindre la famille | 1,0 | en moyenne, celui qui l’a jointe compris | un an avant : –',
      'Visites manquées | – | famille absente ; visites dont le jour est passé, hors annulées : 0 | un an avant : –',
    ]);
    assert.deepEqual(await barsOf(page, 'Joindre la famille'), [
      '1 appel1 appel, Familles jointes : 2100,0 %',
      '2 appels2 appels, Familles jointes : 0',
      '3 appels3 appels, Familles jointes : 0',
      '4 appels ou plus4 appels ou plus, Familles jointes : 0',
    ]);
    assert.deepEqual(problems, []);
  });

  it('prints the figures of a tab, whose bars are told apart without colours, without menus and buttons', async () => {
    const { page, problems } = await office.visit(`/statistics/funnel?${year(2020)}`);
    await indicators(page);
    await page.emulateMedia({ media: 'print' });
    for (const shown of [
      page.getByRole('tab'),
      page.getByRole('group', { name: 'Période' }),
      page.getByRole('button', { name: 'Imprimer' }),
      page.getByRole('menuitem', { name: 'Statistiques' }),
    ])
      await until(async () => assert.equal(await shown.first().isVisible(), false));
    await page.getByText('Entonnoir · 2020 · Toutes les résidences').waitFor();
    const borders = await section(page, 'De la demande à l’admission')
      .getByRole('listitem')
      .first()
      .locator('[aria-hidden]')
      .evaluateAll((bars) => bars.map((bar) => getComputedStyle(bar).borderBottomWidth));
    // The first is all border, the second is hollow.
    assert.equal(borders[0], '0px');
    assert.notEqual(borders[1], '0px');
    // The window is used again.
    await page.emulateMedia({ media: 'screen' });
    assert.deepEqual(problems, []);
  });

  it('has the figures of the contract, for the year and the residence chosen by keyboard or by hand', async () => {
    const { service } = office;
    const { page, problems } = await office.visit('/statistics/funnel');
    assert.match((await indicators(page))[0] ?? '', /^Demandes reçues \| [\d ]+ \| un an avant : \d/);
    await page.getByRole('button', { name: 'Période précédente' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Comparé à : 2024.').waitFor();
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
    await assertEveryLook(page, 'statistics-funnel');
    const wire = (await service.get(`/fr/statscontact/2025?${service.query}`)).json<ContactStatistics[]>();
    const shown = (await showTable(page, 'Par résidence')).slice(1);
    assert.deepEqual(
      shown.map((cells) => [cells[0], cells[1], cells[7]]),
      wire.map(({ name, total, hasAction }) => [name, String(total), String(hasAction)]),
    );
    await assertEveryLook(page, 'statistics-table');
    for (const name of ['Origines', 'Délais', 'Pertes']) {
      await openTab(page, name);
      await assertEveryLook(page, `statistics-${name}`);
    }
    await openTab(page, 'Entonnoir');
    await page.getByRole('combobox', { name: 'Résidence' }).click();
    await answered(page, () => page.getByRole('option', { name: 'Les Hortensias' }).click());
    // There is nothing to compare any more.
    await until(async () => assert.equal(await section(page, 'Par résidence').count(), 0));
    assert.match(page.url(), /period=year&from=2025-01-01&to=2025-12-31&residence=4$/);
    await page.goto(`/#/statistics/funnel?${year(2019)}`);
    await page.getByText('Comparé à : 2018.').waitFor();
    assert.match((await indicators(page))[0] ?? '', /^Demandes reçues \| 1 \| un an avant : 0$/);
    await page.goto(`/#/statistics/funnel?${year(1990)}`);
    await page.getByText('Aucune demande dans cette période.').waitFor();
    assert.deepEqual(problems, []);
  });

  it('downloads each table for a spreadsheet, with nothing in it that is a formula', async () => {
    const { database } = office.service;
    await untilNotified(database, 'residences', () =>
      execute(database, `update establishments set name = '=1+1;"<b>Les Alizés</b>"' where id = 7`),
    );
    const { page, problems } = await office.enter({ at: `/statistics/funnel?${year(2020)}` });
    await indicators(page);
    const download = async (title: Title) => {
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: `Télécharger (CSV) : ${title}` }).click();
      const file = await downloading;
      return [file.suggestedFilename(), (await contentOf(file)).toString()];
    };
    assert.deepEqual(await download('De la demande à l’admission'), [
      'De la demande à l’admission, 2020.csv',
      '\ufeff"Étape";"2020";"Part des reçues (%)";"De l’étape d’avant (%)";"2019";"Part, un an avant (%)"\r\n"Reçues";4;100;;1;100\r\n"Validées";3;75;75;0;0\r\n"Contactées";2;50;66,67;0;0\r\n"Visites";2;50;100;0;0\r\n"Admissions";1;25;50;0;0\r\n',
    ]);
    const [name, text = ''] = await download('Par résidence');
    assert.equal(name, 'Par résidence, 2020.csv');
    const lines = text.split('\r\n');
    assert.match(
      lines[0] ?? '',
      /^\ufeff"Résidence";"Reçues";.*;"Premier contact \(heures ouvrées\)";"Du contact à l’admission \(jours\)"$/,
    );
    assert.ok(lines.includes('"Les Hortensias";4;3;2;2;1;33,33;2;0,75;16'), text);
    assert.ok(lines.includes(`"'=1+1;""<b>Les Alizés</b>""";0;0;0;0;0;;0;;`), text);
    assert.ok(
      (await showTable(page, 'Par résidence')).some(([first]) => first === '=1+1;"<b>Les Alizés</b>"'),
    );
    assert.deepEqual(problems, []);
  });

  it('says so when the figures do not come, and tries again', async () => {
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

  it('shows a reader of one residence nothing of another, whatever stands in the address', async () => {
    const grants = [{ role: 'reader', establishmentId: 3 }] as const;
    const at = `/statistics/funnel?${year(2025)}&residence=5`;
    const { page, problems } = await office.enter({ grants, at });
    await indicators(page);
    await until(async () => assert.equal(await section(page, 'Par résidence').count(), 0));
    await until(async () => assert.equal(await page.getByRole('combobox', { name: 'Résidence' }).count(), 0));
    await page.emulateMedia({ media: 'print' });
    await page.getByText('Entonnoir · 2025 · Le Clos des Vignes').waitFor();
    await page.emulateMedia({ media: 'screen' });
    assert.deepEqual(problems, []);
  });
});
