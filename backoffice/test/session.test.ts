import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { deskPassword, signIn } from '../../server/test/fixtures/desk.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { keepScreenshot } from './browser.ts';

describe('signing in', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  it('opens « Ma journée », and signing out closes it', async () => {
    const { email } = await signIn(office.service, undefined, 'Hélène Faure');
    const { page, problems } = await office.open();
    await page.getByLabel('Adresse e-mail').fill(email);
    await page.getByLabel('Mot de passe').fill('pas le bon mot de passe');
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await page.getByText('Adresse e-mail ou mot de passe incorrect.').waitFor();
    await keepScreenshot(page, 'sign-in');
    await page.getByLabel('Mot de passe').fill(deskPassword);
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await page.getByRole('heading', { name: 'Ma journée' }).waitFor();
    await keepScreenshot(page, 'today');
    await page.getByRole('button', { name: 'Hélène Faure' }).click();
    await page.getByRole('menuitem', { name: 'Déconnexion' }).click();
    await page.getByRole('button', { name: 'Se connecter' }).waitFor();
    assert.deepEqual(problems, []);
  });
});
