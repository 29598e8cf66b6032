import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { editEntry } from '../../server/test/fixtures/acts.ts';
import { act, send } from '../../server/test/fixtures/entry-events.ts';
import { number, rows } from '../../server/test/fixtures/rows.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { contentOf } from './browser.ts';
import { clickCounter } from './clicks.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

const residence3 = 'etablissement/3/commercial/create';
const grants = [{ role: 'commercial', establishmentId: 3 }] as const;
const byHand = 'select count(*) from entries where caller_id is null';

describe('leads', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
    const { service } = office;
    const { now } = service.clock;
    // Two days before: more than 240 working minutes.
    service.clock.now = new Date(now.getTime() - 48 * 60 * 60_000);
    await send(service, 'late', { lastNameClient: 'Attente' }, residence3);
    service.clock.now = now;
    for (let n = 1; n <= 56; n++)
      await send(
        service,
        `site-${n}`,
        { firstNameClient: 'Odette', lastNameClient: `Numéro${n}`, delais: 'Sous 15 jours' },
        residence3,
      );
    const phone = { cellphoneClient: '+33 6 39 98 45 67' };
    await send(
      service,
      'Simone 42',
      { firstNameClient: 'Simone', lastNameClient: 'Lefèvre', ...phone },
      residence3,
    );
    await send(
      service,
      'hidden',
      { lastNameClient: 'Cachée', ...phone },
      'etablissement/5/commercial/create',
    );
    const closed = await send(service, 'closed', { lastNameClient: 'Admise' }, residence3);
    await act(service, (tx, staff) =>
      editEntry(tx, closed, staff, { resultat: 'commercial.resultat.realisee' }),
    );
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  const names = (page: Page) => page.locator('tbody tr td:first-child a').allInnerTexts();
  const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

  it('a list is walked, searched, worked on and exported', async () => {
    const { page, problems } = await office.enter({ at: '/leads', grants, name: 'Paul Girard' });
    const view = (name: RegExp) => page.getByRole('group', { name: 'Vues' }).getByRole('button', { name });
    const pages = page.getByRole('navigation', { name: 'Pages' });
    // The longest waiting first, as « Ma journée » has them.
    await pages.getByText('1–25 · 58 demandes').waitFor();
    await page.getByRole('button', { name: 'À rappeler 58', pressed: true }).waitFor();
    assert.equal((await names(page))[0], 'Attente');
    await row(page, 'Attente').getByText('Premier appel en retard').waitFor();
    // The view names the state of the others.
    const toCall = page.getByRole('table').getByText('À rappeler', { exact: true }).first();
    await toCall.waitFor({ state: 'detached' });
    await assertEveryLook(page, 'leads');
    await view(/^Toutes/).click();
    await pages.getByText('1–25 · 59 demandes').waitFor();
    await toCall.waitFor();
    const first = await names(page);
    const seen = [...first];
    for (const range of ['26–50', '51–59']) {
      await pages.getByRole('button', { name: 'Page suivante' }).click();
      await pages.getByText(`${range} · 59 demandes`).waitFor();
      seen.push(...(await names(page)));
    }
    assert.deepEqual([seen.length, new Set(seen).size, seen.includes('Cachée')], [59, 59, false]);
    for (const range of ['26–50', '1–25']) {
      await pages.getByRole('button', { name: 'Page précédente' }).click();
      await pages.getByText(`${range} · 59 demandes`).waitFor();
    }
    assert.deepEqual(await names(page), first);

    // The same is done to those chosen, and what was refused is said.
    for (const name of ['Admise', 'Lefèvre']) await row(page, name).getByRole('checkbox').press('Space');
    const bar = page.getByRole('toolbar', { name: 'Fiches choisies' });
    await bar.getByText('2 choisies').waitFor();
    await bar.getByRole('button', { name: 'Mettre en sommeil' }).press('Enter');
    const sleep = page.getByRole('dialog', { name: 'Mettre en sommeil 2 fiches' });
    await sleep.getByLabel('En sommeil jusqu’au').fill('2026-04-01');
    await sleep.getByLabel('Pourquoi').fill('Travaux');
    await assertEveryLook(page, 'leads-bulk-sleep');
    await sleep.getByRole('button', { name: 'Mettre en sommeil' }).click();
    await page
      .getByText('1 fiche mise en sommeil, 1 refusée : Admise (la fiche n’est plus ouverte).')
      .waitFor();
    await bar.getByText('1 choisie', { exact: true }).waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Annuler' }).click();
    await page.getByText('C’est annulé.').waitFor();

    await page.goto(`/#/leads?filter=${encodeURIComponent(JSON.stringify({ q: 'sim LEF' }))}`);
    await pages.getByText('1–1 · 1 demande').waitFor();
    assert.deepEqual(await names(page), ['Simone Lefèvre']);
    const arriving = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Exporter' }).click();
    const download = await arriving;
    assert.equal(download.suggestedFilename(), 'demandes-2026-03-04.csv');
    assert.equal((await contentOf(download)).toString().split('\r\n').length, 3);
    await page.getByRole('button', { name: 'Recherche : « sim LEF »' }).press('Delete');
    await pages.getByText('59 demandes').waitFor();
    assert.deepEqual(problems, []);
  });

  it('a lead is entered in seven clicks, and once, though the first answer is lost', async () => {
    const { page, problems } = await office.enter({ at: '/leads', grants, name: 'Inès Moreau' });
    const before = await number(office.service.database, byHand);
    const clicks = clickCounter(page);
    await clicks.on(page.getByRole('link', { name: 'Nouvelle demande' }));
    const contact = page.getByRole('region', { name: 'Qui est là, ou au téléphone' });
    await contact.waitFor();
    // The cursor is in the first field.
    await page.keyboard.type('Durand');
    await clicks.on(contact.getByLabel('Téléphone'));
    await page.keyboard.type('06.39.98.45.67');
    await page.getByText('Cette famille est déjà connue').waitFor();
    await page.getByText('Connue ailleurs : 1 demande dans une autre résidence.').waitFor();
    await page.getByRole('link', { name: 'Simone Lefèvre' }).waitFor();
    await page.getByText('Cachée').waitFor({ state: 'detached' });
    await clicks.on(page.getByLabel('Lien avec la personne'));
    await clicks.on(page.getByRole('option', { name: 'Fille', exact: true }));
    await clicks.on(page.getByRole('region', { name: 'Pour qui' }).getByLabel('Nom', { exact: true }));
    await page.keyboard.type('Meunier');
    await clicks.on(page.getByRole('radio', { name: 'Visite', exact: true }));
    // The first answer is lost; the second request is not sent at all.
    let tries = 0;
    await page.route('**/desk/entries', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      tries++;
      if (tries === 1) await route.fetch();
      return tries <= 2 ? route.abort() : route.continue();
    });
    // The button is in sight wherever the page stands.
    const save = page.getByRole('button', { name: 'Créer la demande' });
    await until(async () => assert.ok(await save.evaluate(isInSight)));
    await clicks.on(save);
    assert.equal(clicks.count, 7);
    await page.getByText('Votre saisie est conservée : vérifiez', { exact: false }).waitFor();
    await save.click();
    await until(() => assert.equal(tries, 2));
    await page.getByText('Votre saisie est conservée : vérifiez', { exact: false }).waitFor();
    await save.dblclick();
    await page.getByRole('heading', { level: 1, name: 'Meunier' }).waitFor();
    assert.equal(await number(office.service.database, byHand), before + 1);
    const newest = 'select id from entries where caller_id is null order by id desc limit 1';
    assert.deepEqual(
      await rows(
        office.service.database,
        `select e.type, r.fields, r.extra from entries e join relations r on r.entry_id = e.id where e.id = (${newest})`,
      ),
      [
        {
          type: 'commercial.type.visite',
          fields: '{"lastName":"Durand","cellphone":"06.39.98.45.67"}',
          extra: '{"lien":"Fille"}',
        },
      ],
    );
    assert.deepEqual(
      problems.filter((problem) => !problem.includes('ERR_FAILED')),
      [],
    );
  });
});

/** Whether an element is in the window, and nothing lies above it. */
function isInSight(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const above = document.elementFromPoint(left + width / 2, top + height / 2);
  return above !== null && (element.contains(above) || above.contains(element));
}
