import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { ok } from '../../server/test/fixtures/answers.ts';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { lookUp, send } from '../../server/test/fixtures/entry-events.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { block, save, shows } from './entry.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

describe('contacts and opinions', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  let sent = 0;
  const survey = async (type: string, body: Record<string, unknown>, establishment = 3) => {
    const customId = `survey-${++sent}`;
    const route = `etablissement/${establishment}/survey/create`;
    const id = await send(office.service, customId, body, route, `&type=survey.type.${type}`);
    return { id, customId };
  };

  it('a complaint is taken charge of, answered and so closed', async () => {
    const { service } = office;
    const received = service.clock.now;
    service.clock.now = new Date(received.getTime() - 4 * 24 * 60 * 60_000);
    const { customId, id } = await survey('complaint', {
      firstName: 'Luc',
      lastName: 'Morel',
      phone: '02 61 91 12 34',
      email: 'luc.morel@example.org',
      contact: 'Le chauffage est en panne depuis lundi.',
    });
    await survey('complaint', { lastName: 'Blanc' }, 5);
    service.clock.now = received;
    const { page, problems } = await office.enter({ name: 'Paul Girard', at: '/surveys/complaints' });
    await page.getByRole('tab', { name: 'Réclamations (2)' }).waitFor();
    const row = page.getByRole('row', { name: /Luc Morel/ });
    // Received on a Saturday.
    await row.getByText('Accusé de réception en retard (mar. 3 mars)').waitFor();
    await row.getByText('Réponse au plus tard le ven. 20 mars').waitFor();
    await row.getByText(String(id), { exact: true }).waitFor();
    await row.getByText('Personne', { exact: true }).waitFor();
    await page.getByRole('menuitem', { name: 'Contacts et avis 2 à traiter' }).waitFor();
    await assertEveryLook(page, 'complaints');

    const takeCharge = page.getByRole('button', { name: 'Je m’en charge : Luc Morel' });
    await takeCharge.click();
    await row.getByText('Paul Girard', { exact: true }).waitFor();
    await until(async () => assert.equal(await takeCharge.count(), 0));
    // One act at a time, on one line.
    const acts = row.getByRole('button');
    await until(async () => assert.deepEqual(await acts.allInnerTexts(), ['Répondre et clore']));
    const box = await acts.boundingBox();
    assert.ok(box !== null && box.height < 40, `${box?.height} px`);

    // It can be taken back; what a colleague did first is asked about, not overwritten.
    await page.getByRole('alert').getByRole('button', { name: 'Annuler' }).click();
    await takeCharge.waitFor();
    await page.route(/\/desk\/changes/, () => undefined);
    await page.reload();
    await takeCharge.waitFor();
    const colleague = await signIn(service, undefined, 'Nora Petit');
    await ok(colleague.post(`/desk/entries/${id}/owner`, { userId: colleague.userId }));
    await takeCharge.click();
    const conflict = page.getByRole('alertdialog');
    await conflict.getByText('Nora Petit prend en charge la fiche.').waitFor();
    await conflict.getByRole('button', { name: 'Abandonner' }).click();
    await row.getByText('Nora Petit', { exact: true }).waitFor();
    await takeCharge.click();
    await row.getByText('Paul Girard', { exact: true }).waitFor();
    await page.unroute(/\/desk\/changes/);

    await page.getByRole('link', { name: 'Luc Morel' }).click();
    await page.waitForURL(new RegExp(`#/surveys/${id}$`));
    await block(page, 'Suivi').getByText('Le chauffage est en panne depuis lundi.').waitFor();
    await page.getByText('Accusé de réception en retard (mar. 3 mars)').waitFor();
    await page.getByText('Réponse au plus tard le ven. 20 mars').waitFor();
    await page.getByRole('button', { name: 'Accusé de réception envoyé' }).click();
    await page.getByText('Accusé de réception envoyé le mer. 4 mars').waitFor();
    await shows(block(page, 'Historique'), 'Paul Girard a envoyé l’accusé de réception.');
    // A call about it is noted, and closes nothing.
    await page.getByLabel('Note', { exact: true }).fill('Elle attend le chauffagiste');
    await page.getByRole('button', { name: 'Famille jointe' }).click();
    await page.getByRole('button', { name: 'Rien de prévu' }).click();
    await block(page, 'Suivi').getByRole('listitem').getByText('Elle attend le chauffagiste').waitFor();
    await shows(block(page, 'Historique'), 'Paul Girard prend en charge la fiche.');
    await page.getByText('Prise en charge par Paul Girard', { exact: true }).waitFor();
    // Acts in the meantime do not close it.
    await page.getByLabel('Note', { exact: true }).fill('Chauffagiste appelé');
    await page.getByRole('button', { name: 'Enregistrer la note' }).click();
    await block(page, 'Suivi').getByRole('listitem').getByText('Chauffagiste appelé').waitFor();
    assert.equal((await lookUp(service, customId)).data.status, 'new');

    await page.getByRole('button', { name: 'Consigner la réponse et clore' }).click();
    const dialog = page.getByRole('dialog', { name: 'Consigner la réponse et clore' });
    await dialog.getByText('Le chauffage est en panne depuis lundi.').waitFor();
    await dialog.getByText('La famille n’est pas prévenue par accueil').waitFor();
    await dialog.getByRole('button', { name: 'Consigner et clore' }).click();
    await dialog.getByText('À remplir.').waitFor();
    await dialog.getByLabel('Réponse écrite').fill('Le chauffage est réparé, avec nos excuses.');
    const mail = await dialog.getByRole('link', { name: 'Ouvrir un e-mail' }).getAttribute('href');
    assert.equal(
      decodeURIComponent(mail ?? ''),
      'mailto:luc.morel@example.org?subject=Votre réclamation&body=Le chauffage est réparé, avec nos excuses.',
    );
    await assertEveryLook(page, 'complaint-answer');
    await dialog.getByRole('button', { name: 'Consigner et clore' }).click();
    await page.getByText('Close', { exact: true }).waitFor();
    await shows(block(page, 'Suivi'), /Réponse écrite[\s\S]*Le chauffage est réparé, avec nos excuses\./);
    await until(async () =>
      assert.equal(await page.getByRole('button', { name: 'Consigner la réponse et clore' }).count(), 0),
    );
    const { status, comment, commentBy } = (await lookUp(service, customId)).data;
    assert.deepEqual(
      [status, comment, commentBy],
      ['processed', 'Le chauffage est réparé, avec nos excuses.', 'Paul Girard'],
    );
    // A slip: it is open again, with its answer.
    await page.getByRole('button', { name: 'Plus d’actions' }).click();
    await page.getByRole('menuitem', { name: 'Rouvrir la réclamation' }).click();
    await page.getByRole('button', { name: 'Consigner la réponse et clore' }).waitFor();
    assert.equal((await lookUp(service, customId)).data.status, 'new');
    await page.getByRole('button', { name: 'Consigner la réponse et clore' }).click();
    await dialog.getByLabel('Réponse écrite').fill('Le chauffage est réparé depuis mardi, avec nos excuses.');
    await dialog.getByRole('button', { name: 'Consigner et clore' }).click();
    await page.getByText('Close', { exact: true }).waitFor();
    await page.goto('/#/surveys/complaints');
    await page.getByRole('tab', { name: 'Réclamations (1)' }).waitFor();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Closes' }).click();
    await row.getByText('Close', { exact: true }).waitFor();
    assert.deepEqual(problems, []);
  });

  it('a contact becomes a lead, in three clicks', async () => {
    const { id, customId } = await survey('contact', {
      firstName: 'Claire',
      lastName: 'Durand',
      phone: '06 39 98 12 34',
      contact: 'Une chambre pour ma mère ?',
    });
    const { page, problems } = await office.enter({ at: '/surveys' });
    await page.getByRole('link', { name: 'Claire Durand' }).waitFor();
    await assertEveryLook(page, 'contacts');
    await page.getByRole('button', { name: 'Créer une demande : Claire Durand' }).click();
    await save(page, {});
    await page.waitForURL(new RegExp(`#/leads/${id}$`));
    await shows(block(page, 'Historique'), 'a converti le contact en demande.');
    assert.equal((await lookUp(office.service, customId)).type, 'commercial');
    assert.deepEqual(problems, []);
  });

  it('an opinion is read in one click, on a phone', async () => {
    const { customId } = await survey('survey', { lastName: 'Petit' });
    const { page, problems } = await office.enter({ at: '/surveys/satisfaction', size: 'phone' });
    await page.getByRole('button', { name: 'Marquer lu : Petit' }).click();
    await page.getByText('Tous les avis sont lus.').waitFor();
    await page.getByRole('button', { name: 'Lus' }).click();
    await page.getByRole('link', { name: 'Petit' }).waitFor();
    assert.equal((await lookUp(office.service, customId)).data.status, 'processed');
    assert.deepEqual(problems, []);
  });

  it('shows the message, and an unhappy family; a row opens it, a button in it does not', async () => {
    const { id } = await survey('survey', {
      lastName: 'Leroy',
      note: 4,
      contact: 'Personne ne répond le soir.',
    });
    await survey('survey', { lastName: 'Content', note: '5/5', contact: 'Merci à tous.' });
    const { page, problems } = await office.enter({ at: '/surveys/satisfaction' });
    const row = page.getByRole('row', { name: /Leroy/ });
    await row.getByText('4 – mécontent', { exact: true }).waitFor();
    await page
      .getByRole('row', { name: /Content/ })
      .getByText('5/5', { exact: true })
      .waitFor();
    await assertEveryLook(page, 'satisfaction');
    await page.getByRole('button', { name: 'Marquer lu : Content' }).click();
    await page.getByRole('row', { name: /Content/ }).waitFor({ state: 'detached' });
    assert.match(page.url(), /satisfaction/);
    await row.getByText('Personne ne répond le soir.').click();
    await page.waitForURL(new RegExp(`#/surveys/${id}$`));
    const phone = await office.enter({ at: '/surveys/satisfaction', size: 'phone' });
    await phone.page.getByText('4 – mécontent', { exact: true }).waitFor();
    await phone.page.getByText('Personne ne répond le soir.').click();
    await phone.page.waitForURL(new RegExp(`#/surveys/${id}$`));
    assert.deepEqual([...problems, ...phone.problems], []);
  });

  it('offers readers no acts, but search and filters', async () => {
    await survey('contact', { firstName: '<img src=x onerror=alert(1)>', lastName: 'Faure' });
    await survey('contact', { lastName: 'Roux' });
    const { page, problems } = await office.enter({
      grants: [{ role: 'reader', establishmentId: 3 }],
      at: '/surveys',
    });
    await page.getByRole('link', { name: '<img src=x onerror=alert(1)> Faure' }).waitFor();
    await page.getByRole('link', { name: 'Roux' }).waitFor();
    await until(async () =>
      assert.equal(await page.getByRole('button', { name: /Créer une demande|Marquer/ }).count(), 0),
    );
    await page.goto(`/#/surveys?filter=${encodeURIComponent('{"q":"faur"}')}`);
    await page.getByRole('link', { name: 'Roux' }).waitFor({ state: 'detached' });
    await page
      .getByText('1 contact', { exact: true })
      .or(page.getByText(/· 1 contact$/))
      .first()
      .waitFor();
    assert.deepEqual(problems, []);
  });
});
