// The session ends while a page is open: nothing that is under way or typed is lost.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { TOTP } from 'otpauth';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { type BackOffice, deskPassword, openBackOffice, type Window } from './back-office.ts';
import { block, enterEntry, sendLead } from './entry.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

describe('a session that ends below an open page', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  /** As after half an hour without a request. */
  const end = ({ context }: Window) => context.clearCookies();
  /** By its address: what the page still reads may have opened the dialog above the menu already. */
  const goOn = ({ page }: Window, route: string) => page.goto(`${office.url}/#/${route}`);
  const signInAgain = async ({ page }: Window, password = deskPassword) => {
    const dialog = page.getByRole('dialog', { name: 'Connexion' });
    await dialog.getByLabel('Mot de passe').fill(password);
    await dialog.getByRole('button', { name: 'Se connecter' }).click();
  };

  it('is signed in again over the page, and the act that failed goes on by itself', async () => {
    const { id } = await sendLead(office);
    const window = await enterEntry(office, id);
    const { page, problems } = window;
    await page.getByRole('button', { name: 'Modifier : Souhaits' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Budget').fill('3 100 €');
    await end(window);
    await form.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Votre session est terminée.', { exact: false }).waitFor();
    // Neither the page nor its form can be read meanwhile, and the tab has no name of a person.
    await until(async () => assert.equal(await page.getByText('Simone Martin').first().isVisible(), false));
    await until(async () => assert.equal(await page.getByLabel('Budget').isVisible(), false));
    assert.equal(await page.title(), 'Connexion – Accueil');
    await assertEveryLook(page, 'session-over');
    await signInAgain(window, 'pas le bon mot de passe');
    await page.getByText('Adresse e-mail ou mot de passe incorrect.').waitFor();
    await signInAgain(window);
    await block(page, 'Souhaits').getByText('3 100 €').waitFor();
    await until(async () => assert.equal(await page.getByRole('dialog').count(), 0));
    assert.match(await page.title(), /Simone Martin – Demandes – Accueil$/);
    assert.deepEqual(problems, []);
  });

  it('keeps what is being typed, by keyboard alone', async () => {
    await sendLead(office);
    const window = await office.enter({ at: '/leads/create' });
    const { page, problems } = window;
    await page.getByRole('region', { name: 'Pour qui' }).waitFor();
    // The cursor is in the first field.
    await page.keyboard.type('Durand');
    await end(window);
    for (const key of ['Tab', 'Tab']) await page.keyboard.press(key);
    // It asks whether the family is known. At once: a half of the number would be asked for on a busy machine.
    await page.keyboard.insertText('06 39 98 12 34');
    const dialog = page.getByRole('dialog', { name: 'Connexion' });
    await dialog.waitFor();
    await page.keyboard.type(deskPassword);
    await page.keyboard.press('Enter');
    await page.getByText('Cette famille est déjà connue').waitFor();
    await until(async () =>
      assert.equal(await page.getByLabel('Nom', { exact: true }).first().inputValue(), 'Durand'),
    );
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'relation.telephone');
    assert.deepEqual(problems, []);
  });

  it('asks for the code of a two-step sign-in', async () => {
    const desk = await signIn(office.service, undefined, 'Louise Marchand');
    const { secret } = (await desk.post('/desk/session/totp', { password: deskPassword })).json<{
      secret: string;
    }>();
    const code = () => new TOTP({ secret }).generate({ timestamp: office.service.clock.now.getTime() });
    const on = await desk.put('/desk/session/totp', { code: code() });
    assert.equal(on.statusCode, 200, on.body);
    const window = await office.open();
    const { page, problems } = window;
    office.service.clock.now = new Date(office.service.clock.now.getTime() + 30_000);
    await page.getByLabel('Adresse e-mail').fill(desk.email);
    await page.getByLabel('Mot de passe').fill(deskPassword);
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await page.getByRole('textbox', { name: 'Code' }).fill(code());
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ma journée' }).waitFor();
    await end(window);
    await goOn(window, 'statistics');
    await signInAgain(window);
    const dialog = page.getByRole('dialog', { name: 'Connexion' });
    office.service.clock.now = new Date(office.service.clock.now.getTime() + 30_000);
    await dialog.getByRole('textbox', { name: 'Code' }).fill(code());
    await dialog.getByRole('button', { name: 'Se connecter' }).click();
    await page.getByText('Demandes reçues').first().waitFor();
    await until(async () => assert.equal(await page.getByRole('dialog').count(), 0));
    assert.deepEqual(problems, []);
  });

  it('hides the names when the user signs out in another tab, and shows them after a sign-in there', async () => {
    await sendLead(office, { firstNameClient: 'Colette', lastNameClient: 'Meunier' });
    const window = await office.enter({ name: 'Hélène Faure' });
    const { page, context, problems } = window;
    const name = page.getByText('Colette Meunier').first();
    await name.waitFor();
    const other = await context.newPage();
    await other.goto('/#/mail');
    await other.getByRole('button', { name: 'Hélène Faure' }).click();
    await other.getByRole('menuitem', { name: 'Déconnexion' }).click();
    await other.getByRole('button', { name: 'Se connecter' }).waitFor();
    await page.getByRole('dialog', { name: 'Connexion' }).waitFor();
    await until(async () => assert.equal(await name.isVisible(), false));
    const email = await page.getByRole('dialog').getByLabel('Adresse e-mail').inputValue();
    await other.getByLabel('Adresse e-mail').fill(email);
    await other.getByLabel('Mot de passe').fill(deskPassword);
    await other.getByRole('button', { name: 'Se connecter' }).click();
    await name.waitFor();
    await until(async () => assert.equal(await page.getByRole('dialog').count(), 0));
    assert.deepEqual(problems, []);
  });

  it('lets somebody else sign in, who finds nothing of the user before', async () => {
    const window = await office.enter();
    const { page } = window;
    await page.getByRole('heading', { level: 1, name: 'Ma journée' }).waitFor();
    await end(window);
    await goOn(window, 'leads');
    await page.getByRole('button', { name: 'Changer de compte' }).click();
    await page.getByRole('heading', { level: 1, name: 'Connexion' }).waitFor();
    await until(async () => assert.equal(await page.getByLabel('Adresse e-mail').inputValue(), ''));
  });

  it('shows what is typed for a password on request', async () => {
    const { page, problems } = await office.open();
    const password = page.getByLabel('Mot de passe');
    await password.fill('une phrase que je tape');
    await until(async () => assert.equal(await password.getAttribute('type'), 'password'));
    await page.getByRole('button', { name: 'Afficher la saisie' }).click();
    await until(async () => assert.equal(await password.getAttribute('type'), 'text'));
    await assertEveryLook(page, 'sign-in-shown');
    assert.deepEqual(problems, []);
  });
});
