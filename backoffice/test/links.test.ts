import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { deskPassword, signIn } from '../../server/test/fixtures/desk.ts';
import { mailOn } from '../../server/test/fixtures/mail.ts';
import { number, rows } from '../../server/test/fixtures/rows.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

describe('« Mot de passe oublié ? »', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice(mailOn);
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  it('sends a link, with which another one is chosen', async () => {
    const { service } = office;
    const { email } = await signIn(service, [{ role: 'reader', establishmentId: 3 }], 'Rose Petit');
    const { page, problems } = await office.open({ at: '/login' });
    await page.getByLabel('Adresse e-mail').fill(email);
    await page.getByRole('link', { name: 'Mot de passe oublié ?' }).click();
    // What was typed is there.
    await until(async () => assert.equal(await page.getByLabel('Adresse e-mail').inputValue(), email));
    await assertEveryLook(page, 'forgotten');
    await page.getByRole('button', { name: 'Envoyer le lien' }).click();
    await page.getByText('Si un compte existe à cette adresse, le lien est en route.').waitFor();
    while ((await number(service.database, 'select count(*) from mails')) === 0)
      await new Promise(setImmediate);
    const [{ body } = { body: '' }] = await rows<{ body: string }>(
      service.database,
      'select body from mails',
    );
    const [, hash = ''] = /#(\/invitation\/[\w-]+)/.exec(service.secrets.decrypt(body)) ?? [];

    const { page: link, problems: there } = await office.open({ at: hash });
    await link.getByText('Rose Petit, choisissez un nouveau mot de passe').waitFor();
    await link.getByLabel('Nouveau mot de passe').fill(`${deskPassword} du tout`);
    await link.getByLabel('Le même, encore une fois').fill(`${deskPassword} du tout`);
    await link.getByRole('button', { name: 'Enregistrer et se connecter' }).click();
    await link.getByRole('menuitem', { name: 'Ma journée' }).waitFor();
    assert.deepEqual([problems, there], [[], []]);
  });

  it('of an invited user is told by mail, and the link is shown as well', async () => {
    const { page, problems } = await office.enter({ at: '/users' });
    await page.getByRole('button', { name: 'Inviter un utilisateur' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Adresse e-mail').fill('agent@example.org');
    await dialog.getByLabel('Nom affiché').fill('Adèle Roy');
    await dialog.getByRole('combobox', { name: /^Rôle/ }).click();
    await page.getByRole('option', { name: 'Centre d’appels' }).click();
    await dialog.getByText('Reconnaît une famille partout').waitFor();
    await until(async () =>
      assert.equal(await dialog.getByRole('combobox', { name: /^Résidences/ }).count(), 0),
    );
    await dialog.getByRole('button', { name: 'Créer l’invitation' }).click();
    await page.getByText('Le lien part aussi par e-mail').waitFor();
    await assertEveryLook(page, 'users-invited-by-mail');
    assert.deepEqual(problems, []);
  });
});
