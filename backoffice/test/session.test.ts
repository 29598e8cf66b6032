// Signing in, also in two steps; and a session that ends below an open page: nothing that is under way or typed is lost.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { type BackOffice, deskPassword, openBackOffice } from './back-office.ts';
import { block, enterEntry, sendLead } from './entry.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

describe('sessions', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  const signInButton = (page: Page) => page.getByRole('button', { name: 'Se connecter' });
  async function giveCredentials(page: Page, email: string, password = deskPassword): Promise<void> {
    await page.getByLabel('Adresse e-mail').fill(email);
    await page.getByLabel('Mot de passe').fill(password);
    await signInButton(page).click();
  }
  /** In the dialog that opens over the page. */
  async function signInAgain(page: Page, password = deskPassword): Promise<void> {
    const dialog = page.getByRole('dialog', { name: 'Connexion' });
    await dialog.getByLabel('Mot de passe').fill(password);
    await signInButton(page).click();
  }
  const dialogIsOver = (page: Page) => page.getByRole('dialog').first().waitFor({ state: 'detached' });
  const isToday = (page: Page) => page.getByRole('heading', { level: 1, name: 'Ma journée' }).waitFor();

  it('two steps: switched on with an app, asked for, switched off', async () => {
    const { service } = office;
    const codeOf = (secret: string) =>
      new TOTP({ secret }).generate({ timestamp: service.clock.now.getTime() });
    const halfAMinuteLater = () => {
      service.clock.now = new Date(service.clock.now.getTime() + 30_000);
    };
    const { email } = await signIn(service, [{ role: 'direction', establishmentId: 3 }], 'Louise Marchand');
    const { page, problems } = await office.open();
    await giveCredentials(page, email, 'pas le bon mot de passe');
    await page.getByText('Adresse e-mail ou mot de passe incorrect.').waitFor();
    await page.getByRole('button', { name: 'Afficher la saisie' }).click();
    await page.locator('input[type=text][name=password]').fill(deskPassword);
    await assertEveryLook(page, 'sign-in-shown');
    await signInButton(page).click();
    await page.getByRole('button', { name: 'Louise Marchand' }).click();
    await page.getByRole('menuitem', { name: 'Mon mot de passe' }).click();
    await page.getByRole('button', { name: 'Activer la double authentification' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Mot de passe actuel').fill(deskPassword);
    await dialog.getByRole('button', { name: 'Continuer' }).click();
    await dialog.getByRole('img', { name: 'Code QR pour l’application d’authentification' }).waitFor();
    const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
    await assertEveryLook(page, 'totp-app');
    for (const [code, said] of [
      ['000000', 'Ce code n’est pas le bon'],
      [codeOf(secret), 'Vos codes de secours'],
    ] as const) {
      await dialog.getByRole('textbox', { name: 'Code' }).fill(code);
      await dialog.getByRole('button', { name: 'Activer' }).click();
      await dialog.getByText(said).first().waitFor();
    }
    const codes = (await page.getByLabel('Vos codes de secours', { exact: true }).inputValue()).split('\n');
    assert.equal(codes.length, 8);
    await assertEveryLook(page, 'totp-codes');
    await page.getByRole('button', { name: 'C’est noté, fermer' }).click();
    await page.getByText('Il vous reste 8 codes de secours.').waitFor();

    const door = await office.open();
    await giveCredentials(door.page, email);
    const field = door.page.getByRole('textbox', { name: 'Code' });
    await door.page.waitForFunction(
      () => document.activeElement?.matches('[autocomplete=one-time-code][inputmode=numeric]') === true,
    );
    await assertEveryLook(door.page, 'sign-in-code');
    await field.fill(codeOf(secret));
    await door.page.keyboard.press('Enter');
    // The code that has switched it on is used up.
    await door.page.getByText('Ce code n’est pas le bon, ou il a déjà servi.').waitFor();
    halfAMinuteLater();
    await field.fill(codeOf(secret));
    await door.page.keyboard.press('Enter');
    await isToday(door.page);
    // A session that ends asks for both steps again.
    await door.context.clearCookies();
    await door.page.goto('/#/statistics');
    await signInAgain(door.page);
    halfAMinuteLater();
    await field.fill(codeOf(secret));
    await signInButton(door.page).click();
    await door.page.getByText('Demandes reçues').first().waitFor();
    await dialogIsOver(door.page);

    const lost = await office.open();
    await giveCredentials(lost.page, email);
    await lost.page.getByRole('button', { name: /code de secours/ }).click();
    await lost.page.locator('input[inputmode=text]').fill(codes[0] ?? '');
    await lost.page.keyboard.press('Enter');
    await isToday(lost.page);

    const { page: users, problems: theirs } = await office.enter({ at: '/users', name: 'Hélène Faure' });
    const row = users.getByRole('listitem').filter({ hasText: 'Louise Marchand' });
    await row.getByText('Double authentification').waitFor();
    await users.getByRole('button', { name: 'Modifier Louise Marchand' }).click();
    await users.getByRole('button', { name: 'Désactiver la double authentification' }).click();
    await users.getByRole('dialog').last().getByRole('button', { name: 'Désactiver' }).click();
    await users.getByText('Double authentification désactivée.').waitFor();
    await lost.context.clearCookies();
    await lost.page.reload();
    await giveCredentials(lost.page, email);
    await isToday(lost.page);
    assert.deepEqual([problems, door.problems, lost.problems, theirs], [[], [], [], []]);
  });

  it('a session that ends hides the page, and loses nothing typed', async () => {
    const { id } = await sendLead(office);
    const { page, context, problems } = await enterEntry(office, id, { name: 'Nora Petit' });
    await page.getByRole('button', { name: 'Modifier : Souhaits' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Budget').fill('3 100 €');
    // As after half an hour without a request.
    await context.clearCookies();
    await form.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Votre session est terminée.', { exact: false }).waitFor();
    // Neither the page nor its form can be read meanwhile, and the tab has no name of a person.
    const name = page.getByText('Simone Martin').first();
    await name.waitFor({ state: 'hidden' });
    await page.getByLabel('Budget').waitFor({ state: 'hidden' });
    assert.equal(await page.title(), 'Connexion – Accueil');
    await assertEveryLook(page, 'session-over');
    await signInAgain(page, 'pas le bon mot de passe');
    await page.getByText('Adresse e-mail ou mot de passe incorrect.').waitFor();
    await signInAgain(page);
    await block(page, 'Souhaits').getByText('3 100 €').waitFor();
    await dialogIsOver(page);
    await page.waitForFunction(() => /Simone Martin – Demandes – Accueil$/.test(document.title));

    // Signing out in another tab hides the names in this one, until there is a session again.
    const other = await context.newPage();
    await other.goto('/#/mail');
    await other.getByRole('button', { name: 'Nora Petit' }).click();
    await other.getByRole('menuitem', { name: 'Déconnexion' }).click();
    await signInButton(other).waitFor();
    const email = page.getByRole('dialog', { name: 'Connexion' }).getByLabel('Adresse e-mail');
    await email.waitFor();
    await name.waitFor({ state: 'hidden' });
    await giveCredentials(other, await email.inputValue());
    await name.waitFor();
    await dialogIsOver(page);

    // Somebody else finds nothing of the user before.
    await context.clearCookies();
    await page.goto('/#/leads');
    await page.getByRole('button', { name: 'Changer de compte' }).click();
    await page.getByRole('heading', { level: 1, name: 'Connexion' }).waitFor();
    await until(async () => assert.equal(await page.getByLabel('Adresse e-mail').inputValue(), ''));
    assert.deepEqual(problems, []);
  });
});
