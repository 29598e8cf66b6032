// Complaints, contacts, opinions, job applications, orientations and presumed spam, each as staff deal with it.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { ok } from '../../server/test/fixtures/answers.ts';
import { newPassword } from '../../server/test/fixtures/credentials.ts';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { lookUp, send } from '../../server/test/fixtures/entry-events.ts';
import { number } from '../../server/test/fixtures/rows.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { contentOf } from './browser.ts';
import { block, choose, save, shows } from './entry.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

const cv = '%PDF-1.4 CV of the test';

describe('other kinds of entries', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
    const { service } = office;
    const desk = await signIn(service);
    const { id: announcementId } = await ok<{ id: number }>(
      desk.post('/desk/establishments/3/announcements', { title: 'Aide-soignant(e)' }),
    );
    const apply = (customId: string, body: Record<string, unknown>) =>
      send(service, customId, body, 'announcement/postuler');
    await apply('offer', {
      ...{ etablissementId: 3, announcementId, firstName: 'Nadia', lastName: 'Bernard' },
      ...{ phone: '06 39 98 12 34', email: 'nadia.bernard@example.org' },
      cv: { name: 'CV Nadia.pdf', type: 'application/pdf', content: btoa(cv) },
    });
    await apply('spontaneous', { etablissementId: 3, lastName: 'Fontaine' });
    await apply('unknown', { announcementId: 987_654, lastName: 'Chevalier' });
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
  const partnerSends = async (path: string, body: object) => {
    const answer = await office.service.exchange(`/appli/partner/${path}`, body);
    assert.equal(answer.statusCode, 200, answer.body);
    return number(office.service.database, 'select max(entry_id) from orientations');
  };

  it('a complaint is taken charge of, answered and so closed', async () => {
    const { service } = office;
    const received = service.clock.now;
    service.clock.now = new Date(received.getTime() - 4 * 24 * 60 * 60_000);
    const { customId, id } = await survey('complaint', {
      ...{ firstName: 'Luc', lastName: 'Morel', phone: '02 61 91 12 34', email: 'luc.morel@example.org' },
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
    await row.getByText('sam. 10:00').waitFor();
    await row.getByText('Personne', { exact: true }).waitFor();
    await page.getByRole('menuitem', { name: 'Contacts et avis 2 à traiter' }).waitFor();
    await assertEveryLook(page, 'complaints');

    await row.getByText('Le chauffage est en panne depuis lundi.').click();
    await page.waitForURL(new RegExp(`#/surveys/${id}$`));
    const takeCharge = page.getByRole('button', { name: 'Je m’en charge' });
    await takeCharge.click();
    await page.getByText('Confiée à moi').waitFor();
    await takeCharge.waitFor({ state: 'detached' });
    await page.getByRole('alert').getByRole('button', { name: 'Annuler' }).click();
    await takeCharge.click();
    await block(page, 'Suivi').getByText('Le chauffage est en panne depuis lundi.').waitFor();
    await page.getByRole('button', { name: 'Accusé de réception envoyé' }).click();
    await page.getByText('Accusé de réception envoyé le mer. 4 mars').waitFor();
    await shows(block(page, 'Historique'), 'Paul Girard a envoyé l’accusé de réception.');
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
    await page.getByRole('button', { name: 'Consigner la réponse et clore' }).waitFor({ state: 'detached' });
    const { status, comment, commentBy } = (await lookUp(service, customId)).data;
    assert.deepEqual(
      [status, comment, commentBy],
      ['processed', 'Le chauffage est réparé, avec nos excuses.', 'Paul Girard'],
    );
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
    const name = page.getByRole('link', { name: 'Claire Durand' });
    await name.waitFor();
    await assertEveryLook(page, 'contacts');
    await name.click();
    await page.getByRole('button', { name: 'Créer une demande' }).click();
    await save(page, {});
    await page.waitForURL(new RegExp(`#/leads/${id}$`));
    await shows(block(page, 'Historique'), 'a converti le contact en demande.');
    assert.equal((await lookUp(office.service, customId)).type, 'commercial');
    assert.deepEqual(problems, []);
  });

  it('an unhappy family is marked, and its row opens the opinion', async () => {
    const opinion = { lastName: 'Leroy', note: 4, contact: 'Personne ne répond le soir.' };
    const { id } = await survey('survey', opinion);
    await survey('survey', { lastName: 'Content', note: '5/5', contact: 'Merci à tous.' });
    const { page, problems } = await office.enter({ at: '/surveys/satisfaction' });
    const row = page.getByRole('row', { name: /Leroy/ });
    await row.getByText('4 – mécontent', { exact: true }).waitFor();
    await assertEveryLook(page, 'satisfaction');
    await page.getByText('Merci à tous.').click();
    await page.getByRole('button', { name: 'Marquer comme lu' }).click();
    await page.goto('/#/surveys/satisfaction');
    await page.getByRole('row', { name: /Content/ }).waitFor({ state: 'detached' });
    await row.getByText('Personne ne répond le soir.').click();
    await page.waitForURL(new RegExp(`#/surveys/${id}$`));
    assert.deepEqual(problems, []);
  });

  it('an application is found by its offer, its CV read, and answered', async () => {
    const { page, problems } = await office.enter({ at: '/applications', name: 'Paul Girard' });
    await page.getByText('Offre inconnue (n° 987654)').waitFor();
    await page.getByText('Candidature spontanée').waitFor();
    await page.getByRole('menuitem', { name: 'Candidatures 3 à traiter' }).waitFor();
    // The view says the one, no row has the other.
    await page.getByRole('columnheader', { name: /Statut|Suite donnée/ }).waitFor({ state: 'detached' });
    await assertEveryLook(page, 'applications');

    await choose(page, 'Offre d’emploi', 'Aide-soignant(e) – Le Clos des Vignes');
    await page.getByRole('link', { name: 'Fontaine' }).waitFor({ state: 'detached' });
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Télécharger le CV : Nadia Bernard' }).click();
    const file = await downloading;
    assert.equal(file.suggestedFilename(), 'CV Nadia.pdf');
    assert.equal((await contentOf(file)).toString(), cv);

    await page.getByRole('link', { name: 'Nadia Bernard', exact: true }).click();
    await page.getByRole('button', { name: 'Marquer comme traitée' }).click();
    await until(async () => assert.equal((await lookUp(office.service, 'offer')).data.status, 'processed'));
    await page.getByRole('button', { name: 'Répondre au candidat' }).click();
    await save(page, { 'Réponse écrite': 'Entretien jeudi' });
    const { comment, commentBy } = (await lookUp(office.service, 'offer')).data;
    assert.deepEqual([comment, commentBy], ['Entretien jeudi', 'Paul Girard']);
    assert.deepEqual(problems, []);
  });

  it('an interview is planned, shown in lists and agenda, moved and held', async () => {
    const { page, problems } = await office.enter({ at: '/applications', name: 'Diane Morel' });
    await page.getByRole('button', { name: 'Toutes', exact: true }).click();
    await page.getByRole('link', { name: 'Fontaine' }).click();
    await page.getByRole('button', { name: 'Planifier un entretien' }).click();
    await save(page, { Date: '2026-03-12', Heure: '14:30' });
    const planned = block(page, 'Suivi')
      .getByRole('listitem')
      .filter({ hasText: 'Entretien, 12/03/2026 à 14:30' });
    await planned.getByText('Prévu', { exact: true }).waitFor();
    await assertEveryLook(page, 'application-interview');
    // Its place is taken: it is moved, not planned twice.
    await page.getByRole('button', { name: 'Planifier un entretien' }).waitFor({ state: 'detached' });

    await page.goto('/#/applications?filter=%7B%7D');
    await page.getByRole('columnheader', { name: 'Statut' }).waitFor();
    await page.getByText('Entretien le 12/03 à 14:30').waitFor();
    await page.goto('/#/agenda?day=2026-03-12');
    await page.getByRole('link', { name: /Fontaine 14:30/ }).hover();
    await page.getByRole('tooltip', { name: /^Entretien/ }).waitFor();
    await assertEveryLook(page, 'agenda-interview');

    await page.getByRole('link', { name: /Fontaine 14:30/ }).click();
    await page.getByRole('button', { name: /^Reporter/ }).click();
    await save(page, { Date: '2026-03-04', Heure: '08:00' });
    await page.getByText('Entretien le 04/03 à 08:00').waitFor();
    await page.getByRole('button', { name: /^C’est fait/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Absence' }).waitFor();
    await dialog.getByText('Et ensuite ?').waitFor({ state: 'detached' });
    await assertEveryLook(page, 'interview-done');
    await save(page, { Note: 'Très motivée' });
    await shows(block(page, 'Suivi'), /Entretien, 04\/03\/2026 à 08:00\s*Entretien fait.*Très motivée/);
    await page
      .getByRole('combobox', { name: /^Suite donnée/ })
      .getByText('Entretien', { exact: true })
      .waitFor();
    assert.deepEqual(problems, []);
  });

  it('a partner concludes, staff set the result, and the entry shows both', async () => {
    const numero = '2026 / 001_002_003';
    const person = {
      'PersonneAgee / Nom': 'Garnier',
      'PersonneAgee / Prenom': 'Odette',
      'Contact / Nom': 'Garnier',
      'Contact / Prenom': 'Paul',
      'Contact / Mobile': '+33639981234',
    };
    const told = { NumeroDemandeOrientationCR: numero, etablissementId: 3, GirEstime: 'GIR 3', ...person };
    const id = await partnerSends('orientation', told);
    const { page, problems } = await office.enter({ at: '/orientations', name: 'Hélène Faure' });
    await page.getByRole('button', { name: 'Orientations 1', pressed: true }).waitFor();
    await page.getByRole('link', { name: 'Paul Garnier' }).click();
    await page.waitForURL(new RegExp(`#/leads/${id}$`));
    await block(page, 'Orientation partenaire').getByText('RES-000001').waitFor();
    await block(page, 'Souhaits').getByText('GIR 3').waitFor();
    await page.getByRole('button', { name: 'Saisir le résultat' }).click();
    await choose(page, 'Résultat', 'Sans suite');
    await save(page, { Motif: 'Choix d’un autre établissement' });
    await page.goBack();
    await page.getByText('Aucune demande ne correspond.').waitFor();
    const concluded = { State: 'Conclu', Reason: 'Une place ailleurs' };
    await partnerSends('suivi', { NumeroDemandeOrientationCR: numero, ...concluded });
    // Without a reload.
    const row = page.getByRole('row').filter({ hasText: 'Odette Garnier' });
    await row.getByText('À regarder').waitFor();
    await row.getByText('Sans suite').waitFor();
    await row.getByRole('link', { name: 'Paul Garnier' }).click();
    await page.getByText('Du nouveau sur cette fiche').waitFor();
    await block(page, 'Orientation partenaire').getByText('Dernier message du partenaire').click();
    await block(page, 'Orientation partenaire').getByText('Personne âgée : nom').waitFor();
    await shows(block(page, 'Historique'), 'Raison indiquée : Une place ailleurs');
    await assertEveryLook(page, 'entry-orientation');
    await page.getByRole('button', { name: 'J’ai vu', exact: true }).click();
    await page.getByText('Du nouveau sur cette fiche').waitFor({ state: 'detached' });
    await page.getByText('Sans suite, Choix d’un autre établissement', { exact: true }).waitFor();
    await shows(block(page, 'Historique'), 'État : Conclu');
    assert.deepEqual(problems, []);
  });

  it('an orientation without a residence is assigned, then seen there', async () => {
    await partnerSends('orientation', { 'PersonneAgee / Nom': 'Lefèvre', 'PersonneAgee / Prenom': 'Simone' });
    const theirs = await office.enter({
      grants: [{ role: 'direction', establishmentId: 5 }],
      at: '/orientations',
    });
    await theirs.page.getByText('Aucune demande ne correspond.').waitFor();
    const { page, problems } = await office.enter({ at: '/orientations' });
    const row = page.getByRole('row').filter({ hasText: 'Simone Lefèvre' });
    await row.getByText('À confier').waitFor();
    await assertEveryLook(page, 'orientations');
    await row.getByRole('link', { name: 'Simone Lefèvre' }).click();
    await page.getByText(/la demande attend d’être affectée à une résidence/).waitFor();
    await page.getByRole('button', { name: 'Confier à…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'La Roseraie' }).click();
    await theirs.page.getByRole('link', { name: 'Simone Lefèvre' }).waitFor();
    assert.deepEqual([...problems, ...theirs.problems], []);
  });

  it('presumed spam says why, and comes back as new or is spam', async () => {
    const { password } = await newPassword(office.service, 'browser');
    for (const body of [
      { lastNameClient: 'Durand' },
      { lastNameClient: 'Piège', sujetAnnexe: 'https://example.org' },
      { lastNameClient: 'Hâte', formDurationMs: 400 },
    ])
      await ok(
        office.service.post(`/fr/etablissement/5/commercial/create?password=${password}`, {
          ...{ firstNameClient: 'Odette', ...body },
        }),
      );
    const { page, problems } = await office.enter({ at: '/leads' });
    const name = (of: string) => page.getByText(`Odette ${of}`).first();
    const view = (of: string) => page.getByRole('group', { name: 'Vues' }).getByRole('button', { name: of });
    const showSpam = async () => {
      await view('Autres vues').click();
      await page.getByRole('menuitem', { name: 'Spam probable' }).click();
    };
    await name('Durand').waitFor();
    await name('Piège').waitFor({ state: 'hidden' });
    await showSpam();
    await name('Piège').waitFor();
    await name('Hâte').waitFor();
    await name('Durand').waitFor({ state: 'hidden' });
    await until(async () =>
      assert.equal(await page.getByRole('table').getByText('Spam probable', { exact: true }).count(), 2),
    );
    await assertEveryLook(page, 'presumed-spam-list');

    await name('Hâte').click();
    await page.getByText('le formulaire a été envoyé en moins de trois secondes').waitFor();
    await assertEveryLook(page, 'presumed-spam-entry');
    await page.getByRole('button', { name: 'Ce n’est pas un spam' }).click();
    await shows(block(page, 'Historique'), 'a indiqué que ce n’est pas un spam.');
    await page.getByText('Spam probable').first().waitFor({ state: 'detached' });

    await page.goto('/#/leads');
    await name('Hâte').waitFor();
    await showSpam();
    await name('Hâte').waitFor({ state: 'detached' });
    await name('Piège').click();
    await page.getByText('un champ invisible a été rempli').waitFor();
    await page.getByRole('button', { name: 'Confirmer : spam' }).click();
    await page.getByText('Classée comme spam').waitFor();
    await page.goto('/#/leads');
    await showSpam();
    await name('Piège').waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
  });
});
