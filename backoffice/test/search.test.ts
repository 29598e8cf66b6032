import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { send } from '../../server/test/fixtures/entry-events.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

describe('the search in the bar', () => {
  let office: BackOffice;
  let lead = 0;
  let complaint = 0;
  before(async () => {
    office = await openBackOffice();
    const { service } = office;
    const phone = '02 61 91 15 46';
    lead = await send(
      service,
      'lead',
      { firstNameClient: 'Colette', lastNameClient: 'Bonnet', phoneClient: phone },
      'etablissement/3/commercial/create',
    );
    complaint = await send(
      service,
      'complaint',
      { firstName: 'Luc', lastName: 'Bonnet', phone, contact: 'Le chauffage est en panne.' },
      'etablissement/3/survey/create',
      '&type=survey.type.complaint',
    );
    for (let i = 0; i < 7; i++)
      await send(service, `d${i}`, { lastNameClient: 'Durand' }, 'etablissement/3/commercial/create');
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  const field = (page: Page) => page.getByRole('combobox', { name: 'Chercher partout' });

  it('leads from a number on the display to its family: one click and typing', async () => {
    const { page, problems } = await office.enter();
    await field(page).waitFor();
    await page.evaluate(() => {
      window.addEventListener('pointerdown', () => {
        document.documentElement.dataset.clicks = String(
          Number(document.documentElement.dataset.clicks ?? 0) + 1,
        );
      });
    });
    await page.keyboard.press('/');
    await page.keyboard.type('33261911546');
    await page
      .getByRole('group', { name: 'Demandes' })
      .getByRole('option', { name: /Colette Bonnet/ })
      .waitFor();
    await assertEveryLook(page, 'search', ['desktop']);
    await page
      .getByRole('group', { name: 'Réclamations' })
      .getByRole('option', { name: /Luc Bonnet.*Le Clos des Vignes/ })
      .click();
    await page.waitForURL(new RegExp(`#/surveys/${complaint}$`));
    await until(async () =>
      assert.equal(await page.evaluate(() => document.documentElement.dataset.clicks), '1'),
    );
    assert.deepEqual(problems, []);
  });

  it('is used by the keyboard alone: arrows, Enter, Escape', async () => {
    const { page, problems } = await office.enter();
    await field(page).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('bonnet');
    await page.getByRole('option', { name: /Colette Bonnet/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('option').first().waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: /Colette Bonnet/ }).waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/(?:leads|surveys)\/\d+$/);
    // In a field `/` is typed.
    await page.goto('/#/leads/create');
    const other = page.getByRole('textbox', { name: 'Nom', exact: true }).first();
    await other.press('/');
    await until(async () => assert.equal(await other.inputValue(), '/'));
    assert.deepEqual(problems, []);
  });

  it('finds by the number of an entry, the last digits of a phone and a name with a typing error', async () => {
    const { page, problems } = await office.enter();
    for (const q of [`n° ${lead}`, '1546', 'colette bonet']) {
      await field(page).fill(q);
      const group = page.getByRole('group', { name: q.includes('bonet') ? 'Noms proches' : 'Demandes' });
      await group.getByRole('option', { name: new RegExp(`Colette Bonnet.*n° ${lead}`) }).waitFor();
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`#/leads/${lead}$`));
    assert.deepEqual(problems, []);
  });

  it('leads to the whole list, and to a new lead with what was searched', async () => {
    const { page, problems } = await office.enter();
    const { promise: typed, resolve: goOn } = Promise.withResolvers<void>();
    await page.route('**/assets/LeadCreate*', async (route) => {
      await typed;
      await route.continue();
    });
    await field(page).fill('durand');
    await page.getByRole('option', { name: 'Tout voir (7)' }).click();
    await page.getByText('1–7 · 7 demandes').waitFor();
    await field(page).fill('06 39 98 00 00');
    await page.getByRole('option', { name: 'Nouvelle demande avec ce numéro : 06 39 98 00 00' }).click();
    await page.waitForURL(/#\/leads\/create\?phone=06\+39\+98\+00\+00$/);
    // The form that comes while one types does not take the focus.
    await field(page).fill('Inconnue');
    goOn();
    const lastName = page.getByRole('textbox', { name: 'Nom', exact: true }).first();
    await lastName.waitFor();
    await page.getByRole('option', { name: 'Nouvelle demande à ce nom : Inconnue' }).click();
    await page.waitForURL(/#\/leads\/create\?lastName=Inconnue$/);
    await page.locator('input[value=Inconnue]').waitFor();
    assert.deepEqual(problems, []);
  });

  it('lets sales staff recognise a family by its complaint, which is nowhere else', async () => {
    const { page, problems } = await office.enter({
      grants: [{ role: 'commercial', establishmentId: 3 }],
      at: '/surveys/complaints',
    });
    await page.waitForURL(/#\/surveys$/);
    await page.getByRole('tab', { name: /^Satisfaction/ }).waitFor();
    await until(async () => assert.equal(await page.getByRole('tab', { name: /^Réclamations/ }).count(), 0));
    await field(page).fill('02 61 91 15 46');
    await page
      .getByRole('group', { name: 'Familles connues' })
      .getByRole('option', { name: /Luc Bonnet.*Contact ou avis/ })
      .click();
    // Its form says so too, without a link that would lead nowhere.
    const card = page.getByRole('listitem').filter({ hasText: 'Luc Bonnet' });
    await card.getByText('Le Clos des Vignes').waitFor();
    await page
      .getByRole('link', { name: /^Colette Bonnet/ })
      .first()
      .waitFor();
    await until(async () => assert.equal(await page.getByRole('link', { name: /^Luc Bonnet/ }).count(), 0));
    await until(async () => assert.equal(await page.getByText('Réclamation').count(), 0));
    assert.deepEqual(problems, []);
  });

  it('offers readers what they may do, on a phone', async () => {
    const { page, problems } = await office.enter({
      grants: [{ role: 'reader', establishmentId: 3 }],
      size: 'phone',
    });
    await page.getByRole('button', { name: 'Chercher partout' }).click();
    await field(page).fill('06 39 98 00 00');
    await page.getByText('Rien trouvé.').waitFor();
    await field(page).fill('1546');
    await page.getByRole('option', { name: /Colette Bonnet/ }).waitFor();
    await assertEveryLook(page, 'search', ['phone']);
    await page.getByRole('option', { name: /Colette Bonnet/ }).click();
    await page.waitForURL(new RegExp(`#/leads/${lead}$`));
    assert.deepEqual(problems, []);
  });
});
