import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { direct } from '../../server/test/fixtures/command-line.ts';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { rows } from '../../server/test/fixtures/rows.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

describe('« Utilisateurs » and « Journal »', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  it('allows names of families in the calendars of phones', async () => {
    const { page, problems } = await office.enter({ at: '/users', name: 'Hélène Faure' });
    const names = page.getByRole('switch', { name: 'Noms des familles dans les agendas des téléphones' });
    await until(async () => assert.ok(!(await names.isChecked())));
    await names.press('Space');
    await page.getByText('Réglage enregistré.').waitFor();
    await page.reload();
    await names.waitFor();
    await until(async () => assert.ok(await names.isChecked()));
    assert.deepEqual(await (await signIn(office.service)).get('/desk/settings').then((one) => one.json()), {
      'calendar.names': true,
    });
    assert.deepEqual(problems, []);
  });

  it('invites a user, who chooses a password and sees their residence alone', async () => {
    const { page, problems } = await office.enter({ at: '/users', name: 'Hélène Faure' });
    await page.getByRole('button', { name: 'Inviter un utilisateur' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Adresse e-mail').fill('louise.marchand@example.org');
    await dialog.getByLabel('Nom affiché').fill('Louise Marchand');
    await dialog.getByRole('combobox', { name: /^Rôle/ }).click();
    await page.getByRole('option', { name: 'Direction' }).click();
    await dialog.getByText('Demandes, réclamations, candidatures et fiche de ses résidences.').waitFor();
    // One line for a role, and several residences in it.
    await dialog.getByRole('combobox', { name: /^Résidences/ }).click();
    await page.getByRole('option', { name: 'Le Clos des Vignes' }).click();
    await page.getByRole('option', { name: 'Les Tilleuls' }).click();
    await page.keyboard.press('Tab');
    await assertEveryLook(page, 'users-invite');
    await dialog.getByRole('button', { name: 'Créer l’invitation' }).click();
    const link = await page.getByRole('dialog').getByLabel('Lien', { exact: true }).inputValue();
    await page.getByRole('button', { name: 'C’est noté, fermer' }).click();
    await page.getByText('Direction : Le Clos des Vignes, Les Tilleuls').waitFor();
    await page.getByText('Invité', { exact: true }).waitFor();
    await assertEveryLook(page, 'users');

    const { page: louise, problems: hers } = await office.open({ at: new URL(link).hash.slice(1) });
    await louise.getByLabel('Nouveau mot de passe').fill('trois petits bateaux bleus');
    await louise.getByLabel('Le même, encore une fois').fill('trois petits bateaux bleus');
    await louise.getByText('Bienvenue, Louise Marchand.').waitFor();
    await louise.getByText('louise.marchand@example.org').waitFor();
    await assertEveryLook(louise, 'invitation');
    // She is signed in with it.
    await louise.getByRole('button', { name: 'Enregistrer et se connecter' }).click();
    await louise.getByRole('menuitem', { name: 'Résidences' }).click();
    await louise.getByRole('heading', { name: 'Le Clos des Vignes' }).waitFor();
    await until(async () =>
      assert.equal(await louise.getByRole('heading', { name: 'La Roseraie' }).count(), 0),
    );
    await until(async () =>
      assert.equal(await louise.getByRole('menuitem', { name: 'Utilisateurs' }).count(), 0),
    );
    await until(async () => assert.equal(await louise.getByRole('tab', { name: 'Import' }).count(), 0));
    await louise.goto('/#/establishments/5');
    await louise.getByText('Ce n’est plus là.').waitFor();
    await louise.goto('/#/users');
    await louise.getByText('Votre rôle n’ouvre pas cette page.').waitFor();
    assert.deepEqual([problems, hers], [[], []]);

    const { page: late } = await office.open({ at: new URL(link).hash.slice(1) });
    await late.getByText('Ce lien a déjà servi ou n’est plus valable.').waitFor();
    await until(async () => assert.equal(await late.getByLabel('Nouveau mot de passe').count(), 0));
    await assertEveryLook(late, 'invitation-used');
    await late.getByRole('link', { name: 'Demander un autre lien' }).click();
    // This service sends no mails.
    await late.getByText('demandez un nouveau lien à votre administrateur').waitFor();
    await assertEveryLook(late, 'forgotten-no-mail');
  });

  it('changes an address and notes an absence', async () => {
    const { service } = office;
    const { email } = await signIn(service, [{ role: 'commercial', establishmentId: null }], 'Inès Moreau');
    const { page, problems } = await office.enter({ at: '/users', name: 'Hélène Faure' });
    const row = page.getByRole('listitem').filter({ hasText: 'Inès Moreau' });
    await row.getByText('Commercial : Toutes les résidences').waitFor();
    await row.getByText(/^Dernière connexion le 04\/03\/2026/).waitFor();
    await row.getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Adresse e-mail').fill('ines.moreau@example.org');
    await dialog.getByLabel('Absent du').fill('2026-03-13');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await dialog.getByText('Indiquez le premier et le dernier jour, dans l’ordre.').waitFor();
    await dialog.getByLabel('au', { exact: true }).fill('2026-03-20');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await row.getByText('ines.moreau@example.org').waitFor();
    await row.getByText('Absent du 13/03/2026 au 20/03/2026').waitFor();
    await until(async () => assert.equal(await page.getByText(email, { exact: true }).count(), 0));
    assert.deepEqual(problems, []);
  });

  it('does not disable the last administrator, and says why', async () => {
    const admins = "select user_id as id from grants where role = 'administrator'";
    const { page, problems } = await office.enter({ at: '/users', name: 'Dernière Debout' });
    // All others are disabled first: by the screen, as an administrator would.
    const others = (await rows<{ id: number }>(office.service.database, admins)).length - 1;
    assert.ok(others > 0);
    for (let i = 0; i < others; i++) {
      await page
        .getByRole('listitem')
        .filter({ hasText: 'Administrateur' })
        .filter({ hasText: 'Actif' })
        .filter({ hasNotText: 'Dernière Debout' })
        .first()
        .getByRole('button')
        .click();
      await page.getByRole('button', { name: 'Désactiver' }).click();
      await page.getByRole('dialog').last().getByRole('button', { name: 'Désactiver' }).click();
      await page.getByText('Utilisateur désactivé.').first().waitFor();
      await page.getByRole('button', { name: 'Réactiver' }).waitFor();
      await page.getByRole('button', { name: 'Annuler' }).click();
    }
    await page.getByRole('button', { name: 'Modifier Dernière Debout' }).click();
    await assertEveryLook(page, 'users-edit');
    await page.getByRole('button', { name: 'Désactiver' }).click();
    await page.getByRole('dialog').last().getByRole('button', { name: 'Désactiver' }).click();
    await page.getByText('C’est le dernier administrateur').waitFor();
    const [{ disabled } = { disabled: 'nobody' }] = await rows<{ disabled: string | null }>(
      office.service.database,
      "select disabled_at as disabled from users where name = 'Dernière Debout'",
    );
    assert.equal(disabled, null);
    assert.deepEqual(problems, []);
  });

  it('shows in the trail who did what, in French, and filters it', async () => {
    const { page, problems } = await office.enter({ at: '/users', name: 'Nadia Petit' });
    await page.getByRole('button', { name: 'Modifier Nadia Petit' }).click();
    await page.getByLabel('Nom affiché').fill('Nadia <b>Petit</b>');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Utilisateur enregistré.').waitFor();
    await page.getByRole('tab', { name: 'Journal' }).click();
    await page.getByText(/Modification de l’utilisateur n° \d+\s: nom( |$)/).waitFor();
    await page.getByText('Nadia <b>Petit</b>').first().waitFor();
    await assertEveryLook(page, 'audit');

    await page.getByRole('combobox', { name: 'Quoi', exact: true }).click();
    await page.getByRole('option', { name: 'Connexion', exact: true }).click();
    await page
      .getByText(/^Connexion/)
      .first()
      .waitFor();
    await page
      .getByText(/Modification de l’utilisateur/)
      .first()
      .waitFor({ state: 'detached' });
    await page.getByLabel('Du', { exact: true }).fill('2026-03-05');
    await page.getByText('Rien n’a été noté avec ces filtres.').waitFor();
    await page.getByLabel('Du', { exact: true }).fill('2026-03-04');
    await page
      .getByText(/^Connexion/)
      .first()
      .waitFor();
    assert.deepEqual(problems, []);
  });

  it('shows in the trail what officers did, in French', async () => {
    const officer = await signIn(office.service, [{ role: 'privacy', establishmentId: null }]);
    const asked = {
      kind: 'access',
      asker: 'self',
      person: 'Odile',
      receivedOn: '2026-03-03',
      channel: 'mail',
    };
    const { id } = (await officer.post('/desk/privacy/requests', asked)).json();
    const check = { identityKind: 'other', identityCheck: 'Lettre' };
    for (const [path, change] of [
      [`/desk/privacy/requests/${id}`, { ...check, decision: 'refused', ground: 'Infondée' }],
      ['/desk/privacy/erasures/delay', { days: 4 }],
    ] as const)
      assert.equal((await officer.patch(path, change)).statusCode, 200);
    const { page, problems } = await office.enter({ at: '/users/audit' });
    await page
      .getByText('contrôle de l’identité, précision du contrôle, décision, motif', { exact: false })
      .waitFor();
    await page.getByText(/^Modification de la durée de conservation\s: délai avant effacement/).waitFor();
    assert.deepEqual(problems, []);
  });

  it('shows in the trail what commands did', async () => {
    const { dataDir } = office.service.config;
    const added = await direct(['partner', 'add', 'relais'], { DATA_DIR: dataDir });
    assert.equal(added.code, 0, added.stderr);
    const desk = await signIn(office.service);
    const target = { firstCallMinutes: 60, afterVisitDays: 2, staleDays: 14 };
    for (const where of [{}, { groupId: 1 }, { establishmentId: 3 }])
      assert.equal((await desk.put('/desk/targets', { ...where, target })).statusCode, 200);
    await desk.put('/desk/establishments/3/assignment', { mode: 'turn' });
    const { page, problems } = await office.enter({ at: '/audit', name: 'Hélène Faure' });
    const says = (text: RegExp) => page.getByText(text).first().waitFor();
    await says(/^Délais de suivi modifiés\s: toutes les résidences/);
    await says(/^Délais de suivi modifiés\s: groupe n°\s1/);
    await says(/^Délais de suivi modifiés\s: résidence n°\s3/);
    await says(/^Attribution des nouvelles fiches modifiée\s: résidence n°\s3/);
    const line = page.getByRole('listitem').filter({ hasText: /relais/ });
    await line.getByText('Ligne de commande').waitFor();
    await line.getByText(/^Ajout du partenaire n° 2\s: relais$/).waitFor();
    await assertEveryLook(page, 'audit-command');
    assert.deepEqual(problems, []);
  });
});
