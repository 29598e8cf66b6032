import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { number } from '../../server/test/fixtures/rows.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { block, choose, enterEntry, sendLead } from './entry.ts';
import { until } from './until.ts';

describe('what arrives while a page is open', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
    await complaint('Besson');
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  /** The page has read the numbers that what arrives is told by. */
  const numbersAreRead = (page: Page) =>
    page.getByRole('menuitem', { name: /^Contacts et avis \d+ à traiter$/ }).waitFor();
  const complaint = (lastName: string) =>
    office.service.post(`/fr/etablissement/3/survey/create?${office.service.query}`, {
      type: 'survey.type.complaint',
      lastName,
    });

  it('appears by itself in the list, in the menu and in a notice, and takes no focus', async () => {
    const { page, problems } = await office.enter({ at: '/leads' });
    await page.getByText('Personne n’attend d’être rappelé.').waitFor();
    await numbersAreRead(page);
    const search = page.getByPlaceholder('Nom, téléphone, n° de fiche…');
    await search.focus();
    await sendLead(office, { firstNameClient: 'Yvette', lastNameClient: 'Colin' });
    await page.getByText('pour Yvette Colin').waitFor();
    await page.getByRole('status').getByText('Nouveau : 1 demande').waitFor();
    await page.getByRole('menuitem', { name: 'Demandes 1 à traiter' }).waitFor();
    await until(async () => assert.ok(await search.evaluate((input) => input === document.activeElement)));
    await complaint('Morel');
    await page.getByRole('status').getByText('Nouveau : 1 réclamation').waitFor();
    assert.deepEqual(problems, []);
  });

  it('is over after a while, once it is opened, and never about what the user adds', async () => {
    const { page, problems } = await office.enter({ at: '/leads?filter=%7B%7D' });
    const notice = page.getByRole('status').getByRole('link');
    await numbersAreRead(page);
    await complaint('Lenoir');
    await notice.getByText('Nouveau : 1 réclamation').waitFor();
    await page.clock.fastForward(21_000);
    await notice.waitFor({ state: 'detached' });
    await complaint('Leblanc');
    await notice.waitFor();
    await notice.click();
    await page.getByRole('heading', { level: 1, name: 'Leblanc' }).waitFor();
    await notice.waitFor({ state: 'detached' });

    await page.goto('/#/surveys/complaints');
    await page.getByRole('button', { name: 'Nouvelle réclamation' }).click();
    await choose(page, 'Résidence', 'Le Clos des Vignes');
    await page.getByRole('dialog').getByLabel(/^Nom/).first().fill('Delmas');
    await page.getByRole('dialog').getByLabel('Ce que la famille dit').fill('Au téléphone');
    const told = page.waitForResponse(/\/desk\/counts$/);
    await page.getByRole('dialog').getByRole('button', { name: 'Créer' }).click();
    await told;
    await page.getByRole('heading', { level: 1, name: 'Delmas' }).waitFor();
    await until(async () => assert.equal(await notice.count(), 0));
    assert.deepEqual(problems, []);
  });

  it('appears when it came between the page’s read and its stream', async () => {
    const { page, problems } = await office.enter({ at: '/leads' });
    let listen = () => {};
    const mayListen = new Promise<void>((resolve) => {
      listen = resolve;
    });
    await page.route(/\/desk\/changes/, async (route) => {
      await mayListen;
      await route.continue();
    });
    const asked = page.waitForRequest(/\/desk\/changes/);
    await page.reload();
    await page.getByText('pour Yvette Colin').waitFor();
    await asked;
    await sendLead(office, { firstNameClient: 'Denis', lastNameClient: 'Roche' });
    listen();
    await page.getByText('pour Denis Roche').waitFor();
    assert.deepEqual(problems, []);
  });

  it('says that a list has changed when another user has changed it', async () => {
    const { id } = await sendLead(office, { firstNameClient: 'Marcel', lastNameClient: 'Aubry' });
    const { page, problems } = await office.enter({ at: '/leads?filter=%7B%7D' });
    await page.getByText('pour Marcel Aubry').waitFor();
    const desk = await signIn(office.service);
    await desk.patch(`/desk/entries/${id}`, { resultat: 'commercial.resultat.nosuite' });
    await page.getByRole('status').getByText('La liste a changé').waitFor();
    await page
      .getByRole('row', { name: /Marcel Aubry/ })
      .getByText('Sans suite')
      .waitFor();
    assert.deepEqual(problems, []);
  });

  it('waits while a form is open', async () => {
    const { page, problems } = await office.enter({ at: '/surveys/complaints' });
    await page.getByRole('button', { name: 'Je m’en charge : Morel' }).click();
    await page.getByRole('button', { name: 'Répondre et clore : Morel' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Réponse écrite').fill('Bonjour');
    const isTold = page.waitForResponse(/\/desk\/counts/);
    await complaint('Tardif');
    await sendLead(office);
    const other = await office.enter({ at: '/surveys/complaints' });
    await other.page.getByRole('link', { name: 'Tardif' }).waitFor();
    await until(async () =>
      assert.equal(await page.getByRole('link', { name: 'Tardif', includeHidden: true }).count(), 0),
    );
    await until(async () => assert.equal(await dialog.getByLabel('Réponse écrite').inputValue(), 'Bonjour'));
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await isTold;
    await page.getByRole('link', { name: 'Tardif' }).waitFor();
    assert.deepEqual(problems, []);
  });

  it('shows on the open page of an entry, and loses nothing that is being typed there', async () => {
    const { id } = await sendLead(office, { firstNameClient: 'Odile', lastNameClient: 'Blanc' });
    const desk = await signIn(office.service, undefined, 'Paul Girard');
    const { page, problems } = await enterEntry(office, id);
    const reads = () =>
      number(
        office.service.database,
        `select count(*) from audit where action = 'read' and subject_id = ${id}`,
      );
    const readBefore = await reads();
    // A change of another entry must not reload this one: each read is a line in the audit trail.
    const isAsked = page.waitForResponse(new RegExp(`/desk/entries/${id}/version`));
    await sendLead(office);
    await isAsked;
    assert.equal(await reads(), readBefore);

    await desk.patch(`/desk/entries/${id}`, { fields: { delais: 'Sous trois semaines' } });
    await page.getByRole('status').getByText('Quelqu’un a modifié cette fiche').waitFor();
    await block(page, 'Souhaits').getByText('Sous trois semaines').waitFor();

    await page.getByRole('button', { name: 'Modifier : Souhaits' }).click();
    await page.getByRole('dialog').getByLabel('Budget').fill('3 000 €');
    await desk.patch(`/desk/entries/${id}`, { fields: { delais: 'Immédiat' } });
    await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click();
    // The form was based on the previous version: it shows the first change, and the typed text is applied on top.
    await page.getByRole('alertdialog').getByText('Immédiat').waitFor();
    await page.getByRole('alertdialog').getByRole('button').last().click();
    await block(page, 'Souhaits').getByText('3 000 €').waitFor();
    await block(page, 'Souhaits').getByText('Immédiat').waitFor();
    assert.deepEqual(problems, []);
  });

  it('is no longer asked for once the session has ended', async () => {
    const { page, context } = await office.enter({ at: '/leads?filter=%7B%7D' });
    await page.getByText('pour Marcel Aubry').waitFor();
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('/desk/changes')) asked++;
    });
    await context.clearCookies();
    await page.getByText('pour Marcel Aubry').click();
    await page.getByRole('button', { name: 'Se connecter' }).waitFor();
    assert.equal(asked, 0);
  });
});
