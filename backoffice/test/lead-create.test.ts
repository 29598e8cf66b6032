import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { send } from '../../server/test/fixtures/entry-events.ts';
import { number, rows } from '../../server/test/fixtures/rows.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { save } from './entry.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

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

  it('of a family at the desk takes eight clicks at most, and whom it is for comes second', async () => {
    const { page, problems } = await office.enter({
      at: '/leads',
      grants: [{ role: 'commercial', establishmentId: 3 }],
      name: 'Inès Moreau',
    });
    let clicks = 0;
    const click = async (target: Locator) => {
      clicks++;
      await target.click();
    };
    await click(page.getByRole('link', { name: 'Nouvelle demande' }));
    const contact = page.getByRole('region', { name: 'Qui est là, ou au téléphone' });
    await contact.waitFor();
    // The cursor is in the first field.
    await page.keyboard.type('Durand');
    await click(contact.getByLabel('Téléphone'));
    await page.keyboard.type('06 39 98 77 01');
    await click(page.getByLabel('Lien avec la personne'));
    await click(page.getByRole('option', { name: 'Fille', exact: true }));
    const person = page.getByRole('region', { name: 'Pour qui' });
    await click(person.getByLabel('Nom', { exact: true }));
    await page.keyboard.type('Meunier');
    await click(page.getByRole('radio', { name: 'Visite', exact: true }));
    // The button is in sight wherever the page stands.
    const save = page.getByRole('button', { name: 'Créer la demande' });
    await until(async () => assert.ok(await save.evaluate(isInSight)));
    await click(save);
    await page.getByRole('heading', { level: 1, name: 'Meunier' }).waitFor();
    assert.ok(clicks <= 8, `${clicks} clicks`);
    await page.getByText('Inès Moreau').first().waitFor();
    const [stored] = await rows<{ id: number; fields: string; type: string }>(
      office.service.database,
      'select id, fields, type from entries where caller_id is null order by id desc limit 1',
    );
    assert.equal(stored?.type, 'commercial.type.visite');
    assert.deepEqual(JSON.parse(stored?.fields ?? ''), {
      lastNameClient: 'Meunier',
      dateFirstContact: '2026-03-04',
    });
    assert.deepEqual(
      await rows(
        office.service.database,
        `select fields, extra from relations where entry_id = ${stored?.id}`,
      ),
      [{ fields: '{"lastName":"Durand","cellphone":"06 39 98 77 01"}', extra: '{"lien":"Fille"}' }],
    );
    assert.deepEqual(problems, []);
  });

  it('holds a wrong address until it is whole, and nothing of inputs that are gone', async () => {
    const grants = [{ role: 'commercial', establishmentId: 3 }] as const;
    const { page, problems } = await office.enter({ at: '/leads/create', grants });
    await page
      .getByRole('region', { name: 'Qui est là, ou au téléphone' })
      .getByLabel('Nom')
      .first()
      .fill('Roux');
    await page.getByRole('radio', { name: 'Organisme' }).click();
    await page.getByLabel('E-mail de l’adresseur').fill('clic@');
    await page.getByRole('radio', { name: 'Téléphone', exact: true }).click();
    await page.getByRole('button', { name: 'Plus de détails' }).click();
    const email = page.getByRole('region', { name: 'La personne concernée' }).getByLabel('E-mail');
    await email.fill('anne@');
    await page.getByRole('button', { name: 'Créer la demande' }).click();
    await page.getByText('Cette adresse e-mail n’est pas complète.').waitFor();
    await email.focus();
    await page.keyboard.press('End');
    await page.keyboard.type('example.org');
    await until(async () => assert.equal(await email.inputValue(), 'anne@example.org'));
    await until(async () =>
      assert.ok(await email.evaluate((one) => one === document.activeElement), 'keeps the focus'),
    );
    await page.getByRole('button', { name: 'Créer la demande' }).click();
    await page.waitForURL(/#\/leads\/\d+$/);
    const newest = 'select fields from entries where caller_id is null order by id desc limit 1';
    const [stored] = await rows<{ fields: string }>(office.service.database, newest);
    const { emailClient, emailAdresseur } = JSON.parse(stored?.fields ?? '');
    assert.deepEqual([emailClient, emailAdresseur], ['anne@example.org', undefined]);
    assert.deepEqual(problems, []);
  });

  it('is begun from its address, and may be for who asks', async () => {
    const { page, problems } = await office.enter({
      at: '/leads/create?phone=02%2061%2091%2077%2002&lastName=Petit',
      grants: [{ role: 'commercial', establishmentId: 3 }],
    });
    const contact = page.getByRole('region', { name: 'Qui est là, ou au téléphone' });
    await contact.waitFor();
    await until(async () =>
      assert.deepEqual(
        [
          await contact.getByLabel('Téléphone').inputValue(),
          await contact.getByLabel('Nom', { exact: true }).inputValue(),
        ],
        ['02 61 91 77 02', 'Petit'],
      ),
    );
    await page.getByLabel('Pour la même personne').click();
    await until(async () => assert.equal(await page.getByLabel('Lien avec la personne').count(), 0));
    await page.getByRole('button', { name: 'Créer la demande' }).click();
    await page.getByRole('heading', { level: 1, name: 'Petit' }).waitFor();
    const [stored] = await rows<{ fields: string }>(
      office.service.database,
      'select fields from entries where caller_id is null order by id desc limit 1',
    );
    assert.deepEqual(JSON.parse(stored?.fields ?? ''), {
      lastNameClient: 'Petit',
      phoneClient: '02 61 91 77 02',
      dateFirstContact: '2026-03-04',
    });
    assert.deepEqual(problems, []);
  });

  it('of a family that an organisation refers names it, with its phone and address', async () => {
    const { page, problems } = await office.enter({
      at: '/leads/create',
      grants: [{ role: 'commercial', establishmentId: 3 }],
    });
    const contact = page.getByRole('region', { name: 'Qui est là, ou au téléphone' });
    await contact.getByLabel('Nom', { exact: true }).fill('Lambert');
    await until(async () => assert.equal(await page.getByLabel('Organisme qui oriente').count(), 0));
    await page.getByRole('radio', { name: 'Organisme' }).click();
    await page.getByLabel('Organisme qui oriente').fill('CLIC de Saumur');
    await page.getByLabel('Téléphone de l’adresseur').fill('02 61 91 20 20');
    await page.getByLabel('E-mail de l’adresseur').fill('clic@example.org');
    await assertEveryLook(page, 'lead-create-organisation', ['desktop']);
    await page.getByRole('button', { name: 'Créer la demande' }).click();
    await page.waitForURL(/#\/leads\/\d+$/);
    await page.getByText('CLIC de Saumur').first().waitFor();
    const [stored] = await rows<{ id: number; type: string; fields: string }>(
      office.service.database,
      'select id, type, fields from entries where caller_id is null order by id desc limit 1',
    );
    const { phoneAdresseur, emailAdresseur } = JSON.parse(stored?.fields ?? '');
    assert.deepEqual(
      [stored?.type, phoneAdresseur, emailAdresseur],
      ['commercial.type.organisme', '02 61 91 20 20', 'clic@example.org'],
    );
    assert.deepEqual(
      await rows(
        office.service.database,
        `select fields, extra from relations where entry_id = ${stored?.id} order by position`,
      ),
      [
        { fields: '{"lastName":"Lambert"}', extra: null },
        { fields: '{"lastName":"CLIC de Saumur"}', extra: '{"lien":"Adresseur"}' },
      ],
    );
    assert.deepEqual(problems, []);
  });

  it('knows the family while its number is typed, and is saved once however often one clicks', async () => {
    const { page, problems } = await office.enter({
      at: '/leads/create',
      grants: [{ role: 'commercial', establishmentId: 3 }],
    });
    await page.getByRole('heading', { level: 1, name: 'Nouvelle demande' }).waitFor();
    // There is nothing to choose with a single residence, and no site that would read a comment.
    await until(async () => assert.equal(await page.getByRole('combobox', { name: 'Résidence' }).count(), 0));
    await until(async () => assert.equal(await page.getByText('transmis au site').count(), 0));
    const before = await number(office.service.database, byHand);
    const contact = page.getByRole('region', { name: 'Qui est là, ou au téléphone' });
    await contact.getByLabel('Prénom').fill('Claire');
    await contact.getByLabel('E-mail').fill('claire@example.org');
    await contact.getByLabel('Téléphone').pressSequentially('06.39.98.45.67');
    await page.getByText('Cette famille est déjà connue').waitFor();
    const known = page.getByRole('link', { name: 'Simone Lefèvre' });
    await until(async () => assert.match((await known.getAttribute('href')) ?? '', /^#\/leads\/\d+$/));
    await page.getByText('Connue ailleurs : 1 demande dans une autre résidence.').waitFor();
    await until(async () => assert.equal(await page.getByText('Ailleurs', { exact: true }).count(), 0));
    const person = page.getByRole('region', { name: 'Pour qui' });
    await person.getByLabel('Prénom').fill('Simone');
    await person.getByLabel('Nom', { exact: true }).fill('Lefèvre');
    await page.getByLabel('Délai').click();
    await page.getByRole('option', { name: 'Sous 15 jours' }).click();
    await page.getByRole('button', { name: 'Plus de détails' }).click();
    await page.getByLabel('Budget mensuel').fill('2 500 €');
    await page.getByLabel('N° ViaTrajectoire').fill('GA-2026 0312-458');
    await page.getByRole('radio', { name: 'Visite prévue' }).click();
    await page.getByRole('region', { name: 'Et ensuite' }).getByLabel('Date').fill('2026-03-09');
    await page.getByLabel('Heure').fill('14:30');
    await page.getByLabel('Note interne').fill('Avec sa fille');
    await page.getByRole('button', { name: 'Créer la demande' }).dblclick();
    await page.waitForURL(/#\/leads\/\d+$/);
    assert.equal(await number(office.service.database, byHand), before + 1);
    const [stored] = await rows<{ id: number; fields: string; type: string; establishment_id: number }>(
      office.service.database,
      'select id, fields, type, establishment_id from entries where caller_id is null order by id desc limit 1',
    );
    assert.deepEqual(
      { ...stored, id: 0, fields: JSON.parse(stored?.fields ?? '') },
      {
        id: 0,
        establishment_id: 3,
        type: 'commercial.type.phone',
        fields: {
          firstNameClient: 'Simone',
          lastNameClient: 'Lefèvre',
          dateFirstContact: '2026-03-04',
          delais: 'Sous 15 jours',
          budget: '2 500 €',
          numeroViaTrajectoire: 'GA-2026 0312-458',
        },
      },
    );
    const origin = page.getByRole('region', { name: 'Origine' });
    await origin.getByText('N° ViaTrajectoire').waitFor();
    await origin.getByText('GA-2026 0312-458').waitFor();
    await assertEveryLook(page, 'via-trajectoire');
    await page.getByRole('button', { name: 'Modifier : Origine' }).click();
    await save(page, { 'N° ViaTrajectoire': 'GA-2026 0312-459' });
    await origin.getByText('GA-2026 0312-459').waitFor();
    await page.getByRole('combobox', { name: 'Chercher partout' }).fill('ga20260312459');
    await page.getByRole('option', { name: /Lefèvre/ }).waitFor();
    const actions = await rows(
      office.service.database,
      `select date, time, stage, done, comment from actions where entry_id = ${stored?.id}`,
    );
    assert.equal(
      JSON.stringify(actions),
      JSON.stringify([
        { date: '2026-03-09', time: '14:30', stage: 'Visite', done: 0, comment: 'Avec sa fille' },
      ]),
    );
    assert.deepEqual(problems, []);
  });

  it('is saved once, also when more is typed and sent before the answer is there', async () => {
    const { page, problems } = await office.enter({
      at: '/leads/create',
      grants: [{ role: 'commercial', establishmentId: 3 }],
    });
    const contact = page.getByRole('region', { name: 'Qui est là, ou au téléphone' });
    await contact.getByLabel('Téléphone').fill('06 39 98 77 09');
    const before = await number(office.service.database, byHand);
    const { promise: isLetOn, resolve: letOn } = Promise.withResolvers<void>();
    await page.route('**/desk/entries', async (route) => {
      const response = await route.fetch();
      await isLetOn;
      await route.fulfill({ response });
    });
    // As a slow machine does it: the button of a form that is on its way still takes a click.
    const send = () => page.locator('main form').evaluate((form: HTMLFormElement) => form.requestSubmit());
    const isSent = page.waitForRequest((request) => request.method() === 'POST');
    await send();
    await isSent;
    await contact.getByLabel('Prénom').fill('Jeanne');
    await send();
    letOn();
    await page.waitForURL(/#\/leads\/\d+$/);
    assert.equal(await number(office.service.database, byHand), before + 1);
    assert.deepEqual(problems, []);
  });

  it('keeps what was typed when it can’t be saved', async () => {
    const { page, problems } = await office.enter({ at: '/leads/create' });
    const contact = page.getByRole('region', { name: 'Qui est là, ou au téléphone' });
    const save = page.getByRole('button', { name: 'Créer la demande' });
    const before = await number(office.service.database, byHand);
    await contact.getByLabel('E-mail').fill('pas une adresse');
    await save.click();
    await page.getByText('Cette adresse e-mail n’est pas complète.').waitFor();
    await page.getByText('À remplir.').waitFor();
    await until(async () => assert.equal(await page.getByText('Le formulaire n’est pas valide.').count(), 0));
    await contact.getByLabel('E-mail').fill('odette@example.org');
    await page.getByLabel('Âge').fill('131');
    await page.getByRole('combobox', { name: 'Résidence' }).click();
    await page.getByRole('option', { name: 'Villa Garance' }).click();
    await save.click();
    await page.getByText('Un âge de 0 à 130 ans.').waitFor();
    await page.getByLabel('Âge').fill('88');
    await page.getByLabel('Ce que la famille demande').fill('Préfère une chambre au calme');
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
      await page.getByText('Votre saisie est conservée : vérifiez', { exact: false }).waitFor();
      await until(async () =>
        assert.equal(await contact.getByLabel('E-mail').inputValue(), 'odette@example.org', `try ${trial}`),
      );
      await until(async () =>
        assert.equal(
          await page.getByLabel('Ce que la famille demande').inputValue(),
          'Préfère une chambre au calme',
        ),
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

  it('has its button in sight on a phone', async () => {
    const { page, problems } = await office.enter({ at: '/leads/create', size: 'phone' });
    const contact = page.getByRole('region', { name: 'Qui est là, ou au téléphone' });
    await contact.getByLabel('Téléphone').fill('06 39 98 45 67');
    await page.getByText('Cette famille est déjà connue').waitFor();
    await page.getByRole('radio', { name: 'Appel noté' }).click();
    await page.getByLabel('Note interne').waitFor();
    await page.getByRole('button', { name: 'Plus de détails' }).click();
    await page.getByLabel('Budget mensuel').waitFor();
    await page.evaluate(() => document.documentElement.scrollTo(0, 0));
    await until(async () =>
      assert.ok(await page.getByRole('button', { name: 'Créer la demande' }).evaluate(isInSight)),
    );
    // A window that was wider opens the menu above its page.
    await assertEveryLook(page, 'lead-create');
    assert.deepEqual(problems, []);
  });
});

/** Whether an element is in the window, and nothing lies above it. */
function isInSight(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const above = document.elementFromPoint(left + width / 2, top + height / 2);
  return above !== null && (element.contains(above) || above.contains(element));
}
