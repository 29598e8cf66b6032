// The day of an administrator.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { block } from '../entry.ts';
import { openDemoDay } from './demo-day.ts';

it('an administrator invites, lets a site in, sets times, and reads the audit trail', async (t) => {
  const day = await openDemoDay();
  t.after(() => day.close());
  const { page, problems } = await day.signIn('admin@example.org');
  const dialog = page.getByRole('dialog');
  const goTo = (name: string) => page.getByRole('menuitem', { name }).click();
  const noted = () => page.getByRole('button', { name: 'C’est noté, fermer' }).click();
  await block(page, 'Maintenant').waitFor();

  // A colleague of two residences, in one line of roles.
  await goTo('Utilisateurs');
  await page.getByRole('button', { name: 'Inviter un utilisateur' }).click();
  await dialog.locator('input[type=email]:focus').fill('louise.marchand@example.org');
  await dialog.getByLabel('Nom affiché').fill('Louise Marchand');
  await dialog.getByRole('combobox', { name: /^Résidences/ }).click();
  for (const name of ['Le Clos des Vignes', 'Les Tilleuls']) await page.getByRole('option', { name }).click();
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Créer l’invitation' }).click();
  await noted();
  await page.getByText('Commercial : Le Clos des Vignes, Les Tilleuls').waitFor();
  // The link was lost: another is shown above the form, which stays.
  await page.getByRole('button', { name: 'Modifier Louise Marchand' }).click();
  await dialog.getByRole('button', { name: 'Nouveau lien d’invitation' }).click();
  await dialog.getByRole('heading', { name: 'Lien d’invitation' }).waitFor();
  await noted();
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  const names = page.getByRole('switch', { name: 'Noms des familles dans les agendas des téléphones' });
  await names.click();
  await page.getByText('Réglage enregistré.').waitFor();

  // A site with its webhook, and a password for its server.
  await goTo('Intégrations');
  await page.getByRole('button', { name: 'Ajouter un site ou un prestataire' }).click();
  await dialog.getByLabel('Nom').fill('Agence Soleil');
  await dialog.getByLabel('Adresse de réception').fill('https://hooks.example.org/in');
  await dialog.getByRole('button', { name: 'Ajouter' }).click();
  await dialog.getByRole('heading', { name: 'Site ou prestataire ajouté' }).waitFor();
  await noted();
  const caller = page.getByRole('article', { name: 'Agence Soleil' });
  await caller.getByRole('button', { name: 'Ajouter un mot de passe' }).click();
  await dialog.getByLabel('Libellé').fill('Serveur de production');
  await dialog.getByRole('radio', { name: /^Complet/ }).check();
  await dialog.getByRole('button', { name: 'Créer le mot de passe' }).click();
  const password = await dialog.getByLabel('Mot de passe', { exact: true }).inputValue();
  await noted();
  await caller.getByText('Serveur de production', { exact: true }).waitFor();

  // A group answers sooner than the others.
  await goTo('Résidences');
  await page.getByRole('tab', { name: 'Groupes' }).click();
  const group = page.getByRole('region', { name: 'Délais de suivi : Groupe A' });
  await group.getByRole('button', { name: 'Modifier : délais de suivi' }).click();
  await dialog.getByLabel('Premier appel, en heures ouvrées').fill('2');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await group.getByText('2 h ouvrées').waitFor();

  const path = `/fr/etablissement/1/commercial/create?password=${encodeURIComponent(password)}`;
  const sent = await day.service.post(path, { lastNameClient: 'Blanc', phoneClient: '06 39 98 12 00' });
  assert.equal(sent.statusCode, 200, sent.body);

  // Who did what.
  await goTo('Utilisateurs');
  await page.getByRole('tab', { name: 'Journal' }).click();
  for (const text of [
    /Agence Soleil/,
    /louise\.marchand@example\.org/,
    /Serveur de production|Ajout du mot de passe/,
  ])
    await page.getByRole('listitem').filter({ hasText: text }).first().waitFor();
  assert.deepEqual(problems, []);
});
