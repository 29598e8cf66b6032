// A request for erasure, from the search for the person to the printed proof.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eraseDecided, openOfficer, planOf, wholly } from '../../server/test/fixtures/privacy.ts';
import { number } from '../../server/test/fixtures/rows.ts';
import { assertFailure } from '../../server/test/fixtures/service.ts';
import { openBackOffice } from './back-office.ts';
import { clickCounter } from './clicks.ts';
import { sendLead } from './entry.ts';
import { assertEveryLook } from './every-look.ts';

test('an erasure takes 11 clicks to its proof, and nobody else', async (t) => {
  const office = await openBackOffice();
  t.after(() => office.close());
  const phone = '02 61 91 88 01';
  const family = { phoneClient: phone, firstNameClient: 'Jeannine', lastNameClient: 'Roux' };
  const { id } = await sendLead(office, family);
  const { id: namesake } = await sendLead(office, { ...family, phoneClient: '06 39 98 55 55' });
  const { page, problems } = await office.enter({ grants: [{ role: 'privacy', establishmentId: null }] });
  const clicks = clickCounter(page);
  const choice = (of: number, checked: boolean) =>
    page.getByRole('checkbox', { name: `Choisir Jeannine Roux, n° ${of}`, checked }).waitFor();
  await page.getByRole('menuitem', { name: 'Vie privée' }).click();
  await page.getByRole('button', { name: 'Rechercher', exact: true }).click();
  await page.getByText('Donnez au moins un renseignement.').waitFor();
  await page.getByLabel('Téléphone').fill(phone);
  await page.getByLabel('Nom', { exact: true }).fill('roux');
  await page.getByRole('button', { name: 'Rechercher', exact: true }).click();
  // The same phone is she, the same name may be anybody.
  await choice(id, true);
  await choice(namesake, false);
  await page.getByText('1 fiche choisie').waitFor();
  await page.getByText(/^Jeannine Roux, personne de la fiche\s: même téléphone/).waitFor();
  await assertEveryLook(page, 'privacy-find');
  await clicks.on(page.getByRole('button', { name: 'Ouvrir une demande' }));
  const dialog = page.getByRole('dialog');
  await clicks.on(dialog.getByRole('radio', { name: 'La personne concernée', exact: true }));
  await clicks.on(dialog.getByRole('radio', { name: 'Effacement' }));
  await dialog.getByLabel('Son nom, et comment lui répondre').fill('Jeannine Roux, 02 61 91 88 01');
  await assertEveryLook(page, 'privacy-request-new');
  await clicks.on(dialog.getByRole('button', { name: 'Ouvrir la demande' }));
  await page.getByRole('heading', { name: /^Demande n° \d+\s: Effacement$/ }).waitFor();
  await page.getByText('Notez d’abord comment l’identité a été vérifiée').waitFor();
  await page.getByRole('button', { name: 'Effacer les données', disabled: true }).waitFor();
  await clicks.on(page.getByRole('radio', { name: 'Rappel au numéro connu' }));
  await clicks.on(page.getByRole('button', { name: 'Enregistrer la vérification' }));
  await page.getByText('Enregistré.').waitFor();
  await assertEveryLook(page, 'privacy-request');
  await clicks.on(page.getByRole('button', { name: 'Effacer les données' }));
  await dialog.getByText('1 fiche sera effacée.').waitFor();
  await dialog.getByText(`Jeannine Roux, n° ${id}`).waitFor();
  await dialog.getByText('À rappeler').waitFor();
  await dialog.getByText(/^Données effacées de\s: Jeannine Roux, .*Claire Durand, proche$/).waitFor();
  await dialog.getByLabel('Tapez EFFACER pour confirmer').fill('EFFACER');
  await assertEveryLook(page, 'privacy-erase');
  await clicks.on(dialog.getByRole('button', { name: 'Décider l’effacement' }));
  await page.getByText(/^Effacement décidé :/).waitFor();
  await page.getByText('Fait', { exact: true }).last().waitFor();
  await page.getByRole('radio', { name: 'Accordée', exact: true, checked: true }).waitFor();
  await clicks.on(page.getByRole('button', { name: 'Enregistrer la décision' }));
  await clicks.on(page.getByRole('button', { name: 'Noter la réponse et clore' }));
  const opened = page.waitForEvent('popup');
  await clicks.on(page.getByRole('link', { name: 'Voir la preuve' }));
  const proof = await opened;
  await proof.getByRole('heading', { name: /^Preuve de traitement — demande nº \d+$/ }).waitFor();
  await proof.getByText('1 fiche trouvée.').waitFor();
  assert.equal(clicks.count, 11);

  // A request that is closed erases nobody any more.
  const officer = await openOfficer(office.service);
  const { digest } = await planOf(officer, [namesake]);
  const requestId = Number(page.url().split('/').at(-1));
  const act = { subjects: wholly([namesake]), digest, word: 'EFFACER', requestId };
  assertFailure(await officer.post('/desk/privacy/erasures', act), 409, 'CONFLICT', /closed/);
  await eraseDecided(office.service);
  const erased = `select max(id) from entries where restriction = 'erased' and fields = '{}'`;
  assert.equal(await number(office.service.database, erased), id);
  assert.deepEqual(problems, []);
});
