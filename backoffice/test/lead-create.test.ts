import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { send } from '../../server/test/fixtures/entry-events.ts';
import { number, rows } from '../../server/test/fixtures/rows.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { assertEveryLook } from './every-look.ts';

const at = (establishmentId: number) => `etablissement/${establishmentId}/commercial/create`;
const byHand = 'select count(*) from entries where caller_id is null';

describe('a new lead by hand', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
    const phone = { cellphoneClient: '+33 6 39 98 45 67' };
    await send(
      office.service,
      'known',
      { firstNameClient: 'Simone', lastNameClient: 'Lefèvre', ...phone },
      at(3),
    );
    await send(
      office.service,
      'elsewhere',
      { firstNameClient: 'Simone', lastNameClient: 'Ailleurs', ...phone },
      at(5),
    );
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  it('knows the family while its number is typed, and is saved once however often one clicks', async () => {
    const { page, problems } = await office.enter({
      at: '/leads/create',
      grants: [{ role: 'commercial', establishmentId: 3 }],
    });
    await page.getByRole('heading', { level: 1, name: 'Nouvelle demande' }).waitFor();
    // The only residence is chosen already.
    await page.getByRole('combobox', { name: 'Résidence' }).getByText('Le Clos des Vignes').waitFor();
    const person = page.getByRole('region', { name: 'Personne concernée' });
    await person.getByLabel('Prénom').fill('Simone');
    await person.getByLabel('Nom de naissance').fill('Lefèvre');
    await person.getByLabel('Mobile').pressSequentially('06.39.98.45.67');
    await page.getByText('Cette famille est déjà connue').waitFor();
    const known = page.getByRole('link', {
      name: 'Simone Lefèvre, Le Clos des Vignes, premier contact le 04/03/2026',
    });
    assert.match((await known.getAttribute('href')) ?? '', /^#\/leads\/\d+$/);
    await page.getByText('Connue ailleurs : 1 demande dans une autre résidence.').waitFor();
    assert.equal(await page.getByText('Ailleurs', { exact: true }).count(), 0);
    const contact = page.getByRole('region', { name: 'Personne à contacter' });
    await contact.getByLabel('Prénom').fill('Claire');
    await contact.getByLabel('E-mail').fill('claire@example.org');
    await page.getByLabel('Délai').click();
    await page.getByRole('option', { name: 'Sous 15 jours' }).click();
    await page.getByLabel('Budget mensuel').fill('2 500 €');
    await page.getByRole('combobox', { name: 'Action' }).click();
    await page.getByRole('option', { name: 'Visite prévue' }).click();
    await page.getByRole('region', { name: 'Première action' }).getByLabel('Date').fill('2026-03-09');
    await page.getByLabel('Heure').fill('14:30');
    await page.getByLabel('Note interne').fill('Avec sa fille');
    await page.getByRole('button', { name: 'Enregistrer' }).dblclick();
    await page.waitForURL(/#\/leads\/\d+$/);
    assert.equal(await number(office.service.database, byHand), 1);
    const [stored] = await rows<{ fields: string; type: string; establishment_id: number }>(
      office.service.database,
      'select fields, type, establishment_id from entries where caller_id is null',
    );
    assert.deepEqual(
      { ...stored, fields: JSON.parse(stored?.fields ?? '') },
      {
        establishment_id: 3,
        type: 'commercial.type.phone',
        fields: {
          firstNameClient: 'Simone',
          lastNameClient: 'Lefèvre',
          dateFirstContact: '2026-03-04',
          cellphoneClient: '06.39.98.45.67',
          delais: 'Sous 15 jours',
          budget: '2 500 €',
        },
      },
    );
    const actions = await rows(
      office.service.database,
      'select date, time, stage, done, comment from actions',
    );
    assert.equal(
      JSON.stringify(actions),
      JSON.stringify([
        { date: '2026-03-09', time: '14:30', stage: 'Visite', done: 0, comment: 'Avec sa fille' },
      ]),
    );
    assert.deepEqual(problems, []);
  });

  it('keeps what was typed when it can’t be saved', async () => {
    const { page, problems } = await office.enter({ at: '/leads/create' });
    const person = page.getByRole('region', { name: 'Personne concernée' });
    const save = page.getByRole('button', { name: 'Enregistrer' });
    const before = await number(office.service.database, byHand);
    await person.getByLabel('E-mail').fill('pas une adresse');
    await save.click();
    await page.getByText('Cette adresse e-mail n’est pas complète.').waitFor();
    await page.getByText('À renseigner').waitFor();
    await person.getByLabel('E-mail').fill('odette@example.org');
    await person.getByLabel('Âge').fill('131');
    await page.getByRole('combobox', { name: 'Résidence' }).click();
    await page.getByRole('option', { name: 'Villa Garance' }).click();
    await save.click();
    await page.getByText('Un âge de 0 à 130 ans.').waitFor();
    await person.getByLabel('Âge').fill('88');
    await page.getByLabel('Commentaire transmis au site').fill('Préfère une chambre au calme');
    await page.getByText('Visible par le site qui suit cette demande.', { exact: false }).waitFor();
    // The first answer is lost; the second request is not sent at all.
    let tries = 0;
    await page.route('**/desk/entries', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      tries++;
      if (tries === 1) await route.fetch();
      return tries <= 2 ? route.abort() : route.continue();
    });
    for (const trial of [1, 2]) {
      await save.click();
      await page.getByRole('alert').getByText('Le service ne répond pas.', { exact: false }).waitFor();
      assert.equal(await person.getByLabel('E-mail').inputValue(), 'odette@example.org', `try ${trial}`);
      assert.equal(
        await page.getByLabel('Commentaire transmis au site').inputValue(),
        'Préfère une chambre au calme',
      );
    }
    await save.click();
    await page.waitForURL(/#\/leads\/\d+$/);
    assert.equal(await number(office.service.database, byHand), before + 1);
    assert.deepEqual(
      problems.filter((problem) => !problem.includes('ERR_FAILED')),
      [],
    );
  });

  it('needs the right to change entries', async () => {
    const { page, problems } = await office.enter({
      at: '/leads',
      grants: [{ role: 'reader', establishmentId: 3 }],
    });
    await page.getByRole('link', { name: 'Exporter' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Nouvelle demande' }).count(), 0);
    assert.deepEqual(problems, []);
  });

  it('looks well on every screen', async () => {
    const { page, problems } = await office.enter({ at: '/leads/create' });
    const person = page.getByRole('region', { name: 'Personne concernée' });
    await person.getByLabel('Mobile').fill('06 39 98 45 67');
    await page.getByText('Cette famille est déjà connue').waitFor();
    await page.getByRole('combobox', { name: 'Action' }).click();
    await page.getByRole('option', { name: 'Noter un appel' }).click();
    await page.getByLabel('Note interne').waitFor();
    await assertEveryLook(page, 'lead-create');
    assert.deepEqual(problems, []);
  });
});
