import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { newPassword } from '../../server/test/fixtures/credentials.ts';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { lookUp, send } from '../../server/test/fixtures/entry-events.ts';
import { newEndpoint } from '../../server/test/fixtures/outbox.ts';
import { newestEntry } from '../../server/test/fixtures/stored-entry.ts';
import { seriousViolations } from './accessibility.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { contentOf, keepScreenshot } from './browser.ts';
import { block, chooseAct, countClicks, enterEntry, save, sendLead, shows, visitEntry } from './entry.ts';
import { assertEveryLook, assertNotWide } from './every-look.ts';
import { until } from './until.ts';

const survey = 'etablissement/3/survey/create';
const application = 'announcement/postuler';
const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

describe('the page of an entry', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
    await newEndpoint(office.service, 'https://receiver.example.org/');
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  it('shows what was sent, and what is planned', async () => {
    const { id } = await sendLead(office, {
      commercialactions: [{ date: '2026-03-01', comment: 'A appelé le standard' }],
    });
    const { page, problems } = await visitEntry(office, id);
    await page.getByRole('heading', { level: 1, name: 'Simone Martin' }).waitFor();
    await shows(
      block(page, 'Personne concernée'),
      /Madame[\s\S]*Simone[\s\S]*Martin[\s\S]*17\/05\/1938[\s\S]*02 61 91 12 34[\s\S]*Angers/,
    );
    await shows(block(page, 'Souhaits'), /Hébergement permanent[\s\S]*Sous 15 jours[\s\S]*2 500 € par mois/);
    await shows(block(page, 'Origine'), /Site internet[\s\S]*site[\s\S]*04\/03\/2026 10:00/);
    await shows(block(page, 'Site et technique'), /Cj0KCQiA-demo[\s\S]*\/ehpad-saumur/);
    await block(page, 'Suivi').getByText('Appel, 01/03/2026').waitFor();
    await page.getByRole('button', { name: 'Planifier une visite' }).click();
    await page.getByRole('textbox', { name: 'Commentaire' }).fill('Avec sa fille');
    assert.deepEqual(await seriousViolations(page), []);
    await assertEveryLook(page, 'entry-form');
    await save(page, { Date: '2026-03-06', Heure: '14:30' });
    await block(page, 'Suivi').getByText('Visite, 06/03/2026 à 14:30').waitFor();
    await assertEveryLook(page, 'entry');
    assert.deepEqual(problems, []);
  });

  it('is changed in place, block by block', async () => {
    const { customId, id } = await sendLead(office);
    const { page, problems } = await enterEntry(office, id, { name: 'Inès Moreau' });
    await page.getByRole('button', { name: 'Modifier : Personne concernée' }).click();
    await save(page, { Ville: '', 'Nom d’usage': 'Roux', Âge: '87', Civilité: 'Monsieur' });
    const person = block(page, 'Personne concernée');
    await shows(person, /Monsieur[\s\S]*Roux[\s\S]*87/);
    await page.getByRole('heading', { level: 1, name: 'Simone Roux' }).waitFor();
    await until(async () => assert.doesNotMatch(await person.innerText(), /Angers/));

    await page.getByRole('button', { name: 'Ajouter une personne' }).click();
    await save(page, { Prénom: 'Marc', Nom: 'Petit', Mobile: '06 39 98 55 55' });
    await page.getByRole('button', { name: 'Modifier Claire Durand' }).click();
    await save(page, { Ville: 'Saumur' });
    const relations = block(page, 'Proches, personne à contacter');
    await shows(relations, /Claire Durand[\s\S]*Saumur[\s\S]*Marc Petit[\s\S]*06 39 98 55 55/);

    await page.getByRole('button', { name: 'Modifier : Origine' }).click();
    await save(page, { 'Type de contact': 'Téléphone', 'Premier contact le': '2026-03-02' });
    await page.getByText(/· Téléphone$/).waitFor();

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
    assert.deepEqual(problems, []);
  });

  it('says what is wrong, and loses nothing that was typed', async () => {
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
    await until(async () => assert.equal(await dialog.getByLabel('Ville').inputValue(), 'Tours'));
    await context.setOffline(false);
    await save(page);
    await block(page, 'Personne concernée').getByText('Tours').waitFor();
    await until(async () =>
      assert.equal(
        await page.getByRole('link', { name: 'simone@example.org' }).getAttribute('href'),
        'mailto:simone@example.org',
      ),
    );
  });

  it('shows on a phone whom to call and what comes next before anything is scrolled', async () => {
    const { id } = await sendLead(office);
    const desk = await signIn(office.service);
    await desk.patch(`/desk/entries/${id}`, {
      actions: [
        { date: '2026-03-04', stage: 'Validé', done: true },
        { date: '2026-03-06', time: '14:30', stage: 'Visite', done: false },
      ],
    });
    const { page, problems } = await enterEntry(office, id, { size: 'phone' });
    for (const seen of [
      page.getByRole('heading', { level: 1, name: 'Simone Martin' }),
      page.getByRole('link', { name: '06 39 98 12 34' }).first(),
      page.getByText('Visite prévue ven. 6 mars 14:30'),
      page.getByRole('button', { name: 'Mauvais numéro' }),
    ]) {
      const box = await seen.boundingBox();
      await until(async () =>
        assert.ok(box !== null && box.y + box.height <= 780, `${await seen.innerText()}: ${box?.y}`),
      );
    }
    const top = async (name: string) => (await block(page, name).boundingBox())?.y ?? 0;
    assert.ok((await top('Suivi')) < (await top('Personne concernée')));
    assert.deepEqual(problems, []);
  });

  it('is one printed page before a visit: whom to call, for whom, the wishes, the words, the newest acts', async () => {
    const { id } = await sendLead(office);
    const desk = await signIn(office.service);
    const visit = { date: '2026-03-06', time: '14:30', stage: 'Visite', done: false };
    const notes = Array.from({ length: 12 }, (_, i) => ({ date: `2026-02-${10 + i}`, comment: `Note ${i}` }));
    await desk.patch(`/desk/entries/${id}`, { actions: [...notes, visit] });
    const { page, problems } = await enterEntry(office, id);
    await page.evaluate(() => {
      window.print = () => {
        document.body.setAttribute('data-printed', '');
      };
    });
    await chooseAct(page, 'Imprimer');
    await page.locator('[data-printed]').waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const paper = page.locator('main');
    for (const words of [
      ...['Claire Durand', '06 39 98 12 34', 'pour Simone Martin', 'Visite, 06/03/2026 à 14:30', 'Note 11'],
      ...['Sort de l’hôpital la semaine prochaine.', 'Sous 15 jours', '2 500 € par mois'],
    ])
      await until(async () =>
        assert.ok(await paper.getByText(words).filter({ visible: true }).first().isVisible(), words),
      );
    for (const hidden of ['Note 0', 'Historique complet', 'Noter un appel', 'C’est fait'])
      await until(async () =>
        assert.equal(
          await page.getByText(hidden, { exact: true }).filter({ visible: true }).count(),
          0,
          hidden,
        ),
      );
    const pdf = await page.pdf({ format: 'A4' });
    await page.emulateMedia({ media: 'print', colorScheme: 'light' });
    await page.setViewportSize({ width: 718, height: 1040 });
    await keepScreenshot(page, 'entry-printed');
    await page.emulateMedia({ media: 'screen' });
    assert.equal(pdf.toString('latin1').match(/\/Type \/Page\n/g)?.length, 1);
    assert.deepEqual(problems, []);
  });

  it('offers every number, after a wrong one the next, then the e-mail address', async () => {
    const claire = { firstName: 'Claire', lastName: 'Durand', email: 'claire.durand@example.org' };
    const { id } = await sendLead(office, {
      phoneClient: null,
      commercialrelations: [{ ...claire, cellphone: '06 39 98 12 40 ou 02 61 91 12 40' }],
    });
    const { page, problems } = await enterEntry(office, id);
    const head = block(page, 'Où en est la fiche');
    const call = (phone: string) => head.getByRole('link', { name: `Appeler Claire Durand : ${phone}` });
    await head.getByText('pour Simone Martin, 87 ans · ').waitFor();
    await call('06 39 98 12 40').waitFor();
    await until(async () =>
      assert.equal(await call('02 61 91 12 40').getAttribute('href'), 'tel:0261911240'),
    );
    const desk = await signIn(office.service);
    const wrong = { date: '2026-03-04', time: '10:00', stage: null, done: true, outcome: 'wrong-number' };
    await desk.patch(`/desk/entries/${id}`, { actions: [wrong] });
    await call('06 39 98 12 40').waitFor({ state: 'detached' });
    await head.getByText('06 39 98 12 40 mauvais numéro').waitFor();
    await call('02 61 91 12 40').waitFor();
    await desk.patch(`/desk/entries/${id}`, { actions: [wrong] });
    const mail = head.getByRole('link', { name: 'claire.durand@example.org' });
    await until(async () =>
      assert.equal(await mail.getAttribute('href'), 'mailto:claire.durand@example.org'),
    );
    await until(async () => assert.equal(await head.locator('a[href^="tel:"]').count(), 0));
    await assertEveryLook(page, 'entry-wrong-number');
    await desk.patch(`/desk/entries/${id}`, { relations: [{ position: 0, cellphone: '06 39 98 12 41' }] });
    await call('06 39 98 12 41').waitFor();
    await until(async () => assert.equal(await mail.count(), 0));
    assert.deepEqual(problems, []);
  });

  it('folds a long message, and takes a note where it will stand', async () => {
    const { id } = await sendLead(office, { comment: 'Maman ne mange plus seule. '.repeat(700) });
    const { page, problems } = await enterEntry(office, id);
    const timeline = block(page, 'Suivi');
    const height = async () => (await timeline.boundingBox())?.height ?? 0;
    assert.ok((await height()) < 700, `${await height()} px`);
    await timeline.getByRole('button', { name: 'Lire la suite' }).click();
    assert.ok((await height()) > 1500, `${await height()} px`);
    await timeline.getByRole('button', { name: 'Réduire' }).click();

    const clicks = await countClicks(page);
    const note = timeline.getByLabel('Note', { exact: true });
    await note.fill('Le fils passe samedi');
    await page.getByRole('menuitem', { name: 'Agenda' }).click();
    await page.goto(`/#/leads/${id}`);
    await timeline.getByRole('button', { name: 'Enregistrer la note' }).click();
    assert.equal(await clicks(), 2);
    await shows(timeline.getByRole('listitem').first(), /Note, 04\/03\/2026 à 10:00\s*Le fils passe samedi/);
    await until(async () => assert.equal(await note.inputValue(), ''));
    await assertEveryLook(page, 'entry-note');
    assert.deepEqual(problems, []);
  });

  it('is handed over to a residence whose entries the user can’t read', async () => {
    const { id } = await sendLead(office);
    const grants = [{ role: 'direction', establishmentId: 3 }] as const;
    const { page, problems } = await enterEntry(office, id, { grants });
    const clicks = await countClicks(page);
    await page.getByRole('button', { name: 'Confier à…' }).click();
    await page.keyboard.type('Elle rappelle jeudi, demander Mme Roche');
    await page.getByRole('dialog').getByRole('button', { name: 'La Roseraie' }).waitFor();
    await assertEveryLook(page, 'entry-hand-over');
    await page.getByRole('dialog').getByRole('button', { name: 'La Roseraie' }).click();
    await page.getByText('La fiche est confiée à La Roseraie.').waitFor();
    assert.equal(await clicks(), 2);
    // Out of reach as it is, who has done it takes it back.
    await page.getByRole('alert').getByRole('button', { name: 'Annuler' }).click();
    await page.getByText('C’est annulé.').waitFor();
    await page.getByText(/^pour .* · Le Clos des Vignes · /).waitFor();
    await until(async () =>
      assert.equal(await block(page, 'Suivi').getByText('Elle rappelle jeudi').count(), 0),
    );
    assert.deepEqual(
      problems.filter((problem) => !problem.includes('404')),
      [],
    );
  });

  it('is worked by keyboard alone', async () => {
    const { id } = await sendLead(office);
    const { page, problems } = await enterEntry(office, id);
    await page.getByRole('button', { name: 'Planifier une visite' }).focus();
    // The letters under the buttons press them.
    await page.keyboard.press('n');
    await page.keyboard.type('Rappeler jeudi');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('j');
    const autre = page.getByRole('button', { name: 'Autre…' });
    await autre.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Noter un appel' });
    await until(async () => assert.equal(await dialog.getByLabel('Note').inputValue(), 'Rappeler jeudi'));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await block(page, 'Suivi').getByText('Rappeler jeudi').waitFor();
    await page.getByText('Appel prévu mer. 4 mars 14:00').waitFor();
    await dialog.waitFor({ state: 'detached' });
    // What went with the call is no longer typed.
    await until(async () => assert.equal(await page.getByLabel('Note', { exact: true }).inputValue(), ''));
    const more = page.getByRole('button', { name: 'Plus d’actions' });
    await more.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Noter un accord' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // The focus is back where the form was opened.
    await until(async () => assert.ok(await more.evaluate((button) => button === document.activeElement)));
    assert.deepEqual(problems, []);
  });

  it('shows an opinion, and a contact that becomes a lead', async () => {
    const visitor = { civility: 'contact.civility.mrs', firstName: 'Claire', lastName: 'Petit' };
    const id = await send(
      office.service,
      'survey-1',
      {
        ...visitor,
        phone: '04 65 71 12 34',
        urgence: 'Sous 15 jours',
        contact: 'Ma mère sort\nde l’hôpital',
      },
      survey,
    );
    const { page, problems } = await visitEntry(office, id, 'surveys');
    await shows(block(page, 'Personne qui écrit'), /Claire[\s\S]*04 65 71 12 34/);
    await shows(block(page, 'Suivi'), /Ma mère sort\nde l’hôpital/);
    await shows(block(page, 'Souhaits'), /Sous 15 jours/);
    await assertEveryLook(page, 'entry-survey');
    assert.equal((await lookUp(office.service, 'survey-1')).data.status, 'new');
    await page.getByRole('button', { name: 'Marquer comme traité' }).click();
    await shows(block(page, 'Historique'), 'Hélène Faure a marqué la fiche comme traitée.');
    assert.equal((await lookUp(office.service, 'survey-1')).data.status, 'processed');
    await page.getByRole('button', { name: 'Créer une demande' }).click();
    await save(page, { Séjour: 'Hébergement temporaire' });
    await page.waitForURL(new RegExp(`#/leads/${id}$`));
    await block(page, 'Proches, personne à contacter').getByText('Claire Petit').waitFor();
    await shows(block(page, 'Souhaits'), /Hébergement temporaire[\s\S]*Sous 15 jours/);
    // The old address redirects there.
    await page.goto(`/#/surveys/${id}`);
    await page.waitForURL(new RegExp(`#/leads/${id}$`));
    assert.deepEqual(problems, []);
  });

  it('shows an application, with its CV to download', async () => {
    const cv = { name: 'Léa Bernard – CV.pdf', type: 'application/pdf', content: pdf.toString('base64') };
    const body = { etablissementId: 3, firstName: 'Léa', lastName: 'Bernard', message: 'Disponible', cv };
    const id = await send(office.service, 'application-1', body, application);
    const { page, problems } = await visitEntry(office, id, 'applications');
    await block(page, 'Origine').getByText('Candidature spontanée').waitFor();
    await block(page, 'CV').getByText('Léa Bernard – CV.pdf (1 Ko)').waitFor();
    await assertEveryLook(page, 'entry-application');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Télécharger le CV' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'Léa Bernard – CV.pdf');
    assert.deepEqual(await contentOf(download), pdf);
    await until(async () =>
      assert.equal(await page.getByRole('button', { name: 'Famille jointe' }).count(), 0),
    );

    // A name that misleads is shown as text, and is not that of the file.
    const named = { ...body, cv: { ...cv, name: '..\\..\\facture\u202Efdp.hta' } };
    await page.goto(`/#/applications/${await send(office.service, 'application-named', named, application)}`);
    await block(page, 'CV').getByText('facturefdp.pdf (1 Ko)').waitFor();
    await block(page, 'CV').getByText('Nom envoyé : ..\\..\\facture\\u{202E}fdp.hta').waitFor();
    const [renamed] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Télécharger le CV' }).click(),
    ]);
    assert.equal(renamed.suggestedFilename(), 'facturefdp.pdf');
    assert.deepEqual(problems, []);
  });

  it('separates what a visitor says from what is known', async () => {
    const { password } = await newPassword(office.service, 'browser');
    const answer = await office.service.post(`/fr/etablissement/3/commercial/create?password=${password}`, {
      lastNameClient: 'Dupuis',
      resultat: 'commercial.resultat.realisee',
      motif: 'commercial.motif.financier',
      dateFirstContact: '2019-05-01',
      commercialactions: [{ date: '2026-03-01', comment: 'Visite faite' }],
    });
    assert.equal(answer.statusCode, 200, answer.body);
    const id = await newestEntry(office.service.database);
    const { page, problems } = await visitEntry(office, id);
    const said = block(page, 'Site et technique');
    await shows(said, /Non vérifié\s: ne compte ni comme résultat ni dans les statistiques/);
    await shows(said, /Résultat\s*Admission réalisée/);
    await shows(said, /Date de premier contact indiquée\s*01\/05\/2019/);
    await shows(block(page, 'Suivi'), /Visite faite[\s\S]*Indiqué par le visiteur, non vérifié/);
    await shows(block(page, 'Origine'), /Premier contact le\s*04\/03\/2026/);
    await assertEveryLook(page, 'entry-visitor');
    assert.deepEqual(problems, []);
  });

  it('shows what the partner sent, and what is new', async () => {
    const { service } = office;
    await service.exchange('/appli/partner/orientation', {
      NumeroDemandeOrientationCR: '2026 / 001_002_003',
      etablissementId: 3,
      GirEstime: 'GIR 3',
      BudgetMensuel: 2450.5,
      'PersonneAgee / Nom': 'Garnier',
      'PersonneAgee / Prenom': 'Yvette',
      'Contact / Nom': 'Garnier',
      'Contact / Prenom': 'Paul',
      'Contact / Mobile': '+33639981299',
    });
    await service.exchange('/appli/partner/suivi', {
      NumeroDemandeOrientationCR: '2026 / 001_002_003',
      State: 'Conclu',
      Reason: 'Entrée lundi',
    });
    const { id } = (await service.get(`/fr/commercial/checkPhone?phone=0639981299&${service.query}`)).json<
      { id: number }[]
    >()[0] ?? { id: 0 };
    const { page, problems } = await visitEntry(office, id);
    await page.getByText('Du nouveau sur cette fiche').waitFor();
    const mobile = page.getByRole('link', { name: '06 39 98 12 99' });
    await until(async () => assert.equal(await mobile.first().getAttribute('href'), 'tel:+33639981299'));
    const partner = block(page, 'Orientation partenaire');
    await shows(partner, /partner[\s\S]*2026 \/ 001_002_003[\s\S]*RES-/);
    await partner.getByText('Dernier message du partenaire').click();
    await partner.getByText('Personne âgée : nom').waitFor();
    await block(page, 'Souhaits').getByText('GIR 3').waitFor();
    await shows(block(page, 'Historique'), 'État : Conclu');
    await shows(block(page, 'Historique'), 'Raison indiquée : Entrée lundi');
    await assertEveryLook(page, 'entry-orientation');
    await page.getByRole('button', { name: 'J’ai vu', exact: true }).click();
    await page.getByText('Du nouveau sur cette fiche').waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
  });

  it('offers no acts to readers, and is missing for users without the right', async () => {
    const phone = { phoneClient: '05 36 49 12 34', commercialrelations: [] };
    const { id } = await sendLead(office, phone);
    await send(office.service, 'elsewhere-1', phone, 'etablissement/5/commercial/create');
    const reader = await enterEntry(office, id, { grants: [{ role: 'reader', establishmentId: 3 }] });
    await reader.page.getByText('Connue ailleurs : 1 autre fiche').waitFor();
    const main = reader.page.getByRole('main');
    await until(async () => assert.deepEqual(await main.getByRole('button').allInnerTexts(), []));
    const other = await office.enter({
      grants: [{ role: 'direction', establishmentId: 5 }],
      at: `/leads/${id}`,
    });
    await other.page.getByText('Cette fiche n’existe pas').waitFor();
    await until(async () =>
      assert.doesNotMatch(await other.page.locator('body').innerText(), /Martin|05 36 49/),
    );
    for (const address of ['/leads/999999', '/leads/abc', `/surveys/${id}`]) {
      await other.page.goto(`/#${address}`);
      await other.page.getByText('Cette fiche n’existe pas').waitFor();
    }
    assert.deepEqual([...reader.problems, ...other.problems], []);
  });

  it('says when a click came, and what the visitor agreed to', async () => {
    const { id } = await sendLead(office, {
      gclidCapturedAt: Date.parse('2026-03-03T08:05:00.000Z'),
      adUserData: 'GRANTED',
      adPersonalization: 'DENIED',
    });
    const { page, problems } = await visitEntry(office, id);
    const extra = block(page, 'Site et technique');
    await shows(extra, /Clic publicitaire du\s*03\/03\/2026 09:05/);
    await shows(extra, /Consentement\s: publicité\s*accordé/);
    await shows(extra, /Consentement\s: publicité personnalisée\s*refusé/);
    const { id: odd } = await sendLead(office, { gclidCapturedAt: 9e99, adUserData: 'oui' });
    await page.goto(`/#/leads/${odd}`);
    await shows(extra, /Consentement\s: publicité\s*oui/);
    assert.deepEqual(problems, []);
  });

  it('shows foreign text as text', async () => {
    const script = '"><img src=x onerror="window.struck=1"><script>window.struck=1</script>';
    const address = 'javascript:window.struck=1';
    const { id } = await sendLead(
      office,
      {
        firstNameClient: script,
        lastNameClient: address,
        phoneClient: `${address} 0261911234`,
        villeClient: script,
        delais: script,
        budget: script,
        securite: script,
        comment: script,
        gclid: script,
        partnerid: script,
        page: address,
        [script]: script,
        nested: { html: script, list: [address] },
        commercialrelations: [
          { firstName: script, lastName: script, phone: address, ville: script, [script]: address },
        ],
        commercialactions: [{ date: '2026-03-01', comment: script, [script]: script }],
      },
      script,
    );
    const { page, problems } = await enterEntry(office, id, { name: script });
    let dialogs = 0;
    page.on('dialog', () => dialogs++);
    await page.getByLabel('Note', { exact: true }).fill(script);
    await page.getByRole('button', { name: 'Pas de réponse' }).click();
    await page.getByRole('button', { name: 'Modifier : Souhaits' }).click();
    await save(page, { Délai: `${script}!` });
    await chooseAct(page, 'Commentaire transmis au site');
    await save(page, { Commentaire: address });
    await shows(block(page, 'Historique'), `Délai : ${script}!`);
    await until(async () =>
      assert.equal(await page.evaluate(() => Reflect.get(window, 'struck')), undefined),
    );
    await until(async () =>
      assert.equal(await page.locator('main img, main script, a[href^="javascript:" i]').count(), 0),
    );
    const links = page.getByRole('main').getByRole('link');
    for (const href of await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '')))
      assert.match(href, /^(?:tel:[+\d]+|mailto:|#\/)/);
    assert.equal(dialogs, 0);
    await assertNotWide(page, 'foreign text');
    await page.setViewportSize({ width: 360, height: 780 });
    await assertNotWide(page, 'foreign text, 360 px');
    await assertEveryLook(page, 'entry-hostile');
    assert.deepEqual(problems, []);
  });
});
