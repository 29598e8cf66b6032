import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { send } from '../../server/test/fixtures/entry-events.ts';
import { eraseDecided } from '../../server/test/fixtures/privacy.ts';
import { execute, number, rows } from '../../server/test/fixtures/rows.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { clickCounter } from './clicks.ts';
import { sendLead } from './entry.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

const officer = [{ role: 'privacy', establishmentId: null }] as const;

describe('« Vie privée »', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  it('opens with the right to protect data, and is missing without it', async () => {
    const { page, problems } = await office.enter({ grants: officer, name: 'Inès Roche' });
    await page.getByRole('heading', { level: 2, name: 'Demandes d’exercice de droits' }).waitFor();
    await page.getByText('Aucune demande à traiter.').waitFor();
    await assertEveryLook(page, 'privacy-officer-today');
    const items = await page.getByRole('menuitem').allInnerTexts();
    assert.deepEqual(items, ['Ma journée', 'Vie privée']);
    assert.deepEqual(problems, []);

    const director = await office.enter({
      grants: [{ role: 'direction', establishmentId: null }],
      at: '/privacy/requests',
    });
    await director.page.getByRole('menuitem', { name: 'Demandes', exact: true }).waitFor();
    await until(async () =>
      assert.equal(await director.page.getByRole('menuitem', { name: 'Vie privée' }).count(), 0),
    );
    await until(async () =>
      assert.equal(await director.page.getByRole('button', { name: 'Nouvelle demande' }).count(), 0),
    );
  });

  it('finds a person: strong matches are chosen, weak ones never', async () => {
    const { id: first } = await sendLead(office);
    const { id: second } = await sendLead(office, { phoneClient: '06 39 98 55 55', commercialrelations: [] });
    const { page, problems } = await office.enter({ grants: officer, at: '/privacy' });
    await page.getByRole('button', { name: 'Rechercher', exact: true }).click();
    await page.getByText('Donnez au moins un renseignement.').waitFor();
    await page.getByLabel('Téléphone').fill('12');
    await page.getByRole('button', { name: 'Rechercher', exact: true }).click();
    await page.getByText('Le téléphone compte au moins quatre chiffres.').waitFor();
    await page.getByLabel('Téléphone').fill('02.61.91.12.34');
    await page.getByLabel('Nom', { exact: true }).fill('martin');
    await page.getByLabel('Nom', { exact: true }).press('Enter');
    const checkbox = (id: number) => page.getByRole('checkbox', { name: `Choisir Simone Martin, n° ${id}` });
    await checkbox(first).waitFor();
    await until(async () => assert.equal(await checkbox(first).isChecked(), true));
    await until(async () => assert.equal(await checkbox(second).isChecked(), false));
    await page.getByText('1 fiche choisie').waitFor();
    await assertEveryLook(page, 'privacy-find');
    assert.deepEqual(problems, []);
  });

  it('keeps what was found after a look at an entry, and reads no CV', async () => {
    const cv = { content: Buffer.from('%PDF-1.4 small').toString('base64'), name: 'CV.pdf' };
    const body = { etablissementId: 3, lastName: 'Bernard', firstName: 'Léa', email: 'lea@example.org', cv };
    const id = await send(office.service, 'application', body, 'announcement/postuler');
    const { page, problems } = await office.enter({ grants: officer, at: '/privacy' });
    await page.getByLabel('E-mail').fill('LEA@example.org');
    await page.getByLabel('E-mail').press('Enter');
    await page.getByText('Les CV ne sont pas lus par la recherche.').waitFor();
    await page.getByRole('link', { name: `Léa Bernard, n° ${id}` }).click();
    await page.getByRole('heading', { level: 2, name: 'Léa Bernard' }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'CV : CV.pdf' }).click();
    assert.equal((await download).suggestedFilename(), 'CV.pdf');
    await page.getByRole('button', { name: 'Retour' }).click();
    await page.getByRole('checkbox', { name: `Choisir Léa Bernard, n° ${id}` }).waitFor();
    assert.equal(page.url().includes('example.org'), false);
    assert.deepEqual(problems, []);
  });

  it('shows at once what the indexes find, and adds what the texts say, with how far it is', async () => {
    const { service } = office;
    const strong = await sendLead(office, { phoneClient: '06 39 98 44 22', commercialrelations: [] });
    const { id } = await sendLead(office, {
      firstNameClient: 'Odette',
      lastNameClient: 'Garnier',
      phoneClient: '02 61 91 77 01',
      commercialrelations: [],
      commercialactions: [{ date: '2026-03-01', comment: 'Rappeler M. Lefèvre au 06.39.98.44.22' }],
    });
    const { page, problems } = await office.enter({ grants: officer, at: '/privacy' });
    const released = Promise.withResolvers<void>();
    await page.route('**/desk/privacy/find', async (route) => {
      if (route.request().postDataJSON().cursor !== undefined) await released.promise;
      await route.continue();
    });
    await page.getByLabel('Téléphone').fill('06 39 98 44 22');
    await page.getByLabel('Téléphone').press('Enter');
    const found = page.getByRole('checkbox', { name: /^Choisir / });
    const first = page.getByRole('checkbox', { name: `Choisir Simone Martin, n° ${strong.id}` });
    await first.waitFor();
    await page.getByText(/^0 lignes sur [1-9]\d* lues$/).waitFor();
    await until(async () => assert.equal(await found.count(), 1));
    await assertEveryLook(page, 'privacy-searching');
    released.resolve();
    await page.getByText(/^Recherche terminée\s: [1-9]\d* lignes lues\.$/).waitFor();
    const trace = page.getByRole('checkbox', { name: `Choisir Odette Garnier, n° ${id}` });
    await until(async () => assert.equal(await trace.isChecked(), false, 'a note names somebody else'));
    await until(async () => assert.equal(await first.isChecked(), true));
    await page.getByText(/même téléphone · dans\s: actions et notes/).waitFor();
    await assertEveryLook(page, 'privacy-searched');
    const sought = await number(service.database, "select count(*) from audit where detail like '%9844%'");
    assert.equal(sought, 0);
    assert.deepEqual(problems, []);
  });

  it('says that a search was interrupted, and asks no more once the page is left', async () => {
    const { page, problems } = await office.enter({ grants: officer, at: '/privacy' });
    const search = async (phone: string) => {
      await page.getByLabel('Téléphone').fill(phone);
      await page.getByLabel('Téléphone').press('Enter');
    };
    const asked: unknown[] = [];
    const released = Promise.withResolvers<void>();
    await page.route('**/desk/privacy/find', async (route) => {
      const { phone, cursor } = route.request().postDataJSON();
      asked.push(phone);
      const isFailing = phone.endsWith('31') && cursor !== undefined;
      if (phone.endsWith('32') && cursor !== undefined) await released.promise;
      const part = { traces: [], truncated: false, cursor: 'next', scanned: 1, total: 2 };
      const over = phone.endsWith('33') ? { cursor: null, scanned: 2 } : {};
      await (isFailing ? route.abort() : route.fulfill({ json: { ...part, ...over } }));
    });
    await search('06 39 98 44 31');
    await page.getByText(/^Recherche interrompue après 1 lignes sur 2/).waitFor();
    await until(async () => assert.equal(await page.getByText('Rien n’a été trouvé').count(), 0));
    await search('06 39 98 44 32');
    await page.getByText('1 lignes sur 2 lues').waitFor();
    await page.getByRole('menuitem', { name: 'Ma journée' }).click();
    await page
      .getByRole('heading', { level: 2, name: 'Rechercher une personne' })
      .waitFor({ state: 'detached' });
    released.resolve();
    await page.getByRole('menuitem', { name: 'Vie privée' }).click();
    await search('06 39 98 44 33');
    await page.getByText('Rien n’a été trouvé').waitFor();
    assert.deepEqual(
      asked.map((phone) => String(phone).slice(-2)),
      ['31', '31', '32', '32', '33'],
    );
    assert.equal(
      problems.every((problem) => problem.includes('ERR_FAILED')),
      true,
      problems.join(),
    );
  });

  it('handles an erasure from its request to its proof in 11 clicks', async () => {
    const phone = '02 61 91 88 01';
    const family = { phoneClient: phone, firstNameClient: 'Jeannine', lastNameClient: 'Roux' };
    const { id } = await sendLead(office, family);
    const { page, problems } = await office.enter({ grants: officer });
    const clicks = clickCounter(page);
    await page.getByRole('menuitem', { name: 'Vie privée' }).click();
    await page.getByLabel('Téléphone').fill(phone);
    await page.getByRole('button', { name: 'Rechercher', exact: true }).click();
    await page.getByText('1 fiche choisie').waitFor();
    await page.getByText(/^Jeannine Roux, personne de la fiche\s: même téléphone$/).waitFor();
    await clicks.on(page.getByRole('button', { name: 'Ouvrir une demande' }));
    const dialog = page.getByRole('dialog');
    await clicks.on(dialog.getByRole('radio', { name: 'La personne concernée', exact: true }));
    await clicks.on(dialog.getByRole('radio', { name: 'Effacement' }));
    await dialog.getByLabel('Son nom, et comment lui répondre').fill('Jeannine Roux, 02 61 91 88 01');
    await assertEveryLook(page, 'privacy-request-new');
    await clicks.on(dialog.getByRole('button', { name: 'Ouvrir la demande' }));
    await page.getByRole('heading', { name: /^Demande n° \d+\s: Effacement$/ }).waitFor();
    await page.getByText('Notez d’abord comment l’identité a été vérifiée').waitFor();
    await until(async () =>
      assert.equal(await page.getByRole('button', { name: 'Effacer les données' }).isDisabled(), true),
    );
    await clicks.on(page.getByRole('radio', { name: 'Rappel au numéro connu' }));
    await clicks.on(page.getByRole('button', { name: 'Enregistrer la vérification' }));
    await page.getByText('Enregistré.').waitFor();
    await assertEveryLook(page, 'privacy-request');
    await clicks.on(page.getByRole('button', { name: 'Effacer les données' }));
    await dialog.getByText('1 fiche sera effacée.').waitFor();
    await dialog.getByText(`Jeannine Roux, n° ${id}`).waitFor();
    await dialog.getByText('À rappeler').waitFor();
    await dialog.getByText(/^Données effacées de\s: Jeannine Roux, .*Claire Durand, proche$/).waitFor();
    await dialog.getByLabel('Tapez EFFACER pour confirmer').fill('EFFACER');
    await assertEveryLook(page, 'privacy-erase');
    await clicks.on(dialog.getByRole('button', { name: 'Décider l’effacement' }));
    await page.getByText(/^Effacement décidé :/).waitFor();
    await page.getByText('Fait', { exact: true }).last().waitFor();
    await page.getByRole('radio', { name: 'Accordée', exact: true, checked: true }).waitFor();
    await clicks.on(page.getByRole('button', { name: 'Enregistrer la décision' }));
    await clicks.on(page.getByRole('button', { name: 'Noter la réponse et clore' }));
    const opened = page.waitForEvent('popup');
    await clicks.on(page.getByRole('link', { name: 'Voir la preuve' }));
    const proof = await opened;
    await proof.getByRole('heading', { name: /^Preuve de traitement — demande nº \d+$/ }).waitFor();
    await proof.getByText('1 fiche trouvée.').waitFor();
    assert.equal(clicks.count, 11);
    await eraseDecided(office.service);
    const left = `select count(*) from entries where id = ${id} and restriction = 'erased' and fields = '{}'`;
    assert.equal(await number(office.service.database, left), 1);
    assert.deepEqual(problems, []);
  });

  it('takes a daughter’s data from her mother’s entry in at most 12 clicks, and keeps the mother’s', async () => {
    const daughter = {
      firstName: 'Agnès',
      lastName: 'Vidal',
      email: 'agnes.vidal@example.org',
      lien: 'Fille',
    };
    const { id } = await sendLead(office, {
      firstNameClient: 'Odette',
      lastNameClient: 'Garnier',
      comment: 'Sa fille Agnès Vidal appelle le soir.',
      commercialrelations: [daughter],
    });
    await execute(
      office.service.database,
      `insert into mails (message_id, use, entry_id, person, recipient, subject, body, created_at, state, attempts)
       values ('x', 'free', ${id}, 'entry', 'odette@example.org', 'Votre demande', 'Agnès Vidal nous a appelés.',
         '2026-03-04T09:00:00.000Z', 'sent', 1)`,
    );
    const { page, problems } = await office.enter({ grants: officer, at: '/privacy' });
    await page.getByLabel('E-mail').fill(daughter.email);
    await page.getByLabel('E-mail').press('Enter');
    await page.getByText(/^Agnès Vidal, proche \(Fille\)\s: même e-mail$/).waitFor();
    await page.getByText('Un proche', { exact: true }).waitFor();
    await page.getByText('Aucune fiche choisie.').waitFor();
    await until(async () => assert.equal(await page.getByRole('button', { name: 'Effacer' }).count(), 0));
    const clicks = clickCounter(page);
    await clicks.on(page.getByRole('checkbox', { name: `Choisir Odette Garnier, n° ${id}` }));
    await assertEveryLook(page, 'privacy-find-daughter');
    await clicks.on(page.getByRole('button', { name: 'Ouvrir une demande' }));
    const dialog = page.getByRole('dialog');
    await clicks.on(dialog.getByRole('radio', { name: 'Un mandataire' }));
    await dialog.getByLabel('Son nom, et comment lui répondre').fill('Marc Vidal, 1 rue des Lilas, Angers');
    await dialog.getByLabel('Pour qui').fill('Agnès Vidal, son épouse');
    await dialog.getByLabel('Par quel acte, de quel jour').fill('Mandat écrit du 3 mars');
    await clicks.on(dialog.getByRole('radio', { name: 'Effacement' }));
    await assertEveryLook(page, 'privacy-request-for');
    await clicks.on(dialog.getByRole('button', { name: 'Ouvrir la demande' }));
    await page.getByText(/Pour\s: Agnès Vidal, son épouse/).waitFor();
    await page.getByRole('link', { name: `Odette Garnier, n° ${id}` }).waitFor();
    await page.getByText('À rappeler').waitFor();
    const concerned = (name: RegExp) => page.getByRole('checkbox', { name });
    await until(async () => assert.equal(await concerned(/^Agnès Vidal, proche/).isChecked(), true));
    await until(async () => assert.equal(await concerned(/^Odette Garnier, personne/).isChecked(), false));
    await until(async () =>
      assert.equal(await page.getByRole('button', { name: 'Effacer les données' }).count(), 0),
    );
    const removeHer = page.getByRole('link', { name: /^Retirer cette personne\s: Agnès Vidal/ });
    await until(async () => assert.equal(await removeHer.getAttribute('aria-disabled'), 'true'));
    await clicks.on(page.getByRole('radio', { name: 'Jugement ou mandat montré' }));
    await clicks.on(page.getByRole('button', { name: 'Enregistrer la vérification' }));
    await page.getByText('Enregistré.').waitFor();
    await assertEveryLook(page, 'privacy-request-relative');
    await clicks.on(removeHer);
    await dialog.getByText('Relisez aussi les textes de la fiche').waitFor();
    await until(async () =>
      assert.equal(await dialog.getByRole('radio', { name: /^Sans trace/ }).isChecked(), true),
    );
    await until(async () => assert.equal(await dialog.getByLabel('Prénom').last().inputValue(), ''));
    await dialog.getByLabel('Commentaire').first().fill('Un proche appelle le soir.');
    await dialog.getByRole('checkbox', { name: /Agnès Vidal nous a appelés/ }).check();
    await assertEveryLook(page, 'privacy-remove');
    await clicks.on(dialog.getByRole('button', { name: 'Enregistrer' }));
    await page.getByText('Fiche corrigée.').waitFor();
    // Back on the page of the request by itself.
    await page.getByText('Fait', { exact: true }).last().waitFor();
    await page.getByRole('radio', { name: 'Accordée', exact: true, checked: true }).waitFor();
    await assertEveryLook(page, 'privacy-removed');
    await clicks.on(page.getByRole('button', { name: 'Enregistrer la décision' }));
    await clicks.on(page.getByRole('button', { name: 'Noter la réponse et clore' }));
    const opened = page.waitForEvent('popup');
    await clicks.on(page.getByRole('link', { name: 'Voir la preuve' }));
    await (await opened).getByText(/^Corrigée sans trace le/).waitFor();
    assert.ok(clicks.count <= 12, `${clicks.count} clicks`);
    const [left] = await rows<{ fields: string; comment: string; related: string }>(
      office.service.database,
      `select fields, comment, (select fields from relations where entry_id = ${id}) as related
       from entries where id = ${id} and restriction is null`,
    );
    assert.match(left?.fields ?? '', /Odette.*02 61 91 12 34/);
    const texts = `select subject || body as texts from mails where entry_id = ${id} and use is not null`;
    assert.deepEqual(await rows(office.service.database, texts), [{ texts: '' }]);
    assert.deepEqual([left?.comment, left?.related], ['Un proche appelle le soir.', '{}']);
    assert.deepEqual(problems, []);
  });
});
