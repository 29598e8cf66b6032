// The day of the data protection officer: a request is opened, waits on « Ma journée », and is answered.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openDemoDay } from './demo-day.ts';

it('an officer finds a person, opens a request, is reminded of it, and answers it', async (t) => {
  const day = await openDemoDay();
  t.after(() => day.close());
  const { page, problems } = await day.signIn('dpo@example.org');
  const menu = (name: string) => page.getByRole('menuitem', { name, exact: true }).click();

  // A letter of Sylvie Lemaire: what do you hold of me?
  await menu('Vie privée');
  await page.getByLabel('Téléphone', { exact: true }).fill('06 39 98 99 08');
  await page.getByRole('button', { name: 'Rechercher', exact: true }).click();
  await page.getByText(/^Recherche terminée/).waitFor();
  // She is a relative in the file of her mother: nothing is chosen for the officer.
  await page.getByText('Aucune fiche choisie. Cochez celles de la personne.').waitFor();
  await page.getByRole('checkbox', { name: /Jacqueline Lemaire/ }).check();
  await page.getByRole('button', { name: 'Ouvrir une demande de droits' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'La personne concernée', exact: true }).click();
  await dialog.getByRole('radio', { name: 'Accès' }).click();
  await dialog.getByLabel('Son nom, et comment lui répondre').fill('Sylvie Lemaire, 3 rue Basse, Saumur');
  await dialog.getByRole('button', { name: 'Ouvrir la demande' }).click();
  const heading = page.getByRole('heading', { name: /^Demande de droits n° \d+\s: Accès$/ });
  await heading.waitFor();

  // It waits where she begins her day, with the day by which it is due.
  await menu('Ma journée');
  const waiting = page.getByRole('main').getByRole('link', { name: /Sylvie Lemaire|Demande de droits n°/ });
  await waiting.first().waitFor();
  await page.getByRole('button', { name: 'Nouvelle demande de droits' }).waitFor();
  await page
    .getByText(/23\/12\/2026|23 déc/)
    .first()
    .waitFor();
  await waiting.first().click();
  await heading.waitFor();

  await page.getByRole('radio', { name: 'Rappel au numéro connu' }).click();
  await page.getByRole('button', { name: 'Enregistrer la vérification' }).click();

  await page.getByRole('checkbox', { name: /^Sylvie Lemaire/ }).check();
  await page.getByRole('radio', { name: /^06 … 08, fiche n° / }).click();
  await page.getByText('Dites d’abord').waitFor({ state: 'detached' });
  const downloaded = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Télécharger l’export (ZIP)' }).click();
  assert.match((await downloaded).suggestedFilename(), /\.zip$/);
  await page.getByRole('radio', { name: 'Accordée', exact: true, checked: true }).waitFor();
  await page.getByRole('button', { name: 'Enregistrer la décision' }).click();
  await page.getByRole('button', { name: 'Noter la réponse et clore' }).click();
  await page.getByRole('link', { name: 'Voir la preuve' }).waitFor();

  await menu('Ma journée');
  await page.getByRole('heading', { level: 1, name: 'Ma journée' }).waitFor();
  await page.waitForFunction(() => document.querySelector('main [role=progressbar]') === null);
  // What was read before is shown until it is read again.
  await waiting.first().waitFor({ state: 'detached' });
  assert.deepEqual(problems, []);
});
