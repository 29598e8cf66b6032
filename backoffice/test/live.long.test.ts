// What comes and goes while a page is open: news, the network, the files of an upgrade; the menu, and a phone.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { demoUsers } from '../../server/src/demo/accounts.ts';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { number } from '../../server/test/fixtures/rows.ts';
import { type BackOffice, deskPassword, openBackOffice } from './back-office.ts';
import { viewports } from './browser.ts';
import { block, enterEntry, sendLead } from './entry.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

describe('an open page', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
    await sendLead(office, { firstNameClient: 'Colette', lastNameClient: 'Meunier' });
    await complaint('Besson');
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  const complaint = (lastName: string) =>
    office.service.post(`/fr/etablissement/3/survey/create?${office.service.query}`, {
      type: 'survey.type.complaint',
      lastName,
    });
  /** The page has read the numbers that what arrives is told by. */
  const numbersAreRead = (page: Page) =>
    page.getByRole('menuitem', { name: /^Contacts et avis \d+ à traiter$/ }).waitFor();
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
  const open = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name }).click();
  const isRead = (page: Page) =>
    page.waitForFunction(
      () =>
        document.querySelector('main [role="progressbar"]') === null &&
        (document.querySelector('main')?.innerText.trim() ?? '') !== '',
    );
  const offline = (page: Page) => page.getByText('Pas de réseau', { exact: false });
  const failed = (page: Page) => page.getByText('Cette page n’a pas pu être chargée.');
  const ours = (problems: readonly string[]) =>
    problems.filter((problem) => !/ERR_(?:INTERNET_DISCONNECTED|FAILED)|dynamically imported/.test(problem));

  it('news shows in list, menu and a notice, and takes no focus', async () => {
    const { page, problems } = await office.enter({ at: '/leads' });
    await page.getByText('pour Colette Meunier').waitFor();
    await numbersAreRead(page);
    const search = page.getByPlaceholder('Nom, téléphone, n° de fiche…');
    await search.focus();
    await sendLead(office, { firstNameClient: 'Yvette', lastNameClient: 'Colin' });
    await page.getByText('pour Yvette Colin').waitFor();
    await page.getByRole('status').getByText('Nouveau : 1 demande').waitFor();
    await page.getByRole('menuitem', { name: 'Demandes 2 à traiter' }).waitFor();
    await until(async () => assert.ok(await search.evaluate((input) => input === document.activeElement)));
    await complaint('Lenoir');
    const news = page.getByRole('status').getByRole('link', { name: 'Nouveau : 1 réclamation' });
    await news.click();
    await heading(page, 'Lenoir').waitFor();
    await news.waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
  });

  it('what came between the page’s read and its stream is shown', async () => {
    const { page, problems } = await office.enter({ at: '/leads' });
    const mayListen = Promise.withResolvers<void>();
    await page.route(/\/desk\/changes/, async (route) => {
      await mayListen.promise;
      await route.continue();
    });
    const asked = page.waitForRequest(/\/desk\/changes/);
    await page.reload();
    await page.getByText('pour Colette Meunier').waitFor();
    await asked;
    await sendLead(office, { firstNameClient: 'Denis', lastNameClient: 'Roche' });
    mayListen.resolve();
    await page.getByText('pour Denis Roche').waitFor();
    assert.deepEqual(problems, []);
  });

  it('a list waits while a form is open, and says that it has changed', async () => {
    const { id } = await sendLead(office, { firstNameClient: 'Marcel', lastNameClient: 'Aubry' });
    const list = await office.enter({ at: '/leads?filter=%7B%7D' });
    await list.page.getByText('pour Marcel Aubry').waitFor();
    const { page, problems } = await office.enter({ at: '/surveys/complaints' });
    await page.getByRole('button', { name: 'Nouvelle réclamation' }).click();
    const dialog = page.getByRole('dialog');
    const typed = dialog.getByLabel('Ce que la famille dit');
    await typed.fill('Bonjour');
    await complaint('Tardif');
    const other = await office.enter({ at: '/surveys/complaints' });
    await other.page.getByRole('link', { name: 'Tardif' }).waitFor();
    const late = page.getByRole('link', { name: 'Tardif', includeHidden: true });
    await until(async () => assert.deepEqual([await late.count(), await typed.inputValue()], [0, 'Bonjour']));
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await late.waitFor();

    const desk = await signIn(office.service);
    await desk.patch(`/desk/entries/${id}`, { resultat: 'commercial.resultat.nosuite' });
    await list.page
      .getByRole('row', { name: /Marcel Aubry/ })
      .getByText('Sans suite')
      .waitFor();
    assert.deepEqual([...problems, ...list.problems], []);
  });

  it('a colleague’s change shows on the open entry, which is not read without one', async () => {
    const { id } = await sendLead(office, { firstNameClient: 'Odile', lastNameClient: 'Blanc' });
    const desk = await signIn(office.service, undefined, 'Paul Girard');
    const { page, problems } = await enterEntry(office, id);
    // Each read is a line in the audit trail.
    const read = `select count(*) from audit where action = 'read' and subject_id = ${id}`;
    const before = await number(office.service.database, read);
    const isAsked = page.waitForResponse(new RegExp(`/desk/entries/${id}/version`));
    await sendLead(office);
    await isAsked;
    assert.equal(await number(office.service.database, read), before);
    await desk.patch(`/desk/entries/${id}`, { fields: { delais: 'Sous trois semaines' } });
    await page.getByRole('status').getByText('Quelqu’un a modifié cette fiche').waitFor();
    await block(page, 'Souhaits').getByText('Sous trois semaines').waitFor();
    assert.deepEqual(problems, []);
  });

  it('what is typed while the session ends is kept, by keyboard alone', async () => {
    const { page, context, problems } = await office.enter({ at: '/leads/create' });
    await page.getByRole('region', { name: 'Pour qui' }).waitFor();
    // The cursor is in the first field.
    await page.keyboard.type('Durand');
    await context.clearCookies();
    for (const key of ['Tab', 'Tab']) await page.keyboard.press(key);
    // It asks whether the family is known. At once: a half of the number would be asked for on a busy machine.
    await page.keyboard.insertText('06 39 98 12 34');
    await page.getByRole('dialog', { name: 'Connexion' }).waitFor();
    await page.keyboard.type(deskPassword);
    await page.keyboard.press('Enter');
    await page.getByText('Cette famille est déjà connue').waitFor();
    const name = page.getByLabel('Nom', { exact: true }).first();
    await until(async () => assert.equal(await name.inputValue(), 'Durand'));
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'relation.telephone');
    assert.deepEqual(problems, []);
  });

  it('a page without network says so, and opens once it is back, each time', async () => {
    const { page, context, problems } = await office.enter();
    // Nor is it loaded in the background while the network is there for a moment.
    const users = /\/assets\/UsersPage/;
    await page.route(users, (route) => route.abort());
    await heading(page, 'Ma journée').waitFor();
    await context.setOffline(true);
    await open(page, 'Statistiques');
    await offline(page).waitFor();
    await failed(page).waitFor();
    await assertEveryLook(page, 'offline');
    await context.setOffline(false);
    await heading(page, 'Statistiques').waitFor();
    await offline(page).waitFor({ state: 'detached' });
    await context.setOffline(true);
    await open(page, 'Utilisateurs');
    await failed(page).waitFor();
    await open(page, 'Ma journée');
    await page.unroute(users);
    await context.setOffline(false);
    await open(page, 'Utilisateurs');
    await heading(page, 'Utilisateurs').waitFor();
    assert.deepEqual(ours(problems), []);
  });

  it('an upgraded file reloads the page once, a missing one no more', async () => {
    const { page, problems } = await office.enter();
    await heading(page, 'Ma journée').waitFor();
    let loads = 0;
    page.on('load', () => {
      loads++;
    });
    // The tab knows names of files that are gone; after a reload it knows the new ones.
    const gone = /\/assets\/StatisticsPage/;
    await page.route(gone, async (route) => {
      if (loads === 0) await route.fulfill({ status: 404, body: '' });
      else await route.continue();
    });
    await open(page, 'Statistiques');
    await heading(page, 'Statistiques').waitFor();
    await page.waitForURL(/#\/statistics/);
    assert.equal(loads, 1);
    await page.unroute(gone);
    await page.route(/\/assets\/IntegrationsPage/, (route) => route.fulfill({ status: 404, body: '' }));
    const reloaded = page.waitForEvent('load');
    await open(page, 'Intégrations');
    await reloaded;
    await failed(page).waitFor();
    await page.getByRole('button', { name: 'Réessayer' }).waitFor();
    assert.equal(loads, 2);
    assert.deepEqual(ours(problems), []);
  });

  it('the other pages are loaded while the first is idle', async () => {
    const { page, context } = await office.enter();
    const loaded = [/\/assets\/PrivacyPage/, /\/assets\/MailPage/].map((file) => page.waitForResponse(file));
    await heading(page, 'Ma journée').waitFor();
    await Promise.all(loaded);
    await context.setOffline(true);
    await open(page, 'Utilisateurs');
    await heading(page, 'Utilisateurs').waitFor();
    await offline(page).waitFor();
  });

  // The narrowest.
  for (const { name, grants } of demoUsers.filter(({ grants: [first] }) =>
    ['direction', 'marketing', 'privacy', 'call-centre'].includes(first?.role ?? ''),
  ))
    it(`the pages of ${name} ask only for what a ${grants[0]?.role} may read`, async () => {
      const { page, problems } = await office.enter({ grants, name });
      const refused: string[] = [];
      page.on('response', (response) => {
        if (response.status() === 403) refused.push(response.url());
      });
      const items = page.getByRole('menuitem');
      await items.first().waitFor();
      for (const item of await items.all()) {
        await item.click();
        await heading(page, (await item.innerText()).split('\n')[0] ?? '').waitFor();
        await isRead(page);
      }
      assert.deepEqual(refused, []);
      assert.deepEqual(problems, []);
    });

  it('an address of others, of nothing or of old leads somewhere', async () => {
    const { page, problems } = await office.enter({ grants: [{ role: 'reader', establishmentId: null }] });
    for (const at of ['integrations', 'privacy/requests', 'users', 'leads/create']) {
      await page.goto(`/#/${at}`);
      await page.getByText('Votre rôle n’ouvre pas cette page.').waitFor();
    }
    await page.goto('/#/nulle-part');
    await page.getByText('Cette adresse ne mène à aucune page.').waitFor();
    await page.getByRole('link', { name: 'Revenir à l’accueil' }).click();
    await heading(page, 'Ma journée').waitFor();
    const administrator = await office.enter({ at: '/audit' });
    await administrator.page.waitForURL(/#\/users\/audit$/);
    const officer = await office.enter({
      at: '/audit',
      grants: [{ role: 'privacy', establishmentId: null }],
    });
    await officer.page.waitForURL(/#\/privacy\/audit$/);
    assert.deepEqual([...problems, ...administrator.problems, ...officer.problems], []);
  });

  it('the menu is icons alone in a window that is enlarged to 200 %', async () => {
    const { page, problems } = await office.enter();
    await page.getByRole('menuitem').getByText('Agenda').waitFor();
    await page.setViewportSize(viewports.enlarged);
    await page.waitForFunction(
      () => (document.querySelector('.RaSidebar-fixed')?.getBoundingClientRect().width ?? 640) < 80,
    );
    await page.setViewportSize(viewports.desktop);
    await page.getByRole('menuitem').getByText('Agenda').waitFor();
    assert.deepEqual(problems, []);
  });

  it('a phone has the pages of every day one tap away, others in the menu', async () => {
    const { page, problems } = await office.enter({ size: 'phone' });
    const bar = page.getByRole('navigation', { name: 'Tous les jours' });
    await heading(page, 'Ma journée').waitFor();
    await bar.getByRole('link', { name: 'Demandes' }).click();
    // The first family is near the top.
    const first = page.getByRole('listitem').getByRole('link', { name: 'Claire Durand' }).first();
    await until(async () => assert.ok(((await first.boundingBox())?.y ?? 780) < 385));
    const heights = await bar
      .locator('.MuiBottomNavigationAction-label')
      .evaluateAll((all) => all.map((label) => label.getBoundingClientRect().height));
    assert.ok(heights.length === 4 && Math.max(...heights) < 24, `each on one line: ${heights}`);
    await assertEveryLook(page, 'phone-leads', ['phone']);
    await bar.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Intégrations' }).click();
    await page.getByRole('tab').first().waitFor();
    const edges = await page
      .getByRole('tab')
      .evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().right));
    assert.ok(edges.length === 5 && Math.max(...edges) <= 360, `${edges} px`);
    await bar.getByRole('link', { name: 'Ma journée' }).click();
    await heading(page, 'Ma journée').waitFor();
    // The end of the page is not hidden behind the bar.
    await assertEveryLook(page, 'phone-today', ['phone']);
    assert.deepEqual(problems, []);
  });
});
