import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { closing, eraseDecided, newRequest, openRequest } from '../../server/test/fixtures/privacy.ts';
import { execute, number, rows } from '../../server/test/fixtures/rows.ts';
import { newestEntry } from '../../server/test/fixtures/stored-entry.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { choose, enterEntry, sendLead } from './entry.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

const officer = [{ role: 'privacy', establishmentId: null }] as const;

describe('pages of « Vie privée »', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  it('holds an entry: it is not erased, its page says so, and the hold can be ended', async () => {
    const { id: held } = await sendLead(office, { phoneClient: '02 61 91 20 01' });
    const { id: free } = await sendLead(office, { phoneClient: '02 61 91 20 01', budget: '3 000 €' });
    const { page, problems } = await office.enter({ grants: officer, at: `/privacy/entries/${held}` });
    await page.getByRole('button', { name: 'Geler', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Motif').fill('Assignation du 2 mars');
    await dialog.getByLabel('Jusqu’au').fill('2032-01-01');
    await dialog.getByRole('button', { name: 'Geler' }).click();
    await dialog.getByText('La fin est aujourd’hui au plus tôt, dans cinq ans au plus tard.').waitFor();
    await dialog.getByLabel('Jusqu’au').fill('2027-03-04');
    await assertEveryLook(page, 'privacy-hold');
    await dialog.getByRole('button', { name: 'Geler' }).click();
    await page.getByText('Litige en cours jusqu’au 04/03/2027').waitFor();
    await assertEveryLook(page, 'privacy-entry');

    const staff = await enterEntry(office, held);
    await staff.page.getByText('Litige en cours jusqu’au 04/03/2027').waitFor();
    await assertEveryLook(staff.page, 'privacy-lead-held');

    const desk = await signIn(office.service);
    await openRequest(desk, [held, free]);
    await page.getByRole('tab', { name: 'Demandes d’exercice de droits' }).click();
    await page.getByRole('link', { name: /^Demande n°/ }).click();
    await page.getByRole('button', { name: 'Effacer les données' }).click();
    await dialog.getByText('1 fiche sera effacée.').waitFor();
    await dialog.getByText(`Fiche n° ${held} : litige en cours jusqu’au 04/03/2027.`).waitFor();
    await dialog.getByLabel('Tapez EFFACER pour confirmer').fill('effacer');
    await dialog.getByRole('button', { name: 'Décider l’effacement' }).click();
    await dialog.getByText('Tapez le mot EFFACER, en majuscules.').waitFor();
    const asked: { path: string; digest?: string }[] = [];
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname;
      if (request.method() === 'POST' && path.startsWith('/desk/privacy/erasures'))
        asked.push({ path, digest: request.postDataJSON().digest });
    });
    // The entry changes after the plan was shown.
    const changed = await desk.patch(`/desk/entries/${free}`, { comment: 'Rappelée' });
    assert.equal(changed.statusCode, 200, changed.body);
    await dialog.getByLabel('Tapez EFFACER pour confirmer').fill('EFFACER');
    await dialog.getByRole('button', { name: 'Décider l’effacement' }).click();
    await dialog.getByText('Quelque chose a changé entre-temps.').waitFor();
    const erased = "select count(*) from entries where restriction = 'erased'";
    assert.equal(await number(office.service.database, erased), 0);
    await assertEveryLook(page, 'privacy-erase-changed');
    // It has planned anew, and erases only when it is asked again.
    const plan = '/desk/privacy/erasures/plan';
    assert.deepEqual(
      asked.map(({ path }) => path),
      ['/desk/privacy/erasures', plan],
    );
    await dialog.getByRole('button', { name: 'Décider l’effacement' }).click();
    await page
      .getByText(/^Effacement décidé/)
      .first()
      .waitFor();
    await eraseDecided(office.service);
    assert.equal(await number(office.service.database, erased), 1);

    await page.getByRole('tab', { name: 'Gels et limitations' }).click();
    await page.getByText('Assignation du 2 mars').waitFor();
    await assertEveryLook(page, 'privacy-holds');
    await page.getByRole('button', { name: `Lever le gel de la fiche n° ${held}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Lever' }).click();
    await page.getByText('Gel levé.').waitFor();
    await page.getByText(/levé par Hélène Faure/).waitFor();
    assert.deepEqual([...problems, ...staff.problems], []);
  });

  it('notes an objection, which the lead’s page shows, and ends it', async () => {
    const { id } = await sendLead(office, { phoneClient: '02 61 91 30 01', commercialrelations: [] });
    const { page, problems } = await office.enter({ grants: officer, at: '/privacy/holds' });
    await page.getByRole('button', { name: 'Noter une opposition' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Noter l’opposition' }).click();
    await dialog.getByText('Donnez un téléphone ou un e-mail.').waitFor();
    await dialog.getByLabel('Téléphone').fill('02 61 91 30 01');
    await assertEveryLook(page, 'privacy-objection');
    await dialog.getByRole('button', { name: 'Noter l’opposition' }).click();
    await page.getByText('Un téléphone, le 04/03/2026').waitFor();
    const staff = await enterEntry(office, id);
    await staff.page.getByText('S’est opposée à la prospection le 04/03/2026').first().waitFor();
    await page.getByRole('button', { name: /^Retirer l’opposition/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retirer' }).click();
    await page.getByText('Aucune opposition.').waitFor();
    assert.deepEqual([...problems, ...staff.problems], []);
  });

  it('shows what a partner has sent about a limited entry, which is taken up or set aside', async () => {
    const { service } = office;
    const say = async (more: object) => {
      const numero = { NumeroDemandeOrientationCR: '2026 / 004_005_006', etablissementId: 3 };
      const answer = await service.exchange('/appli/partner/orientation', { ...numero, ...more });
      assert.equal(answer.statusCode, 200, answer.body);
    };
    await say({ 'PersonneAgee / Nom': 'Garnier' });
    const id = await newestEntry(service.database);
    const desk = await signIn(service);
    const hold = { kind: 'limitation', reason: 'Contestation', until: '2026-12-31' };
    assert.equal((await desk.post(`/desk/privacy/entries/${id}/holds`, hold)).statusCode, 200);
    await say({ CommentaireContact: 'Elle a changé d’avis.' });
    await say({ GirEstime: 'GIR 3' });
    const { page, problems } = await office.enter({ grants: officer, at: `/privacy/entries/${id}` });
    await page.getByText('Elle a changé d’avis.').waitFor();
    await assertEveryLook(page, 'privacy-withheld');
    // Of the oldest alone: another one would match too.
    await page.getByRole('button', { name: /^Reprendre/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reprendre' }).click();
    await page.getByText('Message repris.').waitFor();
    await page
      .getByRole('button', { name: /^Écarter/ })
      .nth(1)
      .waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Écarter/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Écarter' }).click();
    await page.getByText('Messages du partenaire mis de côté').waitFor({ state: 'detached' });
    const [stored] = await rows<{ comment: string; fields: string }>(
      service.database,
      `select comment, fields from entries where id = ${id}`,
    );
    assert.equal(stored?.comment, 'Elle a changé d’avis.');
    assert.doesNotMatch(stored?.fields ?? '', /GIR/);
    assert.deepEqual(problems, []);
  });

  it('corrects any field, an unnamed one and one of a related person too', async () => {
    const { id } = await sendLead(office, { numeroSecu: '2 38 05', accepte: true });
    const { page, problems } = await office.enter({ grants: officer, at: `/privacy/entries/${id}` });
    await page.getByRole('button', { name: 'Corriger' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nom de naissance').first().fill('Marteau');
    await dialog.getByLabel('numero secu').fill('');
    await dialog.getByLabel('accepte').fill('false');
    await dialog.getByLabel('Prénom').last().fill('Clara');
    await assertEveryLook(page, 'privacy-rectify');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Fiche corrigée.').waitFor();
    await page.getByRole('heading', { level: 2, name: 'Simone Marteau' }).waitFor();
    const [stored] = await rows<{ extra: string; related: string }>(
      office.service.database,
      `select extra, (select fields from relations where entry_id = entries.id) as related from entries where id = ${id}`,
    );
    assert.equal(stored?.extra, '{"accepte":false,"page":"/ehpad-saumur"}');
    assert.match(stored?.related ?? '', /Clara/);
    assert.deepEqual(problems, []);
  });

  it('prepares an export: who asks, and what is withheld', async () => {
    const { id } = await sendLead(office);
    const desk = await signIn(office.service);
    const asked = { ...newRequest, kind: 'access', person: 'Simone Martin', receivedOn: '2026-02-08' };
    const request = (await desk.post('/desk/privacy/requests', asked)).json<{ id: number }>().id;
    const { id: refused } = await sendLead(office);
    const entries = [{ entryId: id }, { entryId: refused }];
    await desk.post(`/desk/privacy/requests/${request}/entries`, { entries });
    const refusal = { state: 'refused', reason: 'Une autre personne' };
    await desk.patch(`/desk/privacy/requests/${request}/entries/${refused}`, refusal);
    const { page, problems } = await office.enter({ name: 'Inès Roche', at: '/' });
    await page.getByText('1 demande d’exercice de droits arrive à échéance, le 08/03/2026.').waitFor();
    await assertEveryLook(page, 'privacy-today');
    await page.getByRole('link', { name: 'Les traiter' }).click();
    await page.getByText('À répondre au plus tard le 08/03/2026 (4 jours)').waitFor();
    await assertEveryLook(page, 'privacy-requests');
    await page.getByRole('link', { name: /^Demande n°.*Accès$/ }).click();
    const download = page.getByRole('link', { name: 'Télécharger l’export (ZIP)' });
    await page.getByText('Notez d’abord comment l’identité a été vérifiée').waitFor();
    await until(async () => assert.equal(await download.getAttribute('aria-disabled'), 'true'));
    await page.getByRole('radio', { name: 'Sur place' }).click();
    await page.getByRole('button', { name: 'Enregistrer la vérification' }).click();
    await page.getByText('Dites d’abord, pour chaque fiche, qui la demande concerne.').waitFor();
    await page.getByRole('checkbox', { name: 'Simone Martin, personne de la fiche' }).check();
    await page.getByText('Dites d’abord').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Textes de la fiche n° ${id}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Ne pas remettre ce texte').first().check();
    await dialog.getByLabel('Motif').fill('Nomme un tiers');
    await assertEveryLook(page, 'privacy-persons');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('1 texte non remis').waitFor();
    const downloaded = page.waitForEvent('download');
    await download.click();
    assert.match((await downloaded).suggestedFilename(), /\.zip$/);
    await page.getByText('Données exportées').waitFor();
    await page.getByRole('button', { name: 'Prolonger le délai' }).click();
    await dialog.getByLabel('Raison').fill('Archives papier');
    await dialog.getByRole('button', { name: 'Prolonger de deux mois' }).click();
    await page.getByText('Délai prolongé de deux mois : Archives papier').waitFor();
    assert.deepEqual(problems, []);
  });

  it('shows how long data is kept, and changes a duration', async () => {
    const { page, problems } = await office.enter({ grants: officer, at: '/privacy/retention' });
    const rule = page.getByRole('row', { name: /^Candidatures et CV/ });
    await rule.getByText('2 ans').waitFor();
    const save = rule.getByRole('button', { name: 'Enregistrer' });
    await rule.getByLabel('Jours').fill('179');
    await rule.getByText('De 180 à 3650').waitFor();
    await until(async () => assert.equal(await save.isDisabled(), true));
    await rule.getByLabel('Jours').fill('1095');
    await save.click();
    await page.getByText('Durée enregistrée.').waitFor();
    // The form begins anew with the stored duration.
    await save.waitFor({ state: 'detached' });
    await rule.getByRole('cell', { name: '0', exact: true }).first().waitFor();

    const stored = async () => {
      const [row] = await rows<{ days: number; next: number | null }>(
        office.service.database,
        "select days, next_days as next from retention_rules where name = 'application'",
      );
      return [row?.days, row?.next];
    };
    await rule.getByLabel('Jours').fill('365');
    await save.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^0 déjà au-delà de cette durée/).waitFor();
    await dialog.getByText(/^Rien n’est effacé par cette durée pendant 31 jours/).waitFor();
    assert.deepEqual(await stored(), [1_095, null]);
    await assertEveryLook(page, 'privacy-retention-shorten');
    await dialog.getByRole('button', { name: /^Raccourcir à 365\sjours$/ }).click();
    await rule.getByText('365 jours à partir du 04/04/2026.').waitFor();
    assert.deepEqual(await stored(), [1_095, 365]);
    await assertEveryLook(page, 'privacy-retention');
    await rule.getByRole('button', { name: /^Garder 1\s095 jours/ }).click();
    await rule.getByText('365 jours à partir du').waitFor({ state: 'detached' });
    assert.deepEqual(await stored(), [1_095, null]);
    assert.deepEqual(problems, []);
  });

  it('says that the last run could not deal with something', async () => {
    const run = `insert into retention_runs (started_at, finished_at, counts)
      values ('2026-03-04T01:30:00.000Z', '2026-03-04T01:31:00.000Z', '{"prospect":2,"failed":1}')`;
    await execute(office.service.database, run);
    const { page, problems } = await office.enter({ grants: officer, at: '/privacy/retention' });
    const alert = page.getByRole('alert');
    await alert.getByText(/Demandes sans admission\s: 2 mises à effacer/).waitFor();
    await alert.getByText('Une fiche ou une ligne n’a pas pu être traitée').waitFor();
    assert.deepEqual(problems, []);
  });

  it('erases nothing for a request that was closed meanwhile, and says so', async () => {
    const { id } = await sendLead(office);
    const desk = await signIn(office.service, officer);
    const requestId = await openRequest(desk, [id]);
    const path = `/desk/privacy/requests/${requestId}`;
    const { page, problems } = await office.enter({ grants: officer, at: `/privacy/requests/${requestId}` });
    await page.getByRole('button', { name: 'Effacer les données' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Tapez EFFACER pour confirmer').fill('EFFACER');
    const closed = await desk.patch(path, { ...closing, decision: 'refused', ground: 'Litige en cours' });
    assert.equal(closed.statusCode, 200, closed.body);
    await dialog.getByRole('button', { name: 'Décider l’effacement' }).click();
    await page.getByText('Cette demande a été close entre-temps').waitFor();
    const erased = `select count(*) from entries where id = ${id} and restriction = 'erased'`;
    assert.equal(await number(office.service.database, erased), 0);
    assert.deepEqual(problems, []);
  });

  it('confirms a rule that waits since an update, once it has said what it would erase', async () => {
    const { database } = office.service;
    await execute(database, "delete from retention_rules where name = 'complaint'");
    const { page, problems } = await office.enter({
      grants: officer,
      at: '/privacy/retention',
      name: 'Inès Roche',
    });
    const rule = page.getByRole('row', { name: /^Réclamations/ });
    await rule.getByText('À confirmer').waitFor();
    const confirmed =
      "select count(*) from retention_rules where name = 'complaint' and confirmed_at is not null";
    await rule.getByRole('button', { name: 'Confirmer cette règle : Réclamations' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^0 fiche sera mise à effacer la nuit prochaine\./).waitFor();
    assert.equal(await number(database, confirmed), 0);
    await assertEveryLook(page, 'privacy-retention-confirm');
    await dialog.getByRole('button', { name: 'Confirmer cette règle' }).click();
    await rule.getByText('Appliquée', { exact: true }).waitFor();
    await rule.getByText(/^Confirmée le 04\/03\/2026 .+ \(.+\)$/).waitFor();
    await until(async () =>
      assert.equal(await rule.getByRole('button', { name: /Confirmer cette règle/ }).count(), 0),
    );
    assert.equal(await number(database, confirmed), 1);
    assert.deepEqual(problems, []);
  });

  it('writes the register, flags a field that should not have come, and keeps own texts', async () => {
    await sendLead(office, { numeroSecu: '2 38 05' });
    const { page, problems } = await office.enter({ grants: officer, at: '/privacy/register' });
    await page.getByText('Numéro d’identité ou donnée bancaire').waitFor();
    // Folded, but for what has to be dealt with.
    const unfold = (title: string) => page.getByRole('button', { name: title, exact: true }).click();
    await until(async () =>
      assert.equal(
        await page
          .getByText(/^Prospect sans admission, depuis/)
          .first()
          .isVisible(),
        false,
      ),
    );
    await unfold('Demandes de renseignement et suivi commercial');
    await page
      .getByText(/^Prospect sans admission, depuis son dernier contact\s:\s1095 jours/)
      .first()
      .waitFor();
    await page.getByText('1 champ ne devrait pas être reçu').waitFor();
    await unfold('Responsable du traitement');
    await page.getByRole('button', { name: 'Modifier le texte : Responsable du traitement' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Votre texte').fill('Groupe Loire, 1 rue des Lilas, Angers');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Groupe Loire, 1 rue des Lilas, Angers').waitFor();
    await page.getByRole('button', { name: 'Supprimer partout et refuser : numeroSecu' }).click();
    await dialog.getByText(/^Ce champ figure dans \d+ fiches?\./).waitFor();
    await dialog.getByLabel('Tapez « numeroSecu » pour confirmer').fill('secu');
    await dialog.getByRole('button', { name: 'Supprimer et refuser' }).click();
    await dialog.getByText('Tapez exactement « numeroSecu ».').waitFor();
    await assertEveryLook(page, 'privacy-refuse');
    await dialog.getByLabel('Tapez « numeroSecu » pour confirmer').fill('numeroSecu');
    await dialog.getByRole('button', { name: 'Supprimer et refuser' }).click();
    await page.getByRole('button', { name: 'Accepter de nouveau : numeroSecu' }).waitFor();
    await unfold('Noms sensibles');
    await page.getByRole('button', { name: 'Ajouter un terme' }).click();
    await dialog.getByLabel('Terme (minuscules, sans accent)').fill('regime');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('regime', { exact: true }).waitFor();
    await assertEveryLook(page, 'privacy-register');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await until(async () =>
      assert.equal(await page.getByRole('button', { name: 'Imprimer' }).isVisible(), false),
    );
    await until(async () =>
      assert.equal(await page.getByRole('menuitem', { name: 'Vie privée' }).isVisible(), false),
    );
    await page.emulateMedia({ media: 'screen' });
    assert.deepEqual(problems, []);
  });

  it('says whose data a user has seen between two days, all persons of each entry', async () => {
    const { id } = await sendLead(office, {
      commercialrelations: [{ lastName: 'Durand', firstName: 'Claire' }],
    });
    const { page, problems } = await office.enter({
      ...{ grants: officer, at: `/privacy/entries/${id}`, name: 'Hélène Curieuse' },
    });
    await page.getByRole('tab', { name: 'Registre' }).click();
    const card = page.getByRole('region', { name: 'Données vues par un utilisateur' });
    await card.getByRole('button', { name: 'Données vues par un utilisateur' }).click();
    await card.getByLabel('Utilisateur').fill('Hélène Cur');
    await page.getByRole('option', { name: 'Hélène Curieuse' }).click();
    for (const label of ['Du', 'Au']) await card.getByLabel(label).fill('2026-03-04');
    await card.getByRole('button', { name: 'Afficher' }).click();
    const row = card.getByRole('row').filter({ hasText: `Fiche n° ${id} : ` });
    await row.getByText(/Simone Martin.*, Claire Durand/).waitFor();
    await row.getByText('Lecture').waitFor();
    await assertEveryLook(page, 'privacy-seen');
    const download = page.waitForEvent('download');
    await card.getByRole('link', { name: 'Télécharger les données vues (CSV)' }).click();
    assert.equal((await download).suggestedFilename(), 'donnees-vues-2026-03-04.csv');
    assert.deepEqual(problems, []);
  });

  it('gives the role « Protection des données », which has no residence', async () => {
    const { page, problems } = await office.enter({ at: '/users', name: 'Hélène Faure' });
    await page.getByRole('button', { name: 'Inviter un utilisateur' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Adresse e-mail').fill('ines.roche@example.org');
    await dialog.getByLabel('Nom affiché').fill('Inès Roche');
    await choose(page, 'Rôle', 'Protection des données');
    await until(async () =>
      assert.equal(await dialog.getByRole('combobox', { name: /^Résidence/ }).count(), 0),
    );
    await dialog.getByRole('button', { name: 'Créer l’invitation' }).click();
    await page.getByRole('button', { name: 'C’est noté, fermer' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Inès Roche' })
      .filter({ hasText: 'Invité' })
      .getByText('Protection des données', { exact: true })
      .waitFor();
    assert.deepEqual(problems, []);
  });
});
