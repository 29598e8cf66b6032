import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { editEntry } from '../../server/test/fixtures/acts.ts';
import { act, send } from '../../server/test/fixtures/entry-events.ts';
import type { TestService } from '../../server/test/fixtures/service.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { contentOf, keepScreenshot } from './browser.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

const at = (establishmentId: number) => `etablissement/${establishmentId}/commercial/create`;

/** A hundred and twenty entries of residence 3, some with a story, and a few of residence 5. */
async function fill(service: TestService): Promise<void> {
  const send3 = (n: number) =>
    service.post(`/fr/${at(3)}?${service.query}`, {
      customId: `site-${n}`,
      type: 'commercial.type.website',
      sejourType: 'commercial.sejourType.permanent',
      firstNameClient: 'Odette',
      lastNameClient: `Numéro${n}`,
      cellphoneClient: `06 39 98 ${String(10 + Math.floor(n / 100))} ${String(n % 100).padStart(2, '0')}`,
      dateFirstContact: `2026-02-${String(1 + (n % 28)).padStart(2, '0')}`,
    });
  for (let n = 1; n <= 116; n++) await send3(n);
  await service.post(`/fr/${at(3)}?${service.query}`, {
    customId: 'Réf/Simone 42',
    firstNameClient: 'Simone',
    lastNameClient: 'Lefèvre',
    emailClient: 'simone.lefevre@example.org',
    cellphoneClient: '+33 6 39 98 45 67',
    dateFirstContact: '2026-03-02',
    commercialrelations: [{ firstName: 'Claire', lastName: 'Noël', phone: '01 99 00 77 88' }],
  });
  const visit = await send(
    service,
    'visit',
    { firstNameClient: 'Raymond', lastNameClient: 'Visiteur' },
    at(3),
  );
  await act(service, (tx, staff) =>
    editEntry(tx, visit, staff, {
      actions: [
        { date: '2026-03-01', stage: 'Validé', done: true },
        {
          date: '2026-03-03',
          time: '14:30',
          stage: 'Visite',
          done: false,
          comment: 'Avec sa fille, qui voudrait voir le jardin et l’unité protégée',
        },
      ],
    }),
  );
  const admitted = await send(
    service,
    'admitted',
    { firstNameClient: 'Yvette', lastNameClient: 'Admise' },
    at(3),
  );
  await act(service, (tx, staff) =>
    editEntry(tx, admitted, staff, { resultat: 'commercial.resultat.realisee' }),
  );
  await send(
    service,
    'note',
    { firstNameClient: 'Marcel', lastNameClient: '<img src=x onerror=alert(1)>' },
    at(3),
  );
  await send(
    service,
    'hidden',
    { firstNameClient: 'Jeannine', lastNameClient: 'Cachée', phoneClient: '02 61 91 00 55' },
    at(5),
  );
}

const everyLead = '/leads?filter=%7B%7D&sort=received&order=DESC';

const names = (page: Page) => page.locator('tbody tr td:first-child a').allInnerTexts();

describe('the list of leads', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
    await fill(office.service);
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  it('goes forward and back through 120 entries', async () => {
    const { page, problems } = await office.enter({
      at: everyLead,
      grants: [{ role: 'commercial', establishmentId: 3 }],
    });
    await page.getByRole('heading', { level: 1, name: 'Demandes' }).waitFor();
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.getByText('1–25 · 120 demandes').waitFor();
    await assertEveryLook(page, 'leads');
    const first = await names(page);
    assert.equal(first.length, 25);
    assert.equal(first[1], 'Yvette Admise');
    const seen = [...first];
    for (const [from, to] of [
      [26, 50],
      [51, 75],
      [76, 100],
      [101, 120],
    ] as const) {
      await pages.getByRole('button', { name: 'Page suivante' }).click();
      await pages.getByText(`${from}–${to} · 120 demandes`).waitFor();
      seen.push(...(await names(page)));
    }
    assert.equal(new Set(seen).size, 120);
    await until(async () =>
      assert.ok(await pages.getByRole('button', { name: 'Page suivante' }).isDisabled()),
    );
    for (const [from, to] of [
      [76, 100],
      [51, 75],
      [26, 50],
      [1, 25],
    ] as const) {
      await pages.getByRole('button', { name: 'Page précédente' }).click();
      await pages.getByText(`${from}–${to} · 120 demandes`).waitFor();
    }
    assert.deepEqual(await names(page), first);
    // Sorted by the day of the contact, the oldest first.
    await page.getByRole('button', { name: 'Colonnes' }).click();
    await page.getByLabel('Premier contact le').check();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Premier contact le' }).click();
    await page.getByRole('row').nth(1).getByRole('cell', { name: '01/02/2026' }).waitFor();
    assert.deepEqual(problems, []);
  });

  it('shows what the search of the bar has found, and all of them again', async () => {
    const { page, problems } = await office.enter({ at: '/leads' });
    for (const q of [
      'lefevre',
      'sim LEF',
      '0033639984567',
      '06.39.98.45.67',
      '0199007788',
      'simone.lefevre@example.org',
      'Réf/Simone 42',
      'noel',
    ]) {
      await page.goto(`/#/leads?filter=${encodeURIComponent(JSON.stringify({ q }))}`);
      await page.getByRole('button', { name: `Recherche : « ${q} »` }).waitFor();
      await page.getByText('1–1 · 1 demande').waitFor();
      assert.deepEqual(await names(page), ['Claire Noël'], q);
    }
    await page.getByText('pour Simone Lefèvre').waitFor();
    await page.getByRole('button', { name: 'Recherche : « noel »' }).press('Delete');
    await page.getByText('121 demandes').waitFor();
    assert.deepEqual(problems, []);
  });

  it('has a view for each usual question, with its number and its order', async () => {
    const { page, problems } = await office.enter({
      at: '/leads',
      grants: [
        { role: 'reader', establishmentId: null },
        { role: 'direction', establishmentId: 5 },
      ],
    });
    const view = (name: string) => page.getByRole('group', { name: 'Vues' }).getByRole('button', { name });
    // The longest waiting first, as « Ma journée » has them.
    await page.getByText('120 demandes').waitFor();
    await until(async () => assert.equal(await view('À rappeler 120').getAttribute('aria-pressed'), 'true'));
    assert.deepEqual((await names(page)).slice(0, 2), ['Odette Numéro1', 'Odette Numéro2']);
    for (const empty of [
      'Aujourd’hui 0',
      'En retard 0',
      'Rien de prévu 0',
      'En sommeil 0',
      'Orientations 0',
    ]) {
      await view(empty).click();
      await page.getByText('Aucune demande ne correspond.').waitFor();
    }
    await view('Closes').click();
    await page.getByText('1–1 · 1 demande').waitFor();
    assert.deepEqual(await names(page), ['Yvette Admise']);
    await view('Toutes').click();
    await page.getByText('121 demandes').waitFor();
    assert.equal((await names(page))[0], 'Jeannine Cachée');
    await page.getByRole('button', { name: 'Ajouter un filtre' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Mes résidences' }).click();
    await page.getByRole('combobox', { name: 'Mes résidences' }).click();
    await page.getByRole('option', { name: 'Oui' }).click();
    await page.getByText('1–1 · 1 demande').waitFor();
    assert.deepEqual(await names(page), ['Jeannine Cachée']);
    // The menu opens the first view, whatever was chosen before.
    await page.getByRole('menuitem', { name: /^Demandes/ }).click();
    await page.getByText('120 demandes').waitFor();
    assert.deepEqual(problems, []);
  });

  it('shows the columns that a user chooses', async () => {
    const { page, problems } = await office.enter({ at: '/leads' });
    await page.getByRole('columnheader', { name: 'Téléphone' }).waitFor();
    await until(async () =>
      assert.equal(await page.getByRole('columnheader', { name: 'Référence du site' }).count(), 0),
    );
    await page.getByRole('button', { name: 'Colonnes' }).click();
    await page.getByLabel('Référence du site').check();
    await page.getByLabel('Téléphone').uncheck();
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'Référence du site' }).waitFor();
    await until(async () =>
      assert.equal(await page.getByRole('columnheader', { name: 'Téléphone' }).count(), 0),
    );
    await page.reload();
    await page.getByRole('columnheader', { name: 'Référence du site' }).waitFor();
    assert.deepEqual(problems, []);
  });

  it('shows residence 3 alone to its staff, whatever address is typed', async () => {
    const { page, problems } = await office.enter({
      at: '/leads?filter=%7B%22establishmentId%22%3A5%7D',
      grants: [{ role: 'commercial', establishmentId: 3 }],
    });
    await page.getByText('Aucune demande ne correspond.').waitFor();
    for (const q of ['cachée', '0261910055', 'hidden']) {
      await page.goto(`/#/leads?filter=${encodeURIComponent(JSON.stringify({ q }))}`);
      await page.reload();
      await page.getByText('Aucune demande ne correspond.').waitFor();
    }
    await page.goto('/#/leads?filter=%7B%7D');
    await page.getByText('120 demandes').waitFor();
    // One residence is no choice, and no column.
    await until(async () => assert.equal(await page.getByRole('combobox', { name: 'Résidence' }).count(), 0));
    await until(async () =>
      assert.equal(await page.getByRole('columnheader', { name: 'Résidence' }).count(), 0),
    );
    assert.deepEqual(problems, []);
  });

  it('is exported as it is filtered', async () => {
    const { page, problems } = await office.enter({
      at: `/leads?filter=${encodeURIComponent(JSON.stringify({ q: 'lefevre' }))}`,
    });
    await page.getByText('1–1 · 1 demande').waitFor();
    const arriving = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Exporter' }).click();
    const download = await arriving;
    assert.equal(download.suggestedFilename(), 'demandes-2026-03-04.csv');
    const bytes = await contentOf(download);
    assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
    const lines = bytes.subarray(3).toString().split('\r\n');
    assert.equal(lines.length, 3);
    assert.match(lines[0] ?? '', /^"N°";"Résidence";"Statut";/);
    assert.match(
      lines[1] ?? '',
      /;"Le Clos des Vignes";"Nouvelle";.*;"02\/03\/2026";.*;"Simone Lefèvre";"Claire Noël";;"01\.99\.00\.77\.88";/,
    );
    assert.deepEqual(problems, []);
  });
});

describe('the follow-up of several leads', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
    const { service } = office;
    const { now } = service.clock;
    // Two days before: more than 240 working minutes.
    service.clock.now = new Date(now.getTime() - 48 * 60 * 60_000);
    await send(service, 'late', { lastNameClient: 'Attente' }, at(3));
    service.clock.now = now;
    for (const [lastNameClient, date, stage] of [
      ['Visitée', '2026-02-20', 'Visite'],
      ['Silence', '2026-02-01', 'Prise de contact'],
    ] as const) {
      const id = await send(service, lastNameClient, { lastNameClient }, at(3));
      await act(service, (tx, staff) => editEntry(tx, id, staff, { actions: [{ date, stage, done: true }] }));
    }
    const closed = await send(service, 'closed', { lastNameClient: 'Admise' }, at(3));
    await act(service, (tx, staff) =>
      editEntry(tx, closed, staff, { resultat: 'commercial.resultat.realisee' }),
    );
    const survey = 'etablissement/3/survey/create';
    await send(service, 'contact', { lastName: 'Gauthier' }, survey, '&type=survey.type.contact');
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
  const bar = (page: Page) => page.getByRole('toolbar', { name: 'Fiches choisies' });

  it('marks what has missed its target', async () => {
    const { page, problems } = await office.enter({ at: everyLead });
    await row(page, 'Attente').getByText('Premier appel en retard').waitFor();
    await row(page, 'Visitée').getByText('Rien depuis la visite').waitFor();
    await row(page, 'Silence').getByText('Sans nouvelles').waitFor();
    await until(async () =>
      assert.equal(
        await row(page, 'Admise')
          .getByText(/Sans nouvelles|en retard/)
          .count(),
        0,
      ),
    );
    await assertEveryLook(page, 'leads-missed');
    assert.deepEqual(problems, []);
  });

  it('does the same to those chosen, and says what was refused', async () => {
    const { page, problems } = await office.enter({ name: 'Paul Girard', at: everyLead });
    for (const name of ['Attente', 'Silence', 'Admise']) {
      const box = row(page, name).getByRole('checkbox');
      await box.focus();
      await page.keyboard.press('Space');
    }
    await bar(page).getByText('3 choisies').waitFor();
    await assertEveryLook(page, 'leads-chosen');
    await bar(page).getByRole('button', { name: 'Mettre en sommeil' }).press('Enter');
    const sleep = page.getByRole('dialog', { name: 'Mettre en sommeil 3 fiches' });
    await sleep.getByLabel('En sommeil jusqu’au').fill('2026-04-01');
    await sleep.getByLabel('Pourquoi').fill('Travaux');
    await assertEveryLook(page, 'leads-bulk-sleep');
    await sleep.getByRole('button', { name: 'Mettre en sommeil' }).click();
    await page
      .getByText('2 fiches mises en sommeil, 1 refusée : Admise (la fiche n’est plus ouverte).')
      .waitFor();
    await keepScreenshot(page, 'leads-bulk-result');
    // The refused one stays chosen.
    await bar(page).getByText('1 choisie', { exact: true }).waitFor();
    await bar(page).getByRole('button', { name: 'Désélectionner' }).click();
    await bar(page).waitFor({ state: 'detached' });

    await row(page, 'Visitée').getByRole('checkbox').check();
    await bar(page).getByRole('button', { name: 'Planifier un appel' }).click();
    const plan = page.getByRole('dialog', { name: 'Planifier l’appel de 1 famille' });
    await plan.getByRole('button', { name: 'jeu. 5 mars 10:00' }).click();
    await plan.getByRole('button', { name: 'Planifier' }).click();
    await page.getByText('1 appel planifié.').waitFor();
    await row(page, 'Visitée').getByText('Appel · 05/03/2026 10:00').waitFor();
    assert.deepEqual(problems, []);
  });

  it('takes back what it can, and names what has changed since', async () => {
    const { service } = office;
    const { page, problems } = await office.enter({ name: 'Nora Petit', at: everyLead });
    for (const name of ['Attente', 'Silence']) await row(page, name).getByRole('checkbox').check();
    await bar(page).getByRole('button', { name: 'Confier à…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confier 2 fiches' });
    await dialog.getByRole('button', { name: 'Nora Petit' }).click();
    await page.getByText('2 fiches confiées.').waitFor();
    const silence = Number(
      /\d+$/.exec((await page.getByRole('link', { name: 'Silence' }).getAttribute('href')) ?? ''),
    );
    await act(service, (tx, staff) => editEntry(tx, silence, staff, { motif: 'commercial.motif.autre' }));
    await page.getByRole('alert').getByRole('button', { name: 'Annuler' }).click();
    await page.getByText('1 annulée, 1 restée : Silence (la fiche a changé entre-temps).').waitFor();
    assert.deepEqual(problems, []);
  });

  it('gives contact forms to a colleague, on a phone', async () => {
    const { page, problems } = await office.enter({ name: 'Inès Moreau', size: 'phone', at: '/surveys' });
    await page.getByRole('checkbox', { name: 'Choisir Gauthier' }).check();
    await assertEveryLook(page, 'contacts-chosen', ['phone']);
    await bar(page).getByRole('button', { name: 'Confier à…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confier 1 fiche' });
    await dialog.getByRole('button', { name: 'Inès Moreau' }).waitFor();
    await assertEveryLook(page, 'contacts-owner', ['phone']);
    await dialog.getByRole('button', { name: 'Inès Moreau' }).click();
    await page.getByText('1 fiche confiée.').waitFor();
    await bar(page).waitFor({ state: 'detached' });
    await page.getByRole('alert').getByRole('button', { name: 'Annuler' }).click();
    await page.getByText('C’est annulé.').waitFor();
    await page.getByRole('checkbox', { name: 'Choisir Gauthier' }).check();
    await bar(page).getByRole('button', { name: 'Confier à…' }).click();
    await dialog.getByRole('button', { name: 'Inès Moreau' }).click();
    await bar(page).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Gauthier' }).click();
    await page.getByText('Prise en charge par Inès Moreau').waitFor();
    assert.deepEqual(problems, []);
  });

  it('lets nothing be chosen or added without the right to change entries', async () => {
    const { page } = await office.enter({ at: everyLead, grants: [{ role: 'reader', establishmentId: 3 }] });
    await row(page, 'Attente').waitFor();
    await until(async () => assert.equal(await page.getByRole('table').getByRole('checkbox').count(), 0));
    await page.getByRole('link', { name: 'Exporter' }).waitFor();
    await until(async () =>
      assert.equal(await page.getByRole('link', { name: 'Nouvelle demande' }).count(), 0),
    );
  });
});
