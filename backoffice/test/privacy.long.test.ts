// The rarer acts of the data protection officer, each from its button to what is stored.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { hourMs } from '../../server/src/clock.ts';
import { eraseDue } from '../../server/src/privacy/erase/erase-due.ts';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { send } from '../../server/test/fixtures/entry-events.ts';
import { insertLetter } from '../../server/test/fixtures/letters.ts';
import { eraseDecided, openRequest } from '../../server/test/fixtures/privacy.ts';
import { execute, number, rows } from '../../server/test/fixtures/rows.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { clickCounter } from './clicks.ts';
import { enterEntry, sendLead } from './entry.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

const grants = [{ role: 'privacy', establishmentId: null }] as const;
const mostClicks = 13;

describe('data protection', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  const enter = (at: string) => office.enter({ grants, at, name: 'Hélène Faure' });
  const button = (page: Page, name: RegExp | string) => page.getByRole('button', { name, exact: true });
  const dialogOf = (page: Page) => page.getByRole('dialog');
  async function find(page: Page, label: string, value: string): Promise<void> {
    await page.getByLabel(label, { exact: true }).fill(value);
    await button(page, 'Rechercher').click();
    await page.getByText(/^Recherche terminée/).waitFor();
  }
  /** Opens a request from what was found, and notes the identity. */
  async function open(
    page: Page,
    clicks: ReturnType<typeof clickCounter>,
    [asker, kind, identity]: readonly [string, string, string],
    texts: Readonly<Record<string, string>>,
  ): Promise<void> {
    await clicks.on(button(page, 'Ouvrir une demande de droits'));
    await clicks.on(dialogOf(page).getByRole('radio', { name: asker, exact: true }));
    await clicks.on(dialogOf(page).getByRole('radio', { name: kind }));
    for (const [label, text] of Object.entries(texts)) await dialogOf(page).getByLabel(label).fill(text);
    await assertEveryLook(page, 'privacy-request-for');
    await clicks.on(button(page, 'Ouvrir la demande'));
    await page.getByRole('heading', { name: new RegExp(`^Demande de droits .*: ${kind}$`) }).waitFor();
    await clicks.on(page.getByRole('radio', { name: identity }));
    await clicks.on(button(page, 'Enregistrer la vérification'));
    await page.getByRole('radio', { name: 'Refusée', exact: true }).waitFor();
  }
  /** Decides, answers and closes. Returns the proof. */
  async function close(page: Page, clicks: ReturnType<typeof clickCounter>, decision: string): Promise<Page> {
    // What follows from what was done is chosen already.
    await page.getByRole('radio', { name: decision, exact: true, checked: true }).waitFor();
    await clicks.on(button(page, 'Enregistrer la décision'));
    await clicks.on(button(page, 'Noter la réponse et clore'));
    const opened = page.waitForEvent('popup');
    await clicks.on(page.getByRole('link', { name: 'Voir la preuve' }));
    const proof = await opened;
    await proof.getByRole('heading', { name: /^Preuve de traitement/ }).waitFor();
    assert.ok(clicks.count <= mostClicks, `${clicks.count} clicks`);
    return proof;
  }

  it('a search shows matches, then traces in texts, or that it was cut off', async () => {
    const strong = await sendLead(office, { phoneClient: '06 39 98 44 22', commercialrelations: [] });
    const { id } = await sendLead(office, {
      ...{ firstNameClient: 'Odette', lastNameClient: 'Garnier', phoneClient: '02 61 91 77 01' },
      commercialrelations: [],
      commercialactions: [{ date: '2026-03-01', comment: 'Rappeler M. Lefèvre au 06.39.98.44.22' }],
    });
    const { page, problems } = await enter('/privacy');
    const released = Promise.withResolvers<void>();
    let isBroken = true;
    await page.route('**/desk/privacy/find', async (route) => {
      if (route.request().postDataJSON().cursor === undefined) return route.continue();
      if (isBroken) return route.abort();
      await released.promise;
      return route.continue();
    });
    await page.getByLabel('Téléphone').fill('06 39 98 44 22');
    await button(page, 'Rechercher').click();
    await page.getByText(/^Recherche interrompue/).waitFor();
    isBroken = false;
    await button(page, 'Rechercher').click();
    const choice = (name: string, of: number, checked: boolean) =>
      page.getByRole('checkbox', { name: `Choisir ${name}, n° ${of}`, checked });
    await choice('Simone Martin', strong.id, true).waitFor();
    await page.getByText(/^Chaque texte est lu/).waitFor();
    await assertEveryLook(page, 'privacy-searching');
    released.resolve();
    await page.getByText(/^Recherche terminée/).waitFor();
    // A note names somebody else.
    await choice('Odette Garnier', id, false).waitFor();
    await page.getByText(/même téléphone · dans\s: actions et notes/).waitFor();
    await assertEveryLook(page, 'privacy-searched');
    // What was found is kept after a look at an entry, and nothing of the person is in the address or the audit trail.
    await page.getByRole('link', { name: `Odette Garnier, n° ${id}` }).click();
    await page.getByRole('heading', { level: 2, name: 'Odette Garnier' }).waitFor();
    await button(page, 'Retour').click();
    await choice('Odette Garnier', id, false).waitFor();
    assert.doesNotMatch(decodeURIComponent(page.url()), /44.?22/);
    const sought = "select count(*) from audit where detail like '%9844%'";
    assert.equal(await number(office.service.database, sought), 0);
    assert.deepEqual(
      problems.filter((problem) => !problem.includes('ERR_FAILED')),
      [],
    );
  });

  it('a daughter’s data leaves her mother’s entry, which keeps the mother’s', async () => {
    const email = 'agnes.vidal@example.org';
    const { id } = await sendLead(office, {
      ...{ firstNameClient: 'Odette', lastNameClient: 'Vidal' },
      comment: 'Sa fille Agnès Vidal appelle le soir.',
      commercialrelations: [{ firstName: 'Agnès', lastName: 'Vidal', email, lien: 'Fille' }],
    });
    const texts = { recipient: 'odette@example.org', body: 'Agnès Vidal nous a appelés.' };
    await insertLetter(office.service.database, id, { ...texts, subject: 'Votre demande' });
    const { page, problems } = await enter('/privacy');
    await find(page, 'Adresse e-mail', email);
    await page.getByText('Aucune fiche choisie.').waitFor();
    const clicks = clickCounter(page);
    await clicks.on(page.getByRole('checkbox', { name: `Choisir Odette Vidal, n° ${id}` }));
    await open(page, clicks, ['Un mandataire', 'Effacement', 'Jugement ou mandat montré'], {
      'Son nom, et comment lui répondre': 'Marc Vidal, 1 rue des Lilas, Angers',
      'Pour qui': 'Agnès Vidal, son épouse',
      'Par quel acte, de quel jour': 'Mandat écrit du 3 mars',
    });
    await page.getByText(/Pour\s: Agnès Vidal, son épouse/).waitFor();
    await page.getByRole('checkbox', { name: /^Agnès Vidal, proche/, checked: true }).waitFor();
    await page.getByRole('checkbox', { name: /^Odette Vidal, personne/, checked: false }).waitFor();
    await assertEveryLook(page, 'privacy-request-relative');
    await clicks.on(page.getByRole('link', { name: /^Retirer cette personne\s: Agnès Vidal/ }));
    const dialog = dialogOf(page);
    await dialog.getByText(email).waitFor();
    await assertEveryLook(page, 'privacy-remove-list');
    await clicks.on(dialog.getByRole('button', { name: 'Corriger aussi d’autres champs' }));
    await dialog.getByRole('radio', { name: /^Sans trace/, checked: true }).waitFor();
    await until(async () => assert.equal(await dialog.getByLabel('Prénom').last().inputValue(), ''));
    await dialog.getByLabel('Commentaire').first().fill('Un proche appelle le soir.');
    await assertEveryLook(page, 'privacy-remove');
    await clicks.on(dialog.getByRole('button', { name: 'Enregistrer' }));
    // Back on the page of the request by itself.
    await page.getByText('Fait', { exact: true }).last().waitFor();
    const proof = await close(page, clicks, 'Accordée');
    await proof.getByText(/^Corrigée sans trace le/).waitFor();
    const left = `select comment || (select fields from relations where entry_id = ${id}) ||
      (select subject || body from letters where entry_id = ${id}) as texts
      from entries where id = ${id} and restriction is null and fields like '%Odette%'`;
    assert.deepEqual(await rows(office.service.database, left), [{ texts: 'Un proche appelle le soir.{}' }]);
    assert.deepEqual(problems, []);
  });

  it('a relative’s copy leaves the free texts out unless they are shown on purpose', async () => {
    const { id } = await sendLead(office, { commercialrelations: [{ lastName: 'Vidal', lien: 'Fille' }] });
    const officer = await signIn(office.service, grants);
    const requestId = await openRequest(officer, [id], { kind: 'access', people: [0] });
    const { page, problems } = await enter(`/privacy/requests/${requestId}`);
    await page.getByText(/^Textes libres non remis : ils concernent/).waitFor();
    await button(page, `Textes de la fiche n° ${id}`).click();
    const dialog = dialogOf(page);
    await dialog.getByRole('switch', { name: /^Ne pas remettre/, checked: true }).waitFor();
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await dialog.getByText('Ce champ est requis').waitFor();
    assert.deepEqual(problems, []);
  });

  it('an erasure is taken back after a question, and done after 72 hours', async () => {
    const { service } = office;
    const email = 'luc.bernard@example.org';
    const cv = { name: 'CV.pdf', type: 'application/pdf', content: btoa('%PDF-1.4 Aide-soignant') };
    const application = { etablissementId: 3, firstName: 'Luc', lastName: 'Bernard', email, cv };
    const id = await send(service, 'candidate', application, 'announcement/postuler');
    const { page, problems } = await enter('/privacy');
    await find(page, 'Adresse e-mail', email);
    await page.getByText('Les CV ne sont pas lus par la recherche.').waitFor();
    const clicks = clickCounter(page);
    await open(page, clicks, ['La personne concernée', 'Effacement', 'E-mail connu'], {
      'Son nom, et comment lui répondre': `Luc Bernard, ${email}`,
    });
    await clicks.on(page.getByRole('radio', { name: /^lu…@example\.org, fiche/ }));
    const decide = async (on: (target: Locator) => Promise<void>) => {
      await on(button(page, 'Effacer les données'));
      await dialogOf(page).getByText('lignes dans').click();
      await dialogOf(page).getByText('fichiers : 1').waitFor();
      await dialogOf(page).getByLabel('Tapez EFFACER pour confirmer').fill('EFFACER');
      await dialogOf(page)
        .getByText('Définitif le 07/03/2026 10:00 ; jusque-là vous pouvez l’annuler.')
        .waitFor();
      await on(button(page, 'Décider l’effacement'));
      await page.getByText('À effacer le 07/03/2026 10:00').waitFor();
    };
    const desk = await signIn(service);
    const status = async () => (await desk.get(`/desk/entries/${id}`)).statusCode;
    await decide((target) => target.click());
    assert.notEqual(await status(), 200);
    const request = page.url();
    await page.goto('/#/privacy/pending');
    await page.getByText(/^Décidé par Hélène Faure le 04\/03\/2026/).waitFor();
    await assertEveryLook(page, 'privacy-pending');
    await button(page, `Garder la fiche n° ${id}`).click();
    await dialogOf(page).getByRole('button', { name: 'Garder la fiche' }).click();
    await page.getByText('Rien n’est à effacer.').waitFor();
    assert.equal(await status(), 200);

    await page.goto(request);
    await page.getByText('À traiter', { exact: true }).waitFor();
    await decide((target) => clicks.on(target));
    await assertEveryLook(page, 'privacy-request-decided');
    const { database, clock } = service;
    const now = new Date(clock.now.getTime() + 72 * hourMs);
    const { erased } = await eraseDue({ database, now, onFailure: ({ error }) => assert.ifError(error) });
    assert.deepEqual(erased, { request: 1 });
    await page.reload();
    const proof = await close(page, clicks, 'Accordée');
    await proof.getByText(/^Effacement : décidé le .*, fait le /).waitFor();
    assert.deepEqual(problems, []);
  });

  it('a hold spares an entry, and a change since the plan erases nothing', async () => {
    const { id: held } = await sendLead(office, { phoneClient: '02 61 91 20 01' });
    const { id: free } = await sendLead(office, { phoneClient: '02 61 91 20 01', budget: '3 000 €' });
    const { page, problems } = await enter(`/privacy/entries/${held}`);
    const dialog = dialogOf(page);
    await button(page, 'Corriger : Personne et champs de la fiche').click();
    await dialog.getByLabel('Ville').fill('Chinon');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Chinon').first().waitFor();
    await button(page, 'Geler').click();
    await dialog.getByLabel('Motif').fill('Assignation du 2 mars');
    await dialog.getByLabel('Jusqu’au').fill('2032-01-01');
    await dialog.getByRole('button', { name: 'Geler' }).click();
    await dialog
      .getByText(
        'La fin est aujourd’hui au plus tôt, dans cinq ans au plus tard ; un motif compte 1 000 caractères au plus.',
      )
      .waitFor();
    await dialog.getByLabel('Jusqu’au').fill('2027-03-04');
    await assertEveryLook(page, 'privacy-hold');
    await dialog.getByRole('button', { name: 'Geler' }).click();
    await page.getByText('Litige en cours jusqu’au 04/03/2027').waitFor();
    const staff = await enterEntry(office, held);
    await staff.page.getByText('Litige en cours jusqu’au 04/03/2027').waitFor();
    await assertEveryLook(staff.page, 'privacy-lead-held');

    const desk = await signIn(office.service);
    await page.goto(`/#/privacy/requests/${await openRequest(desk, [held, free])}`);
    await button(page, 'Effacer les données').click();
    await dialog.getByText('1 fiche sera effacée.').waitFor();
    await dialog.getByText(`Fiche n° ${held} : litige en cours jusqu’au 04/03/2027.`).waitFor();
    await dialog.getByLabel('Tapez EFFACER pour confirmer').fill('effacer');
    await button(page, 'Décider l’effacement').click();
    await dialog.getByText('Tapez le mot EFFACER, en majuscules.').waitFor();
    await desk.patch(`/desk/entries/${free}`, { comment: 'Rappelée' });
    await dialog.getByLabel('Tapez EFFACER pour confirmer').fill('EFFACER');
    await button(page, 'Décider l’effacement').click();
    await dialog.getByText('Quelque chose a changé entre-temps.').waitFor();
    await assertEveryLook(page, 'privacy-erase-changed');
    // It erases only when it is asked again.
    const erased = `select count(*) from entries where restriction = 'erased' and id in (${held}, ${free})`;
    await eraseDecided(office.service);
    assert.equal(await number(office.service.database, erased), 0);
    await button(page, 'Décider l’effacement').click();
    await page
      .getByText(/^Effacement décidé/)
      .first()
      .waitFor();
    await eraseDecided(office.service);
    assert.equal(await number(office.service.database, erased), 1);

    await page.getByRole('tab', { name: 'Droits' }).click();
    await page.getByText('Assignation du 2 mars').waitFor();
    await button(page, `Lever le gel de la fiche n° ${held}`).click();
    await dialog.getByRole('button', { name: 'Lever' }).click();
    await page.getByText(/levé par Hélène Faure/).waitFor();
    assert.deepEqual([...problems, ...staff.problems], []);
  });

  it('an objection is noted, shown on the lead’s page, and ended', async () => {
    const { id } = await sendLead(office, { phoneClient: '02 61 91 30 01', commercialrelations: [] });
    const { page, problems } = await enter('/privacy/requests');
    await button(page, 'Noter une opposition').click();
    await button(page, 'Noter l’opposition').click();
    await dialogOf(page).getByText('Donnez un téléphone ou un e-mail.').waitFor();
    await dialogOf(page).getByLabel('Téléphone').fill('02 61 91 30 01');
    await assertEveryLook(page, 'privacy-objection');
    await button(page, 'Noter l’opposition').click();
    await page.getByText('SMS, le 04/03/2026').waitFor();
    const staff = await enterEntry(office, id);
    await staff.page.getByText('Plus de messages automatiques').first().waitFor();
    for (const way of ['Appels', 'SMS']) {
      const row = page.getByRole('listitem').filter({ hasText: `${way}, le 04/03/2026` });
      await row.getByRole('button', { name: /^Retirer l’opposition/ }).click();
      await button(page, 'Retirer').click();
      await row.waitFor({ state: 'detached' });
    }
    await page.getByText('Aucune opposition.').waitFor();
    assert.deepEqual([...problems, ...staff.problems], []);
  });

  it('retention: a shorter duration, a rule to confirm, a failed run', async () => {
    const { database } = office.service;
    await execute(database, "delete from retention_rules where name = 'complaint'");
    await execute(
      database,
      `insert into retention_runs (started_at, finished_at, counts)
       values ('2026-03-04T01:30:00.000Z', '2026-03-04T01:31:00.000Z', '{"prospect":2,"failed":1}')`,
    );
    const { page, problems } = await enter('/privacy/retention');
    const dialog = dialogOf(page);
    const alert = page.getByRole('alert');
    await alert.getByText(/Demandes sans admission\s: 2 mises à effacer/).waitFor();
    await alert.getByText('Une fiche ou une ligne n’a pas pu être traitée').waitFor();
    const rule = page.getByRole('row', { name: /^Candidatures et CV/ });
    const save = rule.getByRole('button', { name: 'Enregistrer' });
    await rule.getByLabel('Jours').fill('179');
    await rule.getByText('De 180 à 3650').waitFor();
    await rule.getByLabel('Jours').fill('365');
    await save.click();
    await dialog.getByText(/^\d+ déjà au-delà de cette durée/).waitFor();
    await dialog.getByText(/^Rien n’est effacé par cette durée pendant 31 jours/).waitFor();
    await assertEveryLook(page, 'privacy-retention-shorten');
    await dialog.getByRole('button', { name: /^Raccourcir à 365\sjours$/ }).click();
    await rule.getByText('365 jours à partir du 04/04/2026.').waitFor();
    await assertEveryLook(page, 'privacy-retention');
    await rule.getByRole('button', { name: /^Garder 730 jours/ }).click();
    await rule.getByText('365 jours à partir du').waitFor({ state: 'detached' });

    const waiting = page.getByRole('row', { name: /^Réclamations/ });
    await waiting.getByText('À confirmer').waitFor();
    await waiting.getByRole('button', { name: 'Confirmer cette règle : Réclamations' }).click();
    await dialog.getByText(/^\d+ fiches? ser(?:a|ont) mises? à effacer la nuit prochaine\./).waitFor();
    await assertEveryLook(page, 'privacy-retention-confirm');
    await button(page, 'Confirmer cette règle').click();
    await waiting.getByText('Appliquée', { exact: true }).waitFor();
    await waiting.getByText(/^Confirmée le 04\/03\/2026 .+ \(.+\)$/).waitFor();
    const stored = `select name, days, next_days, confirmed_at is not null as confirmed
      from retention_rules where name in ('application', 'complaint') order by name`;
    const found = await rows<{ days: number; next_days: number | null; confirmed: number }>(database, stored);
    assert.deepEqual([found[0]?.days, found[0]?.next_days, found[1]?.confirmed], [730, null, 1]);
    assert.deepEqual(problems, []);
  });

  it('the register flags a field that should not have come, and keeps own texts', async () => {
    await sendLead(office, { numeroSecu: '2 38 05' });
    const { page, problems } = await enter('/privacy/register');
    const dialog = dialogOf(page);
    await page.getByText('Numéro d’identité ou donnée bancaire').waitFor();
    // Folded, but for what has to be dealt with.
    const rule = page
      .getByText(/^Prospect sans admission, depuis son dernier contact\s:\s1095 jours/)
      .first();
    await rule.waitFor({ state: 'hidden' });
    await button(page, 'Demandes de renseignement et suivi commercial').click();
    await rule.waitFor();
    await button(page, 'Responsable du traitement').click();
    await button(page, 'Modifier le texte : Responsable du traitement').click();
    await dialog.getByLabel('Votre texte').fill('Groupe Loire, 1 rue des Lilas, Angers');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Groupe Loire, 1 rue des Lilas, Angers').waitFor();
    await button(page, 'Supprimer partout et refuser : numeroSecu').click();
    await dialog.getByText(/^Ce champ figure dans \d+ fiches?\./).waitFor();
    await dialog.getByLabel('Tapez « numeroSecu » pour confirmer').fill('secu');
    await button(page, 'Supprimer et refuser').click();
    await dialog.getByText('Tapez exactement « numeroSecu ».').waitFor();
    await assertEveryLook(page, 'privacy-refuse');
    await dialog.getByLabel('Tapez « numeroSecu » pour confirmer').fill('numeroSecu');
    await button(page, 'Supprimer et refuser').click();
    await button(page, 'Accepter de nouveau : numeroSecu').waitFor();
    await assertEveryLook(page, 'privacy-register');
    assert.deepEqual(problems, []);
  });
});
