import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { type BackOffice, deskPassword, openBackOffice } from './back-office.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

describe('« Double authentification »', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  const codeOf = (secret: string) =>
    new TOTP({ secret }).generate({ timestamp: office.service.clock.now.getTime() });
  const halfAMinuteLater = () => {
    office.service.clock.now = new Date(office.service.clock.now.getTime() + 30_000);
  };
  async function giveCredentials(page: Page, email: string): Promise<void> {
    await page.getByLabel('Adresse e-mail').fill(email);
    await page.getByLabel('Mot de passe').fill(deskPassword);
    await page.getByRole('button', { name: 'Se connecter' }).click();
  }

  it('is switched on with an app, asked for at the door, and switched off by an administrator', async () => {
    const { email } = await signIn(
      office.service,
      [{ role: 'direction', establishmentId: 3 }],
      'Louise Marchand',
    );
    const { page, problems } = await office.open();
    await giveCredentials(page, email);
    await page.getByRole('button', { name: 'Louise Marchand' }).click();
    await page.getByRole('menuitem', { name: 'Mon mot de passe' }).click();
    await page.getByRole('button', { name: 'Activer la double authentification' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Mot de passe actuel').fill('pas le bon mot de passe');
    await dialog.getByRole('button', { name: 'Continuer' }).click();
    await dialog.getByText('Ce n’est pas votre mot de passe actuel.').waitFor();
    await dialog.getByLabel('Mot de passe actuel').fill(deskPassword);
    await dialog.getByRole('button', { name: 'Continuer' }).click();
    await dialog.getByRole('img', { name: 'Code QR pour l’application d’authentification' }).waitFor();
    const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
    await assertEveryLook(page, 'totp-app');
    await dialog.getByLabel('Code', { exact: false }).last().fill('000000');
    await dialog.getByRole('button', { name: 'Activer' }).click();
    await dialog.getByText('Ce code n’est pas le bon').waitFor();
    await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
    await dialog.getByRole('button', { name: 'Activer' }).click();
    const codes = (await page.getByLabel('Vos codes de secours', { exact: true }).inputValue()).split('\n');
    assert.equal(codes.length, 8);
    await assertEveryLook(page, 'totp-codes');
    await page.getByRole('button', { name: 'C’est noté, fermer' }).click();
    await page.getByText('Il vous reste 8 codes de secours.').waitFor();
    await assertEveryLook(page, 'password');

    const { page: door, problems: there } = await office.open();
    await giveCredentials(door, email);
    const field = door.getByRole('textbox', { name: 'Code' });
    await field.waitFor();
    await until(async () =>
      assert.deepEqual(
        [await field.getAttribute('autocomplete'), await field.getAttribute('inputmode')],
        ['one-time-code', 'numeric'],
      ),
    );
    await until(async () => assert.ok(await field.evaluate((input) => input === document.activeElement)));
    await assertEveryLook(door, 'sign-in-code');
    await field.fill(codeOf(secret));
    await door.keyboard.press('Enter');
    // The code that has switched it on is used up.
    await door.getByText('Ce code n’est pas le bon, ou il a déjà servi.').waitFor();
    halfAMinuteLater();
    await field.fill(codeOf(secret));
    await door.keyboard.press('Enter');
    await door.getByRole('heading', { name: 'Ma journée' }).waitFor();

    const lost = await office.open();
    await giveCredentials(lost.page, email);
    await lost.page.getByRole('button', { name: /code de secours/ }).click();
    const recovery = lost.page.getByRole('textbox', { name: 'Code de secours' });
    await until(async () => assert.equal(await recovery.getAttribute('inputmode'), 'text'));
    await recovery.fill(codes[0] ?? '');
    await lost.page.keyboard.press('Enter');
    await lost.page.getByRole('heading', { name: 'Ma journée' }).waitFor();

    await page.getByRole('button', { name: 'Nouveaux codes de secours' }).press('Enter');
    await dialog.getByLabel('Mot de passe actuel').fill('pas le bon mot de passe');
    await page.keyboard.press('Enter');
    await dialog.getByText('Ce n’est pas votre mot de passe actuel.').waitFor();
    await assertEveryLook(page, 'totp-renew');
    await dialog.getByLabel('Mot de passe actuel').fill(deskPassword);
    await page.keyboard.press('Enter');
    const again = page.getByLabel('Vos codes de secours', { exact: true });
    await page.getByText('Vos codes précédents ne servent plus.').waitFor();
    const renewed = (await again.inputValue()).split('\n');
    assert.equal(new Set([...codes, ...renewed]).size, 16);
    await page.getByRole('button', { name: 'C’est noté, fermer' }).click();
    await page.getByText('Il vous reste 8 codes de secours.').waitFor();
    const old = await office.open();
    await giveCredentials(old.page, email);
    await old.page.getByRole('button', { name: /code de secours/ }).click();
    const typed = old.page.getByRole('textbox', { name: 'Code de secours' });
    await typed.fill(codes[1] ?? '');
    await old.page.keyboard.press('Enter');
    await old.page.getByText('Ce code n’est pas le bon, ou il a déjà servi.').waitFor();
    await typed.fill(renewed[0] ?? '');
    await old.page.keyboard.press('Enter');
    await old.page.getByRole('heading', { name: 'Ma journée' }).waitFor();

    const { page: users, problems: theirs } = await office.enter({ at: '/users', name: 'Hélène Faure' });
    const row = users.getByRole('listitem').filter({ hasText: 'Louise Marchand' });
    await row.getByText('Double authentification').waitFor();
    await row.getByText('Averti par e-mail au fil des arrivées').waitFor();
    await users.getByRole('button', { name: 'Modifier Louise Marchand' }).click();
    await users.getByRole('button', { name: 'Désactiver la double authentification' }).click();
    await users.getByRole('dialog').last().getByRole('button', { name: 'Désactiver' }).click();
    await users.getByText('Double authentification désactivée.').waitFor();
    const { page: back } = await office.open();
    await giveCredentials(back, email);
    await back.getByRole('heading', { name: 'Ma journée' }).waitFor();
    assert.deepEqual([problems, there, lost.problems, old.problems, theirs], [[], [], [], [], []]);
  });
});
