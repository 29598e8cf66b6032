import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { editEntry } from '../../server/test/fixtures/acts.ts';
import { act, send } from '../../server/test/fixtures/entry-events.ts';
import type { TestService } from '../../server/test/fixtures/service.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { assertEveryLook } from './every-look.ts';

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
      at: '/leads',
      grants: [{ role: 'commercial', establishmentId: 3 }],
    });
    await page.getByRole('heading', { level: 1, name: 'Demandes' }).waitFor();
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.getByText('1–25 · 120 demandes').waitFor();
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
    assert.ok(await pages.getByRole('button', { name: 'Page suivante' }).isDisabled());
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
    await page.getByRole('button', { name: 'Premier contact le' }).click();
    await page.getByRole('row').nth(1).getByRole('cell', { name: '01/02/2026' }).waitFor();
    assert.deepEqual(problems, []);
  });

  it('finds people by name, number, address or reference', async () => {
    const { page, problems } = await office.enter({ at: '/leads' });
    const search = page.getByLabel('Rechercher');
    const type = async (typed: string) => {
      await search.fill(typed);
      // The search is sent half a second after the last key.
      await page.clock.fastForward(500);
    };
    for (const typed of [
      'lefevre',
      'sim LEF',
      '0033639984567',
      '06.39.98.45.67',
      '0199007788',
      'simone.lefevre@example.org',
      'Réf/Simone 42',
      'noel',
    ]) {
      const answered = page.waitForResponse((one) => new URL(one.url()).searchParams.get('q') === typed);
      await type(typed);
      await answered;
      await page.getByText('1–1 · 1 demande').waitFor();
      assert.deepEqual(await names(page), ['Simone Lefèvre'], typed);
    }
    await type('personne de ce nom');
    await page.getByText('Aucune demande ne correspond.').waitFor();
    // One letter finds nothing yet, and asks nothing.
    await type('z');
    await page.getByText('121 demandes').waitFor();
    await page.getByRole('link', { name: 'Simone Lefèvre' }).click();
    await page.waitForURL(/#\/leads\/\d+$/);
    assert.deepEqual(problems, []);
  });

  it('has a view for each usual question', async () => {
    const { page, problems } = await office.enter({
      at: '/leads',
      grants: [
        { role: 'reader', establishmentId: null },
        { role: 'direction', establishmentId: 5 },
      ],
    });
    const view = (name: string) => page.getByRole('group', { name: 'Vues' }).getByRole('button', { name });
    await view('Visites prévues').click();
    await page.getByText('1–1 · 1 demande').waitFor();
    assert.deepEqual(await names(page), ['Raymond Visiteur']);
    await page.getByText('Visite · 03/03/2026 14:30 (en retard)').waitFor();
    assert.equal(await view('Visites prévues').getAttribute('aria-pressed'), 'true');
    await view('Mes résidences').click();
    await page.getByRole('link', { name: 'Jeannine Cachée' }).waitFor();
    assert.deepEqual(await names(page), ['Jeannine Cachée']);
    await view('Sans suite prévue').click();
    await page.getByText('Aucune demande ne correspond.').waitFor();
    await view('À rappeler').click();
    await page.getByText('120 demandes').waitFor();
    await view('Nouvelles').click();
    await page.getByText('119 demandes').waitFor();
    await view('Toutes').click();
    await page.getByText('121 demandes').waitFor();
    await page.getByRole('button', { name: 'Ajouter un filtre' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Résultat' }).click();
    await page.getByRole('combobox', { name: 'Résultat' }).click();
    await page.getByRole('option', { name: 'Admission réalisée' }).click();
    await page.getByText('1–1 · 1 demande').waitFor();
    assert.deepEqual(await names(page), ['Yvette Admise']);
    assert.deepEqual(problems, []);
  });

  it('shows the columns that a user chooses', async () => {
    const { page, problems } = await office.enter({ at: '/leads' });
    await page.getByRole('columnheader', { name: 'Téléphone' }).waitFor();
    assert.equal(await page.getByRole('columnheader', { name: 'Référence du site' }).count(), 0);
    await page.getByRole('button', { name: 'Colonnes' }).click();
    await page.getByLabel('Référence du site').check();
    await page.getByLabel('Téléphone').uncheck();
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'Référence du site' }).waitFor();
    assert.equal(await page.getByRole('columnheader', { name: 'Téléphone' }).count(), 0);
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
    await page.getByRole('combobox', { name: 'Résidence' }).click();
    assert.deepEqual(
      (await page.getByRole('option').allInnerTexts()).map((text) => text.trim()).filter(Boolean),
      ['Le Clos des Vignes'],
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
    const bytes = await readFile(await download.path());
    assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
    const lines = bytes.subarray(3).toString().split('\r\n');
    assert.equal(lines.length, 3);
    assert.match(lines[0] ?? '', /^"N°";"Résidence";"Statut";/);
    assert.match(
      lines[1] ?? '',
      /;"Le Clos des Vignes";"Nouvelle";.*;"02\/03\/2026";.*;"Simone Lefèvre";"Claire Noël";"06\.39\.98\.45\.67";/,
    );
    assert.deepEqual(problems, []);
  });

  it('looks well on every screen', async () => {
    const { page, problems } = await office.enter({ at: '/leads' });
    await page.getByText('121 demandes').waitFor();
    await page.getByRole('link', { name: 'Simone Lefèvre' }).waitFor();
    await assertEveryLook(page, 'leads');
    assert.deepEqual(problems, []);
  });
});
