// SMS that staff write, from the page of an entry to the gateway.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { mailFrom, mailProcess } from '../../server/test/fixtures/mail.ts';
import { openSmsGateway } from '../../server/test/fixtures/sms-gateway.ts';
import { openBackOffice } from './back-office.ts';
import { clickCounter } from './clicks.ts';
import { block, choose, enterEntry, sendLead, shows } from './entry.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

const lateMs = 91 * 24 * 60 * 60_000;
const direction = {
  grants: [{ role: 'direction', establishmentId: 3 }],
  name: 'Hélène Faure',
} as const;

it('an SMS is written on the page of an entry, counted, sent, and stands there', async () => {
  const gateway = await openSmsGateway();
  const office = await openBackOffice({
    ...{ SMTP_URL: 'smtp://127.0.0.1:25', MAIL_FROM: mailFrom },
    ...gateway.env,
  });
  const mails = mailProcess(office.service);
  try {
    const administrator = await office.enter({ at: '/establishments' });
    await administrator.page.getByRole('tab', { name: 'Modèles' }).click();
    await administrator.page.getByRole('button', { name: 'Ajouter un modèle' }).click();
    const form = administrator.page.getByRole('dialog');
    await form.getByLabel('Par').click();
    await administrator.page.getByRole('option', { name: 'SMS' }).click();
    await form.getByLabel('Nom').fill('Rappelez-nous');
    await form.getByLabel('Message').fill('{salutation}, appelez-nous au {téléphone}. {résidence}');
    await until(async () => assert.equal(await form.getByLabel('Objet').count(), 0));
    await form.getByText(/^95 caractères, 1 SMS sur 3 au plus/).waitFor();
    await assertEveryLook(administrator.page, 'template-sms');
    await form.getByLabel('Message').fill('{adresse} '.repeat(9));
    await form.getByText(/, 4 SMS sur 3 au plus/).waitFor();
    await form.getByRole('button', { name: 'Ajouter', exact: true }).click();
    await form.getByText('3 SMS au plus : raccourcissez le texte.').first().waitFor();
    await form.getByLabel('Message').fill('{salutation}, appelez-nous au {téléphone}. {résidence}');
    await form.getByRole('button', { name: 'Ajouter', exact: true }).click();
    await administrator.page.getByRole('button', { name: 'Activer « Rappelez-nous »' }).click();
    await administrator.page.getByRole('button', { name: 'Désactiver « Rappelez-nous »' }).waitFor();
    assert.deepEqual(administrator.problems, []);

    const { id } = await sendLead(office, {
      commercialrelations: [{ lastName: 'Durand', email: 'c@example.org', cellphone: '06 39 98 12 34' }],
    });
    const { page, problems } = await enterEntry(office, id, direction);
    const clicks = clickCounter(page);
    await clicks.on(page.getByRole('button', { name: 'Écrire' }));
    const dialog = page.getByRole('dialog', { name: 'Écrire' });
    await dialog.getByLabel('Objet').waitFor();
    await until(async () =>
      assert.equal(await dialog.getByRole('button', { name: 'Rappelez-nous' }).count(), 0),
    );
    await clicks.on(dialog.getByRole('button', { name: 'SMS', exact: true }));
    await until(async () => assert.equal(await dialog.getByLabel('Objet').count(), 0));
    await dialog.getByText('+33639981234').waitFor();
    await clicks.on(dialog.getByRole('button', { name: 'Rappelez-nous' }));
    await dialog.getByText(/\d+ caractères, 1 SMS sur 3 au plus/).waitFor();
    await assertEveryLook(page, 'write-sms');
    const text = await dialog.getByLabel('Message').inputValue();
    await dialog.getByLabel('Message').fill('ê'.repeat(202));
    await dialog.getByText('202 caractères, 4 SMS sur 3 au plus').waitFor();
    await dialog.getByRole('button', { name: 'Envoyer' }).click();
    await dialog.getByText('3 SMS au plus : raccourcissez le texte.').first().waitFor();
    await dialog.getByLabel('Message').fill(text);
    await clicks.on(dialog.getByRole('button', { name: 'Envoyer' }));
    assert.equal(clicks.count, 4);
    await page
      .getByText(/\+33639981234/)
      .first()
      .waitFor();
    const { clock } = office.service;
    clock.now = new Date(clock.now.getTime() + 10_000);
    await mails.round();
    assert.deepEqual(
      gateway.take().map(({ recipient, content }) => [recipient, content]),
      [['33639981234', text]],
    );
    assert.match(text, /^Madame, Monsieur, appelez-nous au .*Le Clos des Vignes$/);
    await page.reload();
    await shows(block(page, 'Suivi'), 'SMS à +33639981234');
    assert.deepEqual(problems, []);

    const old = await sendLead(office, {
      consentementSms: 'oui',
      commercialrelations: [
        { civilite: 'contact.civility.mrs', lastName: 'Petit', cellphone: '06 39 98 12 35' },
      ],
    });
    await administrator.page.getByRole('button', { name: 'Aperçu de « Rappelez-nous »' }).click();
    await shows(administrator.page.getByRole('dialog'), 'Madame Petit, appelez-nous au');
    clock.now = new Date(clock.now.getTime() + lateMs);
    const late = await enterEntry(office, old.id, direction);
    await late.page.getByRole('button', { name: 'Écrire' }).click();
    await late.page.getByLabel('Message').fill('Bonjour.');
    await late.page.getByRole('button', { name: 'Envoyer' }).click();
    await late.page.getByText(/l’administrateur doit d’abord renseigner .*PUBLIC_URL/).waitFor();
  } finally {
    await mails.stop();
    await office.close();
    await gateway.receiver.close();
  }
});

it('an SMS long after the last contact asks for the agreement, counts the link to object, and goes with it', async () => {
  const gateway = await openSmsGateway();
  const publicUrl = 'http://accueil.example.org';
  const office = await openBackOffice({
    ...{ SMTP_URL: 'smtp://127.0.0.1:25', MAIL_FROM: mailFrom, PUBLIC_URL: publicUrl },
    ...gateway.env,
  });
  const mails = mailProcess(office.service);
  try {
    const { id } = await sendLead(office, {
      consentementEmail: 'oui',
      commercialrelations: [{ lastName: 'Durand', cellphone: '06 39 98 12 34' }],
    });
    const { clock } = office.service;
    clock.now = new Date(clock.now.getTime() + lateMs);
    const { page, problems } = await enterEntry(office, id, direction);
    await page.getByRole('button', { name: 'Écrire' }).click();
    const dialog = page.getByRole('dialog', { name: 'Écrire' });
    await dialog.getByLabel('Message').fill('a'.repeat(400));
    await dialog.getByText(/^\d+ caractères, 4 SMS sur 3 au plus.*le lien pour s’y opposer/).waitFor();
    await dialog.getByRole('button', { name: 'Envoyer' }).click();
    await dialog.getByText('3 SMS au plus : raccourcissez le texte.').first().waitFor();
    const text = 'Bonjour, une place se libère. Appelez-nous au 02 61 91 00 30.';
    await dialog.getByLabel('Message').fill(text);
    await dialog.getByText(/ 2 SMS sur 3 au plus/).waitFor();
    await dialog.getByRole('button', { name: 'Envoyer' }).click();
    await dialog.getByText(/^Accord nécessaire pour les SMS/).waitFor();
    await assertEveryLook(page, 'write-late-sms');
    await dialog.getByRole('button', { name: 'Noter un accord' }).click();
    const consent = page.getByRole('dialog', { name: 'Noter un accord' });
    await choose(page, 'Accord : SMS', 'oui');
    await consent.getByLabel('Accord : recueilli par').fill('Au téléphone');
    await consent.getByRole('button', { name: 'Enregistrer' }).click();
    await consent.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Envoyer' }).click();
    await dialog.waitFor({ state: 'detached' });
    clock.now = new Date(clock.now.getTime() + 10_000);
    await mails.round();
    const [sent] = gateway.take();
    assert.ok(sent?.content.startsWith(`${text}\nStop : ${publicUrl}/o/`));
    await page.getByText(/^Accord pour les SMS : oui/).waitFor();
    assert.deepEqual(problems, []);
  } finally {
    await mails.stop();
    await office.close();
    await gateway.receiver.close();
  }
});
