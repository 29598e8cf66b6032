// From « Ouvrir une demande » to the printed proof: who asks for another, what is not there, staff and candidates. And a breach.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { hourMs } from '../../server/src/clock.ts';
import { eraseDue } from '../../server/src/privacy/retention/erase-due.ts';
import { administrator, signIn } from '../../server/test/fixtures/desk.ts';
import { send } from '../../server/test/fixtures/entry-events.ts';
import { number, rows } from '../../server/test/fixtures/rows.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { keepScreenshot } from './browser.ts';
import { clickCounter } from './clicks.ts';
import { sendLead } from './entry.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

const officer = [{ role: 'privacy', establishmentId: null }] as const;
const mostClicks = 12;

describe('a request, step by step', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  async function find(page: Page, label: string, value: string): Promise<void> {
    await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByRole('button', { name: 'Rechercher', exact: true }).click();
    await page.getByText(/^Recherche terminée/).waitFor();
  }

  /** Opens a request from what was found, and notes the identity. */
  async function open(
    page: Page,
    clicks: ReturnType<typeof clickCounter>,
    {
      asker,
      kind,
      identity,
      texts,
    }: Readonly<Record<'asker' | 'kind' | 'identity', string>> & {
      readonly texts: Readonly<Record<string, string>>;
    },
  ): Promise<void> {
    await clicks.on(page.getByRole('button', { name: 'Ouvrir une demande' }));
    const dialog = page.getByRole('dialog');
    await clicks.on(dialog.getByRole('radio', { name: asker, exact: true }));
    await clicks.on(dialog.getByRole('radio', { name: kind }));
    for (const [label, text] of Object.entries(texts)) await dialog.getByLabel(label).fill(text);
    await clicks.on(dialog.getByRole('button', { name: 'Ouvrir la demande' }));
    await page.getByRole('heading', { name: new RegExp(`^Demande n° \\d+\\s: ${kind}$`) }).waitFor();
    await until(async () =>
      assert.equal(await page.getByRole('radio', { name: 'Accordée', exact: true }).count(), 0),
    );
    await clicks.on(page.getByRole('radio', { name: identity }));
    await clicks.on(page.getByRole('button', { name: 'Enregistrer la vérification' }));
    await page.getByRole('radio', { name: 'Refusée', exact: true }).waitFor();
  }

  /** Decides, answers and closes. Returns the proof. */
  async function close(page: Page, clicks: ReturnType<typeof clickCounter>, decision: string): Promise<Page> {
    await until(async () =>
      assert.equal(await page.getByRole('button', { name: 'Noter la réponse et clore' }).count(), 0),
    );
    // What follows from what was done is chosen already.
    await page.getByRole('radio', { name: decision, exact: true, checked: true }).waitFor();
    await clicks.on(page.getByRole('button', { name: 'Enregistrer la décision' }));
    await clicks.on(page.getByRole('button', { name: 'Noter la réponse et clore' }));
    const opened = page.waitForEvent('popup');
    await clicks.on(page.getByRole('link', { name: 'Voir la preuve' }));
    const proof = await opened;
    await proof.getByRole('heading', { name: /^Preuve de traitement/ }).waitFor();
    assert.ok(clicks.count <= mostClicks, `${clicks.count} clicks`);
    return proof;
  }

  it('of a guardian for access', async () => {
    await sendLead(office, {
      phoneClient: '02 61 91 77 31',
      lastNameClient: 'Aubry',
      commercialrelations: [],
    });
    const { page, problems } = await office.enter({ grants: officer, at: '/privacy' });
    await find(page, 'Téléphone', '02 61 91 77 31');
    const clicks = clickCounter(page);
    await open(page, clicks, {
      asker: 'Son tuteur, par jugement',
      kind: 'Accès',
      identity: 'Jugement ou mandat montré',
      texts: {
        'Son nom, et comment lui répondre': 'Marc Aubry, 1 rue des Lilas, Angers',
        'Pour qui': 'Simone Aubry',
        'Par quel acte, de quel jour': 'Jugement de tutelle du 3 mars 2026',
      },
    });
    await assertEveryLook(page, 'privacy-request-guardian');
    const downloaded = page.waitForEvent('download');
    await clicks.on(page.getByRole('link', { name: 'Télécharger l’export (ZIP)' }));
    await downloaded;
    const proof = await close(page, clicks, 'Accordée');
    await proof.getByText('Traitée').waitFor();
    await page.getByText(/^Répondu le/).waitFor();
    await assertEveryLook(page, 'privacy-request-closed');
    assert.deepEqual(problems, []);
  });

  it('about a person of whom nothing is held', async () => {
    const { page, problems } = await office.enter({ grants: officer, at: '/privacy' });
    await find(page, 'Adresse e-mail', 'personne@example.org');
    const clicks = clickCounter(page);
    await open(page, clicks, {
      asker: 'La personne concernée',
      kind: 'Accès',
      identity: 'E-mail connu',
      texts: { 'Son nom, et comment lui répondre': 'Paul Inconnu, personne@example.org' },
    });
    await page.getByText(/^Recherche faite \(adresse e-mail\)/).waitFor();
    await assertEveryLook(page, 'privacy-request-nothing');
    const proof = await close(page, clicks, 'Nous ne détenons rien');
    await proof.getByText('Nous ne détenons rien').first().waitFor();
    assert.deepEqual(problems, []);
  });

  it('of a member of staff, for access and then for erasure', async () => {
    const { service } = office;
    await signIn(service, [{ role: 'reader', establishmentId: 3 }], 'Hugo Lenoir');
    const admin = await signIn(service, [administrator]);
    const { page, problems } = await office.enter({ grants: officer, at: '/privacy' });
    const texts = { 'Son nom, et comment lui répondre': 'Hugo Lenoir, au bureau' };
    const asked = { asker: 'La personne concernée', identity: 'Sur place', texts };
    const choose = async () => {
      await find(page, 'Nom', 'Lenoir');
      await page.getByRole('checkbox', { name: /^Choisir Hugo Lenoir, n°/ }).check();
      return clickCounter(page);
    };
    let clicks = await choose();
    await open(page, clicks, { ...asked, kind: 'Accès' });
    const downloaded = page.waitForEvent('download');
    await clicks.on(page.getByRole('link', { name: 'Télécharger l’export (ZIP)' }));
    await downloaded;
    await (await close(page, clicks, 'Accordée')).close();

    await page.getByRole('menuitem', { name: 'Vie privée' }).click();
    clicks = await choose();
    await open(page, clicks, { ...asked, kind: 'Effacement' });
    await page.getByText(/^Ce compte est actif/).waitFor();
    await until(async () =>
      assert.equal(await page.getByRole('button', { name: 'Effacer ce compte' }).isDisabled(), true),
    );
    await assertEveryLook(page, 'privacy-request-staff');
    const [user] = await rows<{ id: number }>(
      service.database,
      "select id from users where name = 'Hugo Lenoir'",
    );
    await admin.patch(`/desk/users/${user?.id}`, { disabled: true });
    await page.reload();
    await clicks.on(page.getByRole('button', { name: 'Effacer ce compte' }));
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Tapez EFFACER pour confirmer').fill('EFFACER');
    await clicks.on(dialog.getByRole('button', { name: 'Effacer définitivement' }));
    await page.getByText(`Compte du personnel : Utilisateur ${user?.id}`).waitFor();
    await close(page, clicks, 'Accordée');
    const left = "select count(*) from users where name like '%Lenoir%'";
    assert.equal(await number(service.database, left), 0);
    assert.deepEqual(problems, []);
  });

  it('of a candidate for erasure, with the CV, which is taken back once and then done after 72 hours', async () => {
    const { service } = office;
    const email = 'luc.bernard@example.org';
    const cv = { name: 'CV.pdf', type: 'application/pdf', content: btoa('%PDF-1.4 Aide-soignant') };
    const application = { etablissementId: 3, firstName: 'Luc', lastName: 'Bernard', email, cv };
    const id = await send(service, 'candidate', application, 'announcement/postuler');
    const { page, problems } = await office.enter({ grants: officer, at: '/privacy' });
    await find(page, 'Adresse e-mail', email);
    const clicks = clickCounter(page);
    const texts = { 'Son nom, et comment lui répondre': `Luc Bernard, ${email}` };
    const asked = { asker: 'La personne concernée', kind: 'Effacement', identity: 'E-mail connu', texts };
    await open(page, clicks, asked);
    const decide = async (on: (button: Locator) => Promise<void>) => {
      await on(page.getByRole('button', { name: 'Effacer les données' }));
      const dialog = page.getByRole('dialog');
      await dialog.getByText('fichiers', { exact: true }).waitFor();
      await dialog.getByLabel('Tapez EFFACER pour confirmer').fill('EFFACER');
      await dialog.getByText('Définitif le 07/03/2026 10:00 ; jusque-là vous pouvez l’annuler.').waitFor();
      await on(dialog.getByRole('button', { name: 'Décider l’effacement' }));
      await page.getByText('À effacer le 07/03/2026 10:00').waitFor();
    };
    const seen = async () => (await (await signIn(service)).get(`/desk/entries/${id}`)).statusCode === 200;
    await decide((button) => button.click());
    assert.equal(await seen(), false);
    const request = page.url();
    await page.goto('/#/privacy/pending');
    await page.getByText(/^Décidé par Hélène Faure le 04\/03\/2026/).waitFor();
    await assertEveryLook(page, 'privacy-pending');
    // One click.
    await page.getByRole('button', { name: `Annuler l’effacement de la fiche n° ${id}` }).click();
    await page.getByText('Rien n’est à effacer.').waitFor();
    assert.equal(await seen(), true);

    await page.goto(request);
    await page.getByText('À traiter', { exact: true }).waitFor();
    await decide((button) => clicks.on(button));
    await assertEveryLook(page, 'privacy-request-decided');
    const proof = await close(page, clicks, 'Accordée');
    await proof.getByText('Effacement d’une fiche décidé').first().waitFor();
    const { now } = service.clock;
    const work = (hours: number) =>
      eraseDue({
        database: service.database,
        now: new Date(now.getTime() + hours * hourMs),
        onFailure: ({ error }) => assert.ifError(error),
      });
    assert.deepEqual((await work(71.9)).erased, {});
    assert.deepEqual((await work(72)).erased, { request: 1 });
    await proof.reload();
    await proof.getByText(/^Effacement : décidé le .*, fait le /).waitFor();
    await keepScreenshot(proof, 'privacy-proof-erased');
    const left = `select count(*) from files where entry_id = ${id}`;
    assert.equal(await number(service.database, left), 0);
    assert.deepEqual(problems, []);
  });

  it('a breach is noted with the 72 hours of the CNIL, told, and closed, in at most 12 clicks', async () => {
    const { page, problems } = await office.enter({ grants: officer, at: '/privacy/register' });
    const card = page.getByRole('region', { name: /^Violations de données/ });
    const clicks = clickCounter(page);
    await clicks.on(card.getByRole('button', { name: /^Violations de données/ }));
    await card.getByText('Aucune violation inscrite.').waitFor();
    await clicks.on(card.getByRole('button', { name: 'Inscrire une violation' }));
    const dialog = page.getByRole('dialog');
    await dialog
      .getByLabel('Ce qui s’est passé')
      .fill('  Liste des familles envoyée à un mauvais destinataire ');
    await dialog.getByLabel('Personnes et données concernées').fill('12 familles : noms et téléphones');
    await assertEveryLook(page, 'privacy-breach-new');
    await clicks.on(dialog.getByRole('button', { name: 'Ajouter' }));
    await card.getByText('Informer la CNIL avant le 07/03/2026 10:00').waitFor();
    await assertEveryLook(page, 'privacy-breach-open');
    await clicks.on(card.getByRole('button', { name: /^Modifier la violation n° / }));
    await clicks.on(dialog.getByRole('switch', { name: 'Clore' }));
    await clicks.on(dialog.getByRole('button', { name: 'Enregistrer' }));
    await dialog.getByText('Dites quand la CNIL a été informée, ou pourquoi elle ne l’a pas été.').waitFor();
    await dialog.getByLabel('CNIL informée le').fill('2026-03-04');
    await assertEveryLook(page, 'privacy-breach-close');
    await clicks.on(dialog.getByRole('button', { name: 'Enregistrer' }));
    await page.getByText('Violation enregistrée.').waitFor();
    // The card can be seen again once the dialog is gone.
    await card.getByText('Close le').waitFor();
    for (const open of [/^Informer la CNIL avant/, 'en cours'])
      await card.getByText(open).waitFor({ state: 'detached' });
    await assertEveryLook(page, 'privacy-breach-closed');
    assert.ok(clicks.count <= mostClicks, `${clicks.count} clicks`);
    const stored = await rows<{ facts: string; told: string; closed: string }>(
      office.service.database,
      'select facts, cnil_told_on as told, closed_at as closed from breaches',
    );
    const facts = 'Liste des familles envoyée à un mauvais destinataire';
    assert.deepEqual(stored, [{ facts, told: '2026-03-04', closed: office.service.clock.now.toISOString() }]);
    assert.deepEqual(problems, []);
  });
});
