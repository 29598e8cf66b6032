// What staff enter by hand besides leads, and what happens to a form that is left.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { pdf } from '../../server/test/fixtures/documents.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { block, choose, enterEntry, sendLead } from './entry.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

describe('by hand', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  it('a complaint on the phone is entered, and its page opens', async () => {
    const { page, problems } = await office.enter({
      at: '/surveys/complaints',
      grants: [{ role: 'direction', establishmentId: 3 }],
      name: 'Inès Moreau',
    });
    await page.getByRole('button', { name: 'Nouvelle réclamation' }).click();
    const dialog = page.getByRole('dialog', { name: 'Nouvelle réclamation' });
    await dialog.waitFor();
    // By keyboard alone: the cursor is in the first field.
    await page.keyboard.type('Morel');
    for (const key of ['Tab', 'Tab']) await page.keyboard.press(key);
    await page.keyboard.type('06 39 98 11 22');
    for (const key of ['Tab', 'Tab']) await page.keyboard.press(key);
    await page.keyboard.type('Le repas était froid.');
    await dialog.getByLabel('Résident concerné').fill('Odette Morel');
    await assertEveryLook(page, 'new-complaint');
    await dialog.getByRole('button', { name: 'Créer' }).click();
    await page.getByRole('heading', { level: 1, name: 'Morel' }).waitFor();
    await page.getByText('Le repas était froid.').first().waitFor();
    await block(page, 'Origine').getByText('Inès Moreau').waitFor();
    await block(page, 'Origine').getByText('Odette Morel').waitFor();
    await page.getByText('Prise en charge par Inès Moreau', { exact: true }).waitFor();
    await page.goto('/#/surveys/complaints');
    await page.getByRole('link', { name: 'Morel' }).waitFor();
    assert.deepEqual(problems, []);
  });

  it('an opinion keeps its note', async () => {
    const { page, problems } = await office.enter({ at: '/surveys/satisfaction' });
    await page.getByRole('button', { name: 'Nouvel avis' }).click();
    const dialog = page.getByRole('dialog');
    await choose(page, 'Résidence', 'Villa Garance');
    await dialog.getByLabel(/^Nom/).fill('Garnier');
    await choose(page, 'Note de satisfaction', '4');
    await dialog.getByRole('button', { name: 'Créer' }).click();
    await page.getByRole('heading', { level: 1, name: 'Garnier' }).waitFor();
    await page.getByText('Note donnée', { exact: true }).first().waitFor();
    assert.deepEqual(problems, []);
  });

  it('an application comes with its CV', async () => {
    const { page, problems } = await office.enter({
      at: '/applications',
      grants: [{ role: 'direction', establishmentId: 3 }],
    });
    await page.getByRole('button', { name: 'Nouvelle candidature' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Nom/).fill('Bernard');
    const cv = { name: 'CV Léa.pdf', mimeType: 'application/pdf', buffer: pdf() };
    await dialog.getByLabel('CV').setInputFiles(cv);
    await assertEveryLook(page, 'new-application');
    await dialog.getByRole('button', { name: 'Créer' }).click();
    await page.getByRole('heading', { level: 1, name: 'Bernard' }).waitFor();
    await page.getByText('CV Léa.pdf', { exact: false }).first().waitFor();
    assert.deepEqual(problems, []);
  });

  it('nobody is offered what the service would refuse', async () => {
    const { page } = await office.enter({
      at: '/surveys/complaints',
      grants: [{ role: 'reader', establishmentId: 3 }],
    });
    await page
      .getByText('Aucune réclamation ici.')
      .or(page.getByRole('link', { name: 'Morel' }))
      .first()
      .waitFor();
    await until(async () =>
      assert.equal(await page.getByRole('button', { name: 'Nouvelle réclamation' }).count(), 0),
    );
  });

  it('a form that is left by Escape asks before it throws typed text away', async () => {
    const { id } = await sendLead(office);
    const { page, problems } = await enterEntry(office, id);
    await page.getByRole('button', { name: 'Modifier : Souhaits' }).click();
    const form = page.getByRole('dialog').filter({ hasText: 'Budget' });
    await form.waitFor();
    // Nothing is typed yet.
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Modifier : Souhaits' }).click();
    await form.getByLabel('Budget').fill('3 200 €');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Abandonner votre saisie' });
    await question.waitFor();
    await assertEveryLook(page, 'abandon');
    await question.getByRole('button', { name: 'Continuer la saisie' }).click();
    await question.waitFor({ state: 'detached' });
    await until(async () => assert.equal(await form.getByLabel('Budget').inputValue(), '3 200 €'));
    await form.getByLabel('Budget').focus();
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Abandonner la saisie' }).click();
    await form.waitFor({ state: 'detached' });
    await until(async () => assert.equal(await block(page, 'Souhaits').getByText('3 200 €').count(), 0));
    assert.deepEqual(problems, []);
  });
});
