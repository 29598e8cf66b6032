// The day of an administrator.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openSender } from '../../../server/src/webhooks/send.ts';
import { openReceiver } from '../../../server/test/fixtures/receiver.ts';
import type { TestService } from '../../../server/test/fixtures/service.ts';
import { workOnWebhooks } from '../../../server/test/fixtures/webhook-worker.ts';
import { block } from '../entry.ts';
import { openDemoDay } from './demo-day.ts';

it('an administrator invites, lets a site in, sets times, reads the audit trail and mends a delivery', async (t) => {
  const day = await openDemoDay({ WEBHOOK_ALLOW: '127.0.0.1/32' });
  let isRepaired = false;
  const told = Promise.withResolvers<void>();
  const receiver = await openReceiver((response) => {
    response.statusCode = isRepaired ? 200 : 500;
    response.end();
    if (isRepaired) response.once('close', told.resolve);
  });
  const stopDelivering = startDelivering(day.service);
  t.after(async () => {
    await stopDelivering();
    await receiver.close();
    await day.close();
  });
  const { page, problems } = await day.signIn('admin@example.org');
  const dialog = page.getByRole('dialog');
  const goTo = (name: string) => page.getByRole('menuitem', { name }).click();
  const noted = () => page.getByRole('button', { name: 'C’est noté, fermer' }).click();
  await block(page, 'Maintenant').waitFor();

  // A colleague of two residences, in one line of roles.
  await goTo('Utilisateurs');
  await page.getByRole('button', { name: 'Inviter un utilisateur' }).click();
  await dialog.getByLabel('Adresse e-mail').fill('louise.marchand@example.org');
  await dialog.getByLabel('Nom affiché').fill('Louise Marchand');
  await dialog.getByRole('combobox', { name: /^Résidences/ }).click();
  for (const name of ['Le Clos des Vignes', 'Les Tilleuls']) await page.getByRole('option', { name }).click();
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Créer l’invitation' }).click();
  await noted();
  await page.getByText('Commercial : Le Clos des Vignes, Les Tilleuls').waitFor();
  const names = page.getByRole('switch', { name: 'Noms des familles dans les agendas des téléphones' });
  await names.click();
  await page.getByText('Réglage enregistré.').waitFor();

  // A site with its webhook, and a password for its server.
  await goTo('Intégrations');
  await page.getByRole('button', { name: 'Ajouter un site ou un prestataire' }).click();
  await dialog.getByLabel('Nom').fill('Agence Soleil');
  await dialog.getByLabel('Adresse de réception').fill(`${receiver.url}/in`);
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

  // The site sends a family, staff call it, and the site can't be told.
  const path = `/fr/etablissement/1/commercial/create?password=${encodeURIComponent(password)}`;
  const family = { customId: 'soleil-1', firstNameClient: 'Odette', lastNameClient: 'Blanc' };
  const sent = await day.service.post(path, { ...family, phoneClient: '06 39 98 12 00' });
  assert.equal(sent.statusCode, 200, sent.body);
  const desk = await day.desk('admin@example.org');
  const list = await desk.get('/desk/entries?kind=commercial&q=soleil-1');
  const [lead] = list.json().data;
  const call = { date: '2026-11-23', time: '09:30', stage: 'Prise de contact', done: true };
  assert.equal((await desk.patch(`/desk/entries/${lead.id}`, { actions: [call] })).statusCode, 200);

  // Which family, and why.
  await goTo('Intégrations');
  await page.getByRole('tab', { name: 'Envois aux sites' }).click();
  await page.getByLabel('Référence du site (customId)').fill('soleil-1');
  const row = page.getByRole('listitem').filter({ hasText: 'soleil-1' });
  await row.first().getByRole('link').first().click();
  await page.getByText('Le destinataire a répondu 500.').waitFor();
  isRepaired = true;
  await page.getByRole('button', { name: 'Renvoyer' }).click();
  await page.getByText('L’envoi repart.').waitFor();
  day.service.clock.now = new Date('2026-11-23T08:35:00.000Z');
  await told.promise;
  // It is noted a moment after the site has answered.
  while ((await page.locator('dl').getByText('Livré').count()) === 0)
    await page.getByRole('button', { name: 'Actualiser' }).click();

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

/** Sends due deliveries to receivers on the loopback, as the service does. Resolves when it has stopped. */
function startDelivering({ database, secrets, clock }: TestService): () => Promise<void> {
  const sender = openSender({ allow: ['127.0.0.1/32'], clock: () => clock.now });
  const loop = workOnWebhooks({
    database,
    send: sender.send,
    decrypt: secrets.decrypt,
    clock: () => clock.now,
    wait(ms, then) {
      const timer = setTimeout(then, ms);
      return () => clearTimeout(timer);
    },
    pollIntervalMs: 20,
  });
  return async () => {
    await loop.stop(1_000);
    await sender.close();
  };
}
