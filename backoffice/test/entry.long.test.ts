// What an entry's page shows and does besides the stories of entry-stories.test.ts.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { ok } from '../../server/test/fixtures/answers.ts';
import { newPassword } from '../../server/test/fixtures/credentials.ts';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { pdf } from '../../server/test/fixtures/documents.ts';
import { lookUp, send } from '../../server/test/fixtures/entry-events.ts';
import { newestEntry } from '../../server/test/fixtures/stored-entry.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { contentOf } from './browser.ts';
import { block, choose, chooseAct, enterEntry, notice, save, sendLead, shows } from './entry.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

const direction = [{ role: 'direction', establishmentId: 3 }] as const;

describe('an entry', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  it('what was sent stands in its blocks, each changed in place', async () => {
    const { customId, id } = await sendLead(office, {
      commercialactions: [{ date: '2026-03-01', comment: 'A appelé le standard' }],
    });
    const { page, problems } = await enterEntry(office, id, { name: 'Inès Moreau' });
    const person = block(page, 'Personne concernée');
    await shows(
      person,
      /Madame[\s\S]*Simone[\s\S]*Martin[\s\S]*17\/05\/1938[\s\S]*02 61 91 12 34[\s\S]*Angers/,
    );
    await shows(block(page, 'Souhaits'), /Hébergement permanent[\s\S]*Sous 15 jours[\s\S]*2 500 € par mois/);
    await shows(block(page, 'Origine'), /Site internet[\s\S]*04\/03\/2026 10:00/);
    await shows(block(page, 'Site et technique'), /Cj0KCQiA-demo[\s\S]*\/ehpad-saumur/);
    await block(page, 'Suivi').getByText('Appel, 01/03/2026').waitFor();
    await page.getByRole('button', { name: 'Modifier : Personne concernée' }).click();
    await save(page, { Ville: '', 'Nom d’usage': 'Roux', Âge: '87', Civilité: 'Monsieur' });
    await shows(person, /Monsieur[\s\S]*Roux[\s\S]*87/);
    await person.getByText('Angers').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Ajouter une personne' }).click();
    await save(page, { Prénom: 'Marc', Nom: 'Petit', Mobile: '06 39 98 55 55' });
    await page.getByRole('button', { name: 'Modifier Claire Durand' }).click();
    await save(page, { Ville: 'Saumur' });
    const relations = block(page, 'Proches, personne à contacter');
    await shows(relations, /Claire Durand[\s\S]*Saumur[\s\S]*Marc Petit[\s\S]*06 39 98 55 55/);
    await page.getByRole('button', { name: 'Modifier : Origine' }).click();
    await save(page, { 'Type de contact': 'Téléphone', 'Premier contact le': '2026-03-02' });
    await shows(block(page, 'Origine'), /Téléphone[\s\S]*02\/03\/2026/);
    await chooseAct(page, 'Commentaire transmis au site');
    await save(page, { Commentaire: 'Dossier reçu\nVisite à prévoir' });
    await shows(block(page, 'Suivi'), /Commentaire transmis au site[\s\S]*Visite à prévoir\s*Inès Moreau/);
    const { data } = await lookUp(office.service, customId);
    assert.deepEqual(
      [data.comment, data.commentBy, data.type],
      ['Dossier reçu\nVisite à prévoir', 'Inès Moreau', 'commercial.type.phone'],
    );
    // A form that is saved as it was changes nothing.
    const lines = await block(page, 'Historique').getByRole('listitem').count();
    await page.getByRole('button', { name: 'Modifier : Souhaits' }).click();
    await save(page);
    await until(async () =>
      assert.equal(await block(page, 'Historique').getByRole('listitem').count(), lines),
    );
    await assertEveryLook(page, 'entry');
    assert.deepEqual(problems, []);
  });

  it('a form says what is wrong, and loses nothing that was typed', async () => {
    const { id } = await sendLead(office);
    const { page, context } = await enterEntry(office, id);
    await page.getByRole('button', { name: 'Modifier : Personne concernée' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail').fill('simone chez exemple');
    await dialog.getByLabel('Ville').fill('Tours');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await dialog.locator('input[type=email][aria-invalid=true]').waitFor();
    await dialog.getByLabel('E-mail').fill('simone@example.org');
    await dialog.getByLabel('Âge').fill('200');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await dialog.getByText('« Âge » n’est pas accepté').waitFor();
    await dialog.getByLabel('Âge').fill('100');
    await context.setOffline(true);
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await dialog.getByText('Le service ne répond pas.').waitFor();
    await context.setOffline(false);
    await save(page);
    await block(page, 'Personne concernée').getByText('Tours').waitFor();

    // One that is left asks first.
    const form = page.getByRole('dialog').filter({ hasText: 'Budget' });
    const question = page.getByRole('dialog', { name: 'Abandonner votre saisie' });
    await page.getByRole('button', { name: 'Modifier : Souhaits' }).click();
    await form.getByLabel('Budget').fill('3 200 €');
    await page.keyboard.press('Escape');
    await question.waitFor();
    await assertEveryLook(page, 'abandon');
    await question.getByRole('button', { name: 'Continuer la saisie' }).click();
    await question.waitFor({ state: 'detached' });
    await until(async () => assert.equal(await form.getByLabel('Budget').inputValue(), '3 200 €'));
    await form.getByLabel('Budget').focus();
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Abandonner la saisie' }).click();
    await form.waitFor({ state: 'detached' });
    await block(page, 'Souhaits').getByText('3 200 €').waitFor({ state: 'detached' });
  });

  it('an entry is one printed page before a visit', async () => {
    const { id } = await sendLead(office);
    const desk = await signIn(office.service);
    const visit = { date: '2026-03-06', time: '14:30', stage: 'Visite', done: false };
    const notes = Array.from({ length: 12 }, (_, i) => ({ date: `2026-02-${10 + i}`, comment: `Note ${i}` }));
    await ok(desk.patch(`/desk/entries/${id}`, { actions: [...notes, visit] }));
    const { page, problems } = await enterEntry(office, id);
    await page.evaluate(() => {
      window.print = () => {
        document.body.setAttribute('data-printed', '');
      };
    });
    await chooseAct(page, 'Imprimer');
    await page.locator('[data-printed]').waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const words of [
      ...['Claire Durand', '06 39 98 12 34', 'pour Simone Martin', 'Visite, 06/03/2026 à 14:30', 'Note 11'],
      ...['Sort de l’hôpital la semaine prochaine.', 'Sous 15 jours', '2 500 € par mois'],
    ])
      await page.locator('main').getByText(words).filter({ visible: true }).first().waitFor();
    for (const hidden of ['Note 0', 'Historique complet', 'Noter un appel', 'C’est fait'])
      await page.getByText(hidden, { exact: true }).filter({ visible: true }).waitFor({ state: 'detached' });
    const printed = await page.pdf({ format: 'A4' });
    await page.emulateMedia({ media: 'screen' });
    assert.equal(printed.toString('latin1').match(/\/Type \/Page\n/g)?.length, 1);
    assert.deepEqual(problems, []);
  });

  it('a long message folds, and a note stays when its page is left', async () => {
    const { id } = await sendLead(office, { comment: 'Maman ne mange plus seule. '.repeat(700) });
    const { page, problems } = await enterEntry(office, id);
    const timeline = block(page, 'Suivi');
    await timeline.getByRole('button', { name: 'Lire la suite' }).click();
    await timeline.getByRole('button', { name: 'Réduire' }).click();
    const note = timeline.getByLabel('Note', { exact: true });
    await note.fill('Le fils passe samedi');
    await page.getByRole('menuitem', { name: 'Agenda' }).click();
    await page.goto(`/#/leads/${id}`);
    await timeline.getByRole('button', { name: 'Enregistrer la note' }).click();
    await shows(timeline.getByRole('listitem').first(), /Note, 04\/03\/2026 à 10:00\s*Le fils passe samedi/);
    await until(async () => assert.equal(await note.inputValue(), ''));
    assert.deepEqual(problems, []);
  });

  it('a contact becomes a lead, and its old address leads there', async () => {
    const body = {
      firstName: 'Claire',
      lastName: 'Petit',
      phone: '04 65 71 12 34',
      urgence: 'Sous 15 jours',
    };
    const words = { contact: 'Ma mère sort\nde l’hôpital' };
    const survey = 'etablissement/3/survey/create';
    const id = await send(office.service, 'survey-1', { ...body, ...words }, survey);
    const { page, problems } = await enterEntry(office, id, { folder: 'surveys' });
    await shows(block(page, 'Personne qui écrit'), /Claire[\s\S]*04 65 71 12 34/);
    await shows(block(page, 'Suivi'), /Ma mère sort\nde l’hôpital/);
    await assertEveryLook(page, 'entry-survey');
    await page.getByRole('button', { name: 'Marquer comme traité' }).click();
    await shows(block(page, 'Historique'), 'Hélène Faure a marqué la fiche comme traitée.');
    await page.getByRole('button', { name: 'Créer une demande' }).click();
    await save(page, { Séjour: 'Hébergement temporaire' });
    await page.waitForURL(new RegExp(`#/leads/${id}$`));
    await block(page, 'Proches, personne à contacter').getByText('Claire Petit').waitFor();
    await shows(block(page, 'Souhaits'), /Hébergement temporaire[\s\S]*Sous 15 jours/);
    await page.goto(`/#/surveys/${id}`);
    await page.waitForURL(new RegExp(`#/leads/${id}$`));
    for (const address of ['/leads/999999', '/leads/abc']) {
      await page.goto(`/#${address}`);
      await page.getByText('Cette fiche n’existe pas').waitFor();
    }
    assert.deepEqual(problems, []);
  });

  it('an application that is typed in has its CV to download', async () => {
    const { page, problems } = await office.enter({ at: '/applications', grants: direction });
    await page.getByRole('button', { name: 'Nouvelle candidature' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Nom/).fill('Bernard');
    const cv = { name: 'CV Léa.pdf', mimeType: 'application/pdf', buffer: pdf() };
    await dialog.getByLabel('CV').setInputFiles(cv);
    await assertEveryLook(page, 'new-application');
    await dialog.getByRole('button', { name: 'Créer' }).click();
    await page.getByRole('heading', { level: 1, name: 'Bernard' }).waitFor();
    await assertEveryLook(page, 'entry-application');
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Télécharger le CV' }).click();
    const download = await downloading;
    assert.equal(download.suggestedFilename(), 'CV Léa.pdf');
    assert.deepEqual(await contentOf(download), cv.buffer);
    assert.deepEqual(problems, []);
  });

  it('what a visitor claims is shown as theirs', async () => {
    const { service } = office;
    const { password } = await newPassword(service, 'browser');
    const claims = {
      ...{
        lastNameClient: 'Dupuis',
        resultat: 'commercial.resultat.realisee',
        dateFirstContact: '2019-05-01',
      },
      commercialactions: [{ date: '2026-03-01', comment: 'Visite faite' }],
    };
    await ok(service.post(`/fr/etablissement/3/commercial/create?password=${password}`, claims));
    const { page, problems } = await enterEntry(office, await newestEntry(service.database));
    const said = block(page, 'Site et technique');
    await shows(said, /Non vérifié\s: ne compte ni comme résultat ni dans les statistiques/);
    await shows(said, /Date de premier contact indiquée\s*01\/05\/2019/);
    await shows(block(page, 'Suivi'), /Visite faite[\s\S]*Indiqué par le visiteur, non vérifié/);
    await assertEveryLook(page, 'entry-visitor');
    assert.deepEqual(problems, []);
  });

  it('after three calls in vain closing is proposed, and a closed lead is opened again', async () => {
    const { id } = await sendLead(office);
    const { page, problems } = await enterEntry(office, id);
    for (const attempts of ['1 tentative', '2 tentatives']) {
      const again = page.getByRole('group', { name: 'Sans réponse, appel prévu' });
      await again.getByRole('button', { name: 'aucun' }).click();
      await page.getByRole('button', { name: 'Pas de réponse' }).click();
      await page.getByText(`À rappeler depuis 10:00 · ${attempts}`).waitFor();
    }
    await page.getByRole('button', { name: 'auj. 14:00', pressed: true }).waitFor();
    const note = page.getByLabel('Note', { exact: true });
    await note.fill('Répondeur plein');
    await page.getByRole('button', { name: 'Sans suite – injoignable…' }).click();
    await assertEveryLook(page, 'unreachable');
    await save(page);
    await page.getByText('Sans suite, Autre', { exact: true }).waitFor();
    const timeline = block(page, 'Suivi');
    await timeline.getByText('Pas de réponse').nth(2).waitFor();
    await timeline.getByRole('listitem').getByText('Répondeur plein').waitFor();
    await until(async () => assert.equal(await note.inputValue(), ''));
    await page.getByRole('button', { name: 'Famille jointe' }).waitFor({ state: 'detached' });
    await assertEveryLook(page, 'entry-closed');
    await page.getByRole('button', { name: 'Rouvrir' }).click();
    await page.getByRole('dialog').getByText('Le résultat « Sans suite » sera retiré.').waitFor();
    await save(page);
    await page.getByRole('button', { name: 'Pas de réponse' }).click();
    await page.getByText(/^Appel prévu mer\. 4 mars 14:00 · \d tentatives/).waitFor();
    assert.deepEqual(problems, []);
  });

  it('a visit that is made, missed or called off is the one that was planned', async () => {
    const { id } = await sendLead(office);
    const { page, problems } = await enterEntry(office, id);
    const desk = await signIn(office.service, undefined, 'Paul Girard');
    const timeline = block(page, 'Suivi');
    const state = block(page, 'Où en est la fiche');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Planifier une visite' }).click();
    await save(page, { Date: '2026-03-20', Heure: '15:00', Commentaire: 'Avec sa fille' });
    // Nobody is missed at a visit that is still to come. What it was planned for is not what was said.
    await chooseAct(page, 'Noter une visite');
    await dialog.getByText('Prévue par Hélène Faure\u00a0: «\u00a0Avec sa fille\u00a0»').waitFor();
    await until(async () => assert.equal(await dialog.getByLabel('Note').inputValue(), ''));
    await dialog.getByRole('button', { name: 'Famille absente' }).waitFor({ state: 'detached' });
    await save(page, { Note: 'Chambre 12 appréciée' });
    await timeline.getByText('Visite, 04/03/2026 à 10:00').waitFor();
    await until(async () => assert.equal(await timeline.getByText(/^Visite, /).count(), 1));

    const missed = { date: '2026-03-04', time: '09:30', stage: 'Visite', done: false };
    await ok(desk.patch(`/desk/entries/${id}`, { actions: [missed] }));
    await timeline.getByText('En retard').waitFor();
    await page.getByRole('button', { name: /C’est fait : Visite/ }).click();
    await page.getByRole('button', { name: 'Famille absente' }).click();
    await page.getByRole('button', { name: 'Appel · jeu. 10:00' }).click();
    await save(page);
    await page.getByText('Appel prévu jeu. 5 mars 10:00', { exact: true }).waitFor();
    await shows(timeline, /Visite, 04\/03\/2026 à 09:30\s*Famille absente/);

    // What goes is said first.
    await chooseAct(page, 'Remettre à rappeler');
    await dialog.getByText('Sera annulé\u00a0: Appel, 05/03/2026 à 10:00').waitFor();
    await dialog.getByRole('button', { name: 'Remettre à rappeler' }).click();
    await state
      .getByText(/^À rappeler/)
      .first()
      .waitFor();
    await chooseAct(page, 'Mettre en sommeil');
    await save(page, { 'En sommeil jusqu’au': '2026-06-01', Pourquoi: 'Vend sa maison' });
    await state.getByText('En sommeil jusqu’au 01/06/2026 · Vend sa maison').waitFor();
    assert.deepEqual(problems, []);
  });

  it('an act refused or lost when its page was left is asked about on the next one', async () => {
    const { id } = await sendLead(office);
    const { page } = await enterEntry(office, id);
    await page.route(/\/desk\/changes|\/version$/, (route) => route.abort());
    const desk = await signIn(office.service, undefined, 'Paul Girard');
    const agenda = page.getByRole('heading', { level: 1, name: 'Agenda' });
    let held = true;
    await page.route(new RegExp(`/desk/entries/${id}$`), async (route) => {
      if (route.request().method() !== 'PATCH' || !held) return route.continue();
      held = false;
      await ok(desk.patch(`/desk/entries/${id}`, { fields: { villeClient: 'Nantes' } }));
      await agenda.waitFor();
      return route.continue();
    });
    await page.getByLabel('Note', { exact: true }).fill('Vient avec son frère');
    await page.getByRole('button', { name: 'Message laissé' }).click();
    await page.getByRole('menuitem', { name: 'Agenda' }).click();
    const conflict = page.getByRole('alertdialog', { name: 'Cette fiche a changé entre-temps' });
    await conflict.getByText(`Simone Martin · n° ${id}`).waitFor();
    await conflict.getByText('Ville : Nantes (avant : Angers)').waitFor();
    await assertEveryLook(page, 'conflict-elsewhere');
    await conflict.getByRole('button', { name: 'Reprendre ma saisie' }).click();
    await notice(page, /Claire Durand\s: message laissé, appel prévu/).waitFor();

    await page.goto(`/#/leads/${id}`);
    let isLost = true;
    await page.route(new RegExp(`/desk/entries/${id}$`), async (route) => {
      if (route.request().method() !== 'PATCH' || !isLost) return route.fallback();
      isLost = false;
      await agenda.waitFor();
      return route.abort();
    });
    await page.getByRole('button', { name: 'Modifier : Souhaits' }).click();
    await page.getByRole('dialog').getByLabel('Budget').fill('3 000 €');
    await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click();
    await page.goto('/#/agenda');
    const lost = page.getByRole('alertdialog', { name: 'Ce n’est pas enregistré' });
    await lost.getByRole('button', { name: 'Réessayer' }).click();
    await notice(page, 'Enregistré.').waitFor();
    const { fields, actions } = (await desk.get(`/desk/entries/${id}`)).json();
    assert.deepEqual([fields.budget, actions[0].comment], ['3 000 €', 'Vient avec son frère']);
  });

  it('two requests of one family become one, with the visit of today, and two again', async () => {
    const phone = { phoneClient: '03 53 01 12 34', cellphoneClient: '06 39 98 12 06' };
    const older = await sendLead(office, { ...phone, budget: '2000', comment: 'Visite possible mercredi' });
    const desk = await signIn(office.service);
    const visit = { date: '2026-03-04', time: '14:00', stage: 'Visite', done: false };
    await ok(desk.patch(`/desk/entries/${older.id}`, { actions: [visit] }));
    const newer = await sendLead(office, {
      ...{ phoneClient: '0353011234', cellphoneClient: '0639981205', ageClient: 87 },
      commercialrelations: [],
    });
    const { page, problems } = await enterEntry(office, newer.id);
    await shows(page.getByText('Même famille'), /\d · Visite prévue mer\. 4 mars 14:00/);
    await page.getByRole('button', { name: `Réunir avec la fiche n° ${older.id}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Réunir deux fiches' });
    // The older one is kept, unless the user says otherwise.
    await dialog.getByRole('radio', { name: `Fiche n° ${older.id}`, checked: true }).waitFor();
    await dialog.getByText('Action prévue : Visite, 04/03/2026 à 14:00').waitFor();
    await dialog.getByText(/06 39 98 12 05.*06 39 98 12 06/).waitFor();
    await assertEveryLook(page, 'unite-dialog');
    await save(page);
    await page.waitForURL(`**/#/leads/${older.id}`);

    // Nothing has left the day: the one that is kept has it, and what the other knew.
    await page.getByRole('menuitem', { name: /Ma journée/ }).click();
    await shows(block(page, 'Aujourd’hui'), /14:00\s*Visite/);
    await page.goto(`/#/leads/${older.id}`);
    await block(page, 'Personne concernée').getByText('87').waitFor();
    await shows(
      block(page, 'Suivi'),
      /Visite possible mercredi[\s\S]*Ce que la famille écrit, 04\/03\/2026 10:00\s*fiche n° \d+/,
    );
    const united = block(page, 'Fiches réunies ici');
    await united.getByText(`Référence du site : ${newer.customId}`).waitFor();
    await united.getByRole('button', { name: 'Séparer' }).click();
    await united.waitFor({ state: 'detached' });
    await block(page, 'Personne concernée').getByText('87').waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
  });

  it('a consent is asked for where one calls 90 days after the last contact, and noted', async () => {
    const { id } = await sendLead(office, { lastNameClient: 'Garnier' });
    office.service.clock.now = new Date('2026-06-03T09:00:00.000Z');
    const { page, problems } = await office.enter({ at: '/' });
    await page.getByRole('listitem').getByText('Relance : accord nécessaire').first().waitFor();
    await assertEveryLook(page, 'consent-today');
    await page.goto(`/#/leads/${id}`);
    const needed = page.getByText(
      /^Relance : accord nécessaire\. Le dernier contact date de plus de 90 jours/,
    );
    await needed.waitFor();
    // They ring: to call back is to answer.
    const desk = await signIn(office.service);
    await ok(desk.post(`/desk/entries/${id}/message`, { message: 'Rappelez-moi.' }));
    await needed.waitFor({ state: 'detached' });
    await ok(desk.post(`/desk/entries/${id}/undo`, {}));
    await needed.waitFor();
    await chooseAct(page, 'Noter un accord');
    const dialog = page.getByRole('dialog', { name: 'Noter un accord' });
    await choose(page, 'Accord : téléphone', 'oui');
    await dialog.getByLabel('Accord : recueilli par').fill('Au téléphone, à sa demande');
    await assertEveryLook(page, 'consent-dialog');
    await save(page);
    await page
      .getByText('Claire Durand, accord pour le téléphone : oui, le 03/06/2026, Au téléphone, à sa demande', {
        exact: true,
      })
      .waitFor();
    await needed.waitFor({ state: 'detached' });
    await chooseAct(page, 'Noter un accord');
    await dialog.getByLabel('Accord : recueilli par').fill('Au téléphone');
    await dialog.getByRole('switch', { name: 'Ne veut plus être contactée' }).check();
    await save(page);
    await page
      .getByText(/^Claire Durand, accord pour les SMS\s: non, le 03\/06\/2026, Au téléphone/)
      .waitFor();
    await page.getByRole('link', { name: /^Appeler Claire Durand/ }).waitFor({ state: 'detached' });
    // Hers is called all the same.
    const head = page.getByRole('region', { name: 'Où en est la fiche' });
    await head.getByRole('link', { name: '02 61 91 12 34' }).waitFor();
    assert.deepEqual(problems, []);
  });

  it('who objects is called nowhere once nobody waits for an answer', async () => {
    const phone = '06 39 98 12 77';
    const said = 'S’est opposée à la prospection le 02/03/2026';
    const { service } = office;
    const { id } = await sendLead(office, { commercialrelations: [{ lastName: 'Faure', phone }] });
    const body = { type: 'survey.type.contact', lastName: 'Faure', phone };
    await ok(service.post(`/fr/etablissement/3/survey/create?${service.query}`, body));
    service.clock.now = new Date('2026-09-02T09:00:00.000Z');
    const desk = await signIn(service);
    const call = { date: '2026-09-02', time: '16:00', stage: 'Prise de contact', done: false };
    await ok(desk.patch(`/desk/entries/${id}`, { actions: [call] }));
    await ok(desk.post('/desk/privacy/objections', { phone, objectedOn: '2026-03-02' }));
    const { page, problems } = await enterEntry(office, id);
    await page.getByText(said).first().waitFor();
    await page.getByRole('button', { name: 'Voir le numéro' }).first().click();
    await page.locator('main').getByText(phone).first().waitFor();
    await page.locator('a[href$="0639981277"]').first().waitFor({ state: 'detached' });
    await assertEveryLook(page, 'opposition-entry');
    for (const at of ['/', '/leads?filter=%7B%7D', '/board', '/agenda', '/surveys']) {
      await page.goto(`/#${at}`);
      await page.getByText(said).first().waitFor();
      await page.locator('a[href$="0639981277"]').waitFor({ state: 'detached' });
    }
    await page.goto('/#/leads/create');
    await page.getByRole('combobox', { name: 'Chercher partout' }).fill(phone);
    await page.getByRole('option').getByText(said).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Chercher partout' }).fill('');
    await page.getByRole('textbox', { name: 'Téléphone' }).first().fill(phone);
    await page.getByRole('alert').getByText(said).first().waitFor();
    await assertEveryLook(page, 'opposition-known');
    assert.deepEqual(problems, []);
  });
});
