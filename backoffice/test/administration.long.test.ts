// The pages of administrators and directors, each act from its button to what is stored.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { writeNextMail } from '../../server/src/mail/next-mail.ts';
import { notifyImmediately } from '../../server/src/mail/notify.ts';
import { completeNotices, completeWebhooks } from '../../server/src/outbox/complete.ts';
import { ok } from '../../server/test/fixtures/answers.ts';
import { untilNotified } from '../../server/test/fixtures/change-notifications.ts';
import { doStage, fetchFile, newLead } from '../../server/test/fixtures/conversions.ts';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { mailOn } from '../../server/test/fixtures/mail.ts';
import { newEndpoint, newEntry, newEvent } from '../../server/test/fixtures/outbox.ts';
import { execute, number } from '../../server/test/fixtures/rows.ts';
import { lastEntry } from '../../server/test/fixtures/stored-entry.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { contentOf } from './browser.ts';
import { choose, sendLead } from './entry.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

const direction = [{ role: 'direction', establishmentId: 3 }] as const;

describe('administration', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice(mailOn);
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  it('mails are listed, and one that was given up is sent again', async () => {
    const { service } = office;
    const {
      database,
      clock,
      config: { publicUrl },
    } = service;
    const opened = clock.now;
    const director = await signIn(service, [{ role: 'direction', establishmentId: 3 }]);
    for (let i = 0; i < 2; i++) {
      await sendLead(office);
      await database.write(notifyImmediately, {}, clock.now);
      await database.write(writeNextMail, { publicUrl }, clock.now);
      // The next mail is not before a quarter of an hour.
      clock.now = new Date(clock.now.getTime() + 20 * 60_000);
    }
    const at = clock.now.toISOString();
    const id = await number(database, 'select min(id) from notices');
    const cause = `550 <b>No such user</b> ${director.email}`;
    const outcome = { status: null, ms: 1, failureReason: cause, responseExcerpt: '' };
    const failed = { id, destinationId: 0, attempts: 0, at, verdict: 'failed', nextAt: null } as const;
    await database.write(completeNotices, { ...failed, ...outcome }, clock.now);

    const { page, problems } = await office.enter({ at: '/integrations' });
    await page.getByRole('tab', { name: 'E-mails' }).click();
    const mails = page.getByRole('main').getByRole('listitem');
    await mails.filter({ hasText: 'En route' }).getByText(`À ${director.email}`).waitFor();
    await mails.filter({ hasText: 'Abandonné' }).getByText(cause).waitFor();
    await assertEveryLook(page, 'integrations-mails');
    await choose(page, 'État', 'Abandonné');
    await page.getByText('1–1 · 1 e-mail').waitFor();
    await page.getByRole('button', { name: `Renvoyer à ${director.email}` }).press('Enter');
    await page.getByText('L’e-mail repart.').waitFor();
    await mails.waitFor({ state: 'detached' });
    assert.equal(await number(database, "select count(*) from notices where state = 'pending'"), 2);
    await choose(page, 'État', 'En route');
    await page.getByText('1–2 · 2 e-mails').waitFor();
    await page
      .getByRole('button', { name: /^Renvoyer/ })
      .first()
      .waitFor({ state: 'detached' });
    await mails
      .getByRole('link', { name: /^Fiche n°/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: 'Simone Martin' }).waitFor();
    clock.now = opened;
    assert.deepEqual(problems, []);
  });

  it('a choice of notifications is kept when it can’t be saved', async () => {
    const { page, problems } = await office.enter({
      grants: [{ role: 'direction', establishmentId: 3 }],
      name: 'Louise Marchand',
    });
    await page.getByRole('button', { name: 'Louise Marchand' }).click();
    await page.getByRole('menuitem', { name: 'Mes e-mails' }).click();
    await page.getByRole('heading', { level: 1, name: 'Mes e-mails' }).waitFor();
    const choice = page.getByRole('group', { name: 'Quand être averti' });
    const picked = choice.getByRole('radio', { checked: true });
    await until(async () => assert.equal(await picked.getAttribute('value'), 'at-once'));
    await assertEveryLook(page, 'my-mail');

    const save = page.getByRole('button', { name: 'Enregistrer' });
    await page.route('**/desk/session/mail', (route) => route.abort());
    await choice.getByRole('radio', { name: 'Jamais' }).check();
    await save.click();
    await page.getByText('Le service ne répond pas. Vérifiez').waitFor();
    await until(async () => assert.equal(await picked.getAttribute('value'), 'none'));
    await page.unroute('**/desk/session/mail');

    await choice.getByRole('radio', { name: 'Une fois par jour, le matin' }).check();
    await save.click();
    await page.getByText('Choix enregistré.').waitFor();
    const users = "select count(*) from users where mail = 'digest'";
    assert.equal(await number(office.service.database, users), 1);
    // The request that was broken off on purpose.
    assert.deepEqual(
      problems.filter((problem) => !problem.includes('ERR_FAILED')),
      [],
    );
  });

  it('a failed delivery is shown, and sent again with all since a moment', async () => {
    const { service } = office;
    const endpoint = await newEndpoint(service, 'https://hooks.example.org/in');
    await newEvent(service, await newEntry(service, 'site-2026-0007'), {
      data: { comment: '<script>alert(1)</script>' },
    });
    const id = await number(
      service.database,
      `select max(id) from outbox where endpoint_id = ${endpoint.id}`,
    );
    const now = service.clock.now.toISOString();
    const failed = {
      id,
      destinationId: endpoint.id,
      attempts: 0,
      at: now,
      status: 500,
      ms: 1234,
      failureReason: 'The receiver answered 500',
      responseExcerpt: '<script>alert(2)</script>',
      verdict: 'failed',
      nextAt: null,
    } as const;
    await service.database.write(completeWebhooks, failed, new Date(now));
    const { page, problems } = await office.enter({ at: '/integrations' });
    await page.getByRole('tab', { name: 'Envois aux sites' }).click();
    await page.getByLabel('État').click();
    await page.getByRole('option', { name: 'En échec' }).click();
    await page.getByLabel('Référence du site (customId)').fill('site-2026-0007');
    await page.getByRole('link', { name: 'Données modifiées' }).waitFor();
    await page.getByText('1–1 · 1 envoi').waitFor();
    await assertEveryLook(page, 'integrations-deliveries');
    await page.getByRole('link', { name: 'Données modifiées' }).click();

    await page.getByRole('heading', { name: `Envoi n° ${id}` }).waitFor();
    await page.getByText('<script>alert(1)</script>').waitFor();
    await page.getByText('<script>alert(2)</script>').waitFor();
    await page.getByText('Le destinataire a répondu 500.').waitFor();
    await page.getByText('04/03/2026 10:00 · réponse 500').waitFor();
    await assertEveryLook(page, 'integrations-delivery');
    const pending = `select count(*) from outbox where id = ${id} and state = 'pending'`;
    await page.getByRole('button', { name: 'Renvoyer', exact: true }).click();
    await page.getByText('L’envoi repart.').waitFor();
    assert.equal(await number(service.database, pending), 1);
    const again = `update outbox set state = 'failed', next_at = null, finished_at = '${now}' where id = ${id}`;
    await execute(service.database, again);
    await page.getByRole('link', { name: 'Tous les envois' }).click();
    await page.getByRole('button', { name: 'Renvoyer tous les échecs depuis' }).click();
    await page.getByLabel('Depuis le').fill('2026-03-01T00:00');
    await page.getByRole('button', { name: 'Compter' }).click();
    await page.getByText('1 envoi en échec depuis ce moment.').waitFor();
    assert.equal(await number(service.database, pending), 0);
    await page.getByRole('button', { name: 'Renvoyer cet envoi' }).click();
    await page.getByText('1 envoi repart.').waitFor();
    assert.equal(await number(service.database, pending), 1);
    assert.deepEqual(problems, []);
  });

  it('fields of a site get their places, and its next form is a whole lead', async () => {
    const { service } = office;
    const post = async () => {
      const form = 'your-name=Garnier&your-tel=06+39+98+77+01&menu-titre=Mme';
      const url = `/fr/etablissement/3/commercial/create?${service.query}`;
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      assert.equal((await service.app.inject({ method: 'POST', url, headers, payload: form })).body, '"ok"');
    };
    const found = async () =>
      (await service.get(`/fr/commercial/checkPhone?${service.query}&phone=0639987701`)).json<unknown[]>()
        .length;
    await post();
    assert.equal(await found(), 0);

    const { page, problems } = await office.enter({ at: '/integrations' });
    await page.getByRole('link', { name: 'Champs du site' }).first().click();
    const unplaced = page.getByRole('region', { name: 'Arrivés sans place (30 derniers jours)' });
    const place = async (name: string, shown: string, field: string) => {
      const row = unplaced.getByRole('listitem').filter({ hasText: name });
      await row.getByText(`Demande · ${shown}`).waitFor();
      await row.getByRole('combobox', { name: 'Va dans…' }).click();
      await page.getByRole('option', { name: field, exact: true }).click();
      return row;
    };
    await place('your-name', 'Garnier', 'Nom de naissance');
    await place('your-tel', '06 39 98 77 01', 'Téléphone');
    const title = await place('menu-titre', 'Mme', 'Civilité');
    await title.getByLabel('Valeurs').fill('Mme = Madam');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Un champ, du site ou nôtre').waitFor();
    await title.getByLabel('Valeurs').fill('Mme = Madame\nM. = Monsieur');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Champs enregistrés').waitFor();
    await unplaced.getByText('your-name').waitFor({ state: 'detached' });
    const placed = page.getByRole('region', { name: /^Champs du site/ });
    await placed.getByRole('button', { name: 'Ajouter' }).click();
    const added = placed.getByRole('listitem').last();
    await added.getByRole('combobox', { name: 'Va dans…' }).click();
    await page.getByRole('option', { name: 'Type de contact' }).click();
    await added.getByLabel('Valeur fixe').fill('Site internet');
    await assertEveryLook(page, 'integrations-caller-fields');
    await untilNotified(service.database, 'access', () =>
      page.getByRole('button', { name: 'Enregistrer' }).click(),
    );
    await post();
    const { type, fields } = await lastEntry(service.database);
    assert.equal(type, 'commercial.type.website');
    assert.equal(fields.civiliteClient, 'contact.civility.mrs');
    assert.equal(await found(), 1);
    assert.deepEqual(problems, []);
  });

  it('an endpoint is tested, suspended, switched on, and given a new secret', async () => {
    const { page, problems } = await office.enter({ at: '/integrations' });
    await newEndpoint(office.service, 'https://hooks.example.org/second');
    await page.getByRole('tab', { name: 'Webhooks' }).click();
    const endpoint = page.getByRole('article', { name: 'https://hooks.example.org/second' });
    await endpoint.getByText('Actif').waitFor();

    await endpoint.getByRole('button', { name: 'Changer le secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Changer le secret' }).click();
    await page.getByRole('heading', { name: 'Nouveau secret de signature' }).waitFor();
    await page
      .getByRole('dialog')
      .getByText('L’ancien secret signe encore jusqu’au 05/03/2026 10:00.')
      .waitFor();
    await page.getByRole('button', { name: 'C’est noté, fermer' }).click();

    await endpoint.getByRole('button', { name: 'Modifier' }).click();
    await page.getByRole('checkbox', { name: 'Test' }).click();
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await endpoint.getByText(/événements.*Fiche traitée/).waitFor();

    await endpoint.getByRole('button', { name: 'Suspendre' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Suspendre' }).click();
    await endpoint.getByText('Suspendu à la main.').waitFor();
    await assertEveryLook(page, 'integrations-endpoints');
    await endpoint.getByRole('button', { name: 'Réactiver' }).click();
    await endpoint.getByText('Actif').waitFor();

    await endpoint.getByRole('button', { name: 'Envoyer un test' }).click();
    await page.getByRole('heading', { name: /^Envoi n°/ }).waitFor();
    await page.getByText('Aucun essai pour l’instant.').waitFor();
    assert.deepEqual(problems, []);
  });

  it('« Ma journée » says that a token ends', async () => {
    const desk = await signIn(office.service);
    const { id } = await ok<{ id: number }>(desk.post('/desk/partners', { slug: 'oriente' }));
    const add = (until: string) => ok(desk.post(`/desk/partners/${id}/tokens`, { until, label: null }));
    await add('2026-03-30');
    const { page, problems } = await office.enter();
    const line = page.getByRole('region', { name: 'À traiter aussi' }).getByRole('link', { name: /jeton/ });
    await line.getByText('Le jeton du partenaire oriente prend fin le 30/03/2026').waitFor();
    await add('2026-03-20');
    await page.reload();
    await line.getByText(/^2 jetons de partenaires .* le premier \(oriente\) le 20\/03\/2026$/).waitFor();
    await assertEveryLook(page, 'today-tokens');
    await line.click();
    await page.getByRole('article', { name: 'oriente' }).getByText('valable jusqu’au 20/03/2026').waitFor();
    assert.deepEqual(problems, []);
  });

  it('conversions: switched on, with a password that can be revoked', async () => {
    const { service } = office;
    const desk = await signIn(service);
    const told = await newLead(service, { gclid: 'Cj0K_seen' });
    const unsaid = await newLead(service, { adUserData: undefined, adPersonalization: undefined });
    for (const id of [told, unsaid]) await doStage(desk, id, 'Validé');

    const { page, problems } = await office.enter();
    await page.getByRole('menuitem', { name: 'Statistiques' }).click();
    await page.getByRole('tab', { name: 'Conversions' }).click();
    await page.getByText('L’export est désactivé').waitFor();
    await assertEveryLook(page, 'conversions-off');
    await page.getByRole('switch', { name: 'Exporter les conversions' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Activer l’export' }).click();
    await page.getByText('Export activé.').waitFor();

    await page.getByRole('button', { name: 'Créer un mot de passe' }).click();
    const dialog = page.getByRole('dialog');
    const password = await dialog.getByLabel('Mot de passe', { exact: true }).inputValue();
    assert.match((await fetchFile(service, password)).body, /\nCj0K_seen,Contact qualifié,/);
    await dialog.getByRole('button', { name: 'C’est noté, fermer' }).click();
    await page.getByText(/^créé le 04\/03\/2026/).waitFor();
    assert.ok(!(await page.content()).includes(password));

    await page.reload();
    await page.getByText('1 dans le fichier, dont 0 pour la première fois').waitFor();
    await assertEveryLook(page, 'conversions');
    await page.getByRole('switch', { name: /^Nos sites/ }).click();
    // It asks first.
    const question = page.getByRole('dialog', { name: /^Vos sites recueillent-ils/ });
    await question.waitFor();
    await assertEveryLook(page, 'conversions-consent');
    assert.equal((await desk.get('/desk/conversions')).json().consentAssured, false);
    await question.getByRole('button', { name: 'Oui, je le déclare' }).click();
    await page.getByText('2 dans le fichier, dont 1 pour la première fois').waitFor();
    assert.match((await fetchFile(service, password)).body, RegExp(`,A-${unsaid}-Q,`));

    await page.getByRole('button', { name: 'Révoquer' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Révoquer' }).click();
    await page.getByText('personne ne peut venir chercher le fichier').waitFor();
    assert.equal((await fetchFile(service, password)).statusCode, 401);
    assert.deepEqual(problems, []);
  });

  it('a residence is changed, and the main API’s answer about it shown', async () => {
    const { page, problems } = await office.enter({ grants: direction, at: '/establishments' });
    await assertEveryLook(page, 'residences-of-a-director');
    await page.getByRole('link', { name: 'Le Clos des Vignes' }).click();
    await page.getByRole('heading', { name: 'Banque et Urssaf (confidentiel)' }).waitFor();
    await page.getByRole('button', { name: 'Modifier : Coordonnées' }).click();
    await page.getByLabel('Code postal').fill('4940');
    await page.getByLabel('Téléphone').fill('02 61 91 00 42');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Le code postal compte 5 chiffres.').waitFor();
    await until(async () => assert.equal(await page.getByLabel('Téléphone').inputValue(), '02 61 91 00 42'));
    await page.getByLabel('Code postal').fill('49400');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Résidence enregistrée.').waitFor();
    await page.getByText('02 61 91 00 42').waitFor();
    await assertEveryLook(page, 'residence');

    // What sites are answered is for administrators.
    await page.getByText('Pour les sites').waitFor({ state: 'detached' });
    const administrator = await office.enter({ at: '/establishments/3' });
    await administrator.page.getByText('Pour les sites').click();
    await administrator.page.getByText('"phone": "02 61 91 00 42"').waitFor();
    await assertEveryLook(administrator.page, 'residence-public');
    assert.deepEqual([...problems, ...administrator.problems], []);
  });

  it('a residence keeps its staff and its job offers', async () => {
    const { page, problems } = await office.enter({ grants: direction, at: '/establishments/3/staff' });
    await page.getByRole('button', { name: 'Ajouter une personne' }).click();
    await page.getByLabel('Nom').fill('Aline Roux <script>alert(1)</script>');
    await page.getByLabel('Fonction').fill('Médecin coordonnateur');
    await page.getByLabel('Médecin').click();
    await page.getByRole('button', { name: 'Ajouter', exact: true }).click();
    const member = page.getByRole('listitem').filter({ hasText: 'Aline Roux' });
    await member.getByText('Médecin', { exact: true }).waitFor();
    await assertEveryLook(page, 'residence-staff');
    await member.getByRole('button').click();
    await page.getByLabel('En poste').click();
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await member.getByText('N’est plus en poste').waitFor();

    await page.getByRole('tab', { name: 'Offres d’emploi' }).click();
    await page.getByRole('button', { name: 'Ajouter une offre' }).click();
    await page.getByLabel('Intitulé').fill('Psychomotricien(ne) de nuit');
    await page.getByRole('button', { name: 'Ajouter', exact: true }).click();
    const offer = page.getByRole('listitem').filter({ hasText: 'Psychomotricien(ne) de nuit' });
    await offer.getByText('Ouverte').waitFor();
    const openOffers = async () =>
      (await office.service.get(`/fr/jobs?etablissement=3&${office.service.query}`)).json()
        .totalAnnouncements;
    const before = await openOffers();
    await assertEveryLook(page, 'residence-jobs');
    await offer.getByRole('button', { name: /^Fermer l’offre/ }).click();
    await page.getByRole('dialog', { name: 'Fermer l’offre Psychomotricien(ne) de nuit ?' }).waitFor();
    assert.equal(await openOffers(), before);
    await page.getByRole('button', { name: 'Fermer l’offre', exact: true }).click();
    await offer.getByText('Fermée').waitFor();
    assert.equal(await openOffers(), before - 1);
    assert.deepEqual(problems, []);
  });

  it('a file is imported once nothing is wrong with it', async () => {
    const { page, problems } = await office.enter({ at: '/establishments/import' });
    const load = async (text: string) => {
      const buffer = Buffer.from(text);
      await page
        .getByLabel('Fichier', { exact: true })
        .setInputFiles({ name: 'personnel.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('button', { name: 'Vérifier' }).click();
    };
    await page.getByLabel('Que contient le fichier ?').click();
    await page.getByRole('option', { name: 'Personnel' }).click();
    await page.getByText('Colonnes : Numéro, Résidence (numéro), Nom').waitFor();
    await load('establishment;name;job\n3;Zoé Perrin;IDE\n2;Nulle Part;ASH\n3;;ASH\n');
    await page.getByText('2 erreurs : rien n’est enregistré').waitFor();
    await page.getByText(/Ligne 3, Résidence \(numéro\) — aucune résidence ne porte le numéro 2/).waitFor();
    await page.getByText(/Ligne 4, Nom — il manque une valeur/).waitFor();
    await page.getByRole('button', { name: 'Enregistrer' }).waitFor({ state: 'detached' });
    await assertEveryLook(page, 'residences-import-wrong');

    // The model has the names of the columns, which the file may keep.
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Télécharger un modèle (CSV)' }).click(),
    ]);
    const model = String(await contentOf(download)).trim();
    assert.match(model, /^"Numéro";"Résidence \(numéro\)";"Nom";"Fonction";/);
    await load(`${model}\n;3;Zoé Perrin;IDE;;;\n`);
    await page.getByText('Voici ce qui changerait').waitFor();
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('C’est enregistré').waitFor();
    await assertEveryLook(page, 'residences-import');
    await page.goto('/#/establishments/3/staff');
    await page.getByText('Zoé Perrin').waitFor();
    assert.deepEqual(problems, []);
  });

  it('an invitation works once, and opens the user’s residence alone', async () => {
    const desk = await signIn(office.service);
    const asked = { email: 'louise@example.org', name: 'Louise Marchand', grants: direction };
    const { invitation } = await ok<{ invitation: { url: string } }>(desk.post('/desk/users', asked));
    const at = new URL(invitation.url).hash.slice(1);
    const { page, problems } = await office.open({ at });
    await page.getByText('Bienvenue, Louise Marchand.').waitFor();
    await page.getByLabel('Nouveau mot de passe').fill('trois petits bateaux bleus');
    await page.getByLabel('Le même, encore une fois').fill('trois petits bateaux bleus');
    await assertEveryLook(page, 'invitation');
    await page.getByRole('button', { name: 'Enregistrer et se connecter' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ma journée' }).waitFor();
    await page.goto('/#/establishments/5');
    await page.getByText('Ce n’est plus là.').waitFor();
    await page.goto('/#/users');
    await page.getByText('Votre rôle n’ouvre pas cette page.').waitFor();
    const late = await office.open({ at });
    await late.page.getByText('Ce lien a déjà servi ou n’est plus valable.').waitFor();
    await late.page.getByLabel('Nouveau mot de passe').waitFor({ state: 'detached' });
    await assertEveryLook(late.page, 'invitation-used');
    assert.deepEqual([...problems, ...late.problems], []);
  });

  it('the audit trail says who did what, and is filtered', async () => {
    const { page, problems } = await office.enter({ at: '/users', name: 'Nadia Petit' });
    await page.getByRole('button', { name: 'Modifier Nadia Petit' }).click();
    await page.getByLabel('Nom affiché').fill('Nadia <b>Petit</b>');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Utilisateur enregistré.').waitFor();
    await page.getByRole('tab', { name: 'Journal' }).click();
    await page.getByText(/Modification de l’utilisateur n° \d+\s: nom( |$)/).waitFor();
    await page.getByText('Nadia <b>Petit</b>').first().waitFor();
    await assertEveryLook(page, 'audit');

    await page.getByRole('combobox', { name: 'Quoi', exact: true }).click();
    await page.getByRole('option', { name: 'Connexion', exact: true }).click();
    await page
      .getByText(/^Connexion/)
      .first()
      .waitFor();
    await page
      .getByText(/Modification de l’utilisateur/)
      .first()
      .waitFor({ state: 'detached' });
    await page.getByLabel('Du', { exact: true }).fill('2026-03-05');
    await page.getByText('Rien n’a été noté avec ces filtres.').waitFor();
    await page.getByLabel('Du', { exact: true }).fill('2026-03-04');
    await page
      .getByText(/^Connexion/)
      .first()
      .waitFor();
    assert.deepEqual(problems, []);
  });
});
