// The network goes, or the files of an open tab are gone after an upgrade: nothing breaks quietly.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { sendLead } from './entry.ts';
import { assertEveryLook } from './every-look.ts';

describe('a page without its network', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
    await sendLead(office, { firstNameClient: 'Colette', lastNameClient: 'Meunier' });
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  const offline = 'Pas de réseau';
  const open = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name }).click();
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
  const ours = (problems: readonly string[]) =>
    problems.filter((problem) => !/ERR_(?:INTERNET_DISCONNECTED|FAILED)|dynamically imported/.test(problem));

  it('says so, and opens the page once the network is back', async () => {
    const { page, context, problems } = await office.enter();
    // Nor is it loaded in the background while the network is there for a moment.
    const users = /\/assets\/UsersPage/;
    await page.route(users, (route) => route.abort());
    // Before the pages are loaded in the background.
    await heading(page, 'Ma journée').waitFor();
    await context.setOffline(true);
    await open(page, 'Statistiques');
    await page.getByText(offline, { exact: false }).waitFor();
    await page.getByText('Cette page n’a pas pu être chargée.').waitFor();
    await assertEveryLook(page, 'offline');
    await context.setOffline(false);
    await heading(page, 'Statistiques').waitFor();
    await page.getByText(offline, { exact: false }).waitFor({ state: 'detached' });
    // At the next visit too: the failure is not remembered.
    await context.setOffline(true);
    await open(page, 'Utilisateurs');
    await page.getByText('Cette page n’a pas pu être chargée.').waitFor();
    await open(page, 'Ma journée');
    await page.unroute(users);
    await context.setOffline(false);
    await open(page, 'Utilisateurs');
    await heading(page, 'Utilisateurs').waitFor();
    assert.deepEqual(ours(problems), []);
  });

  it('is asked again by « Réessayer », where the browser believes in its network', async () => {
    const { page, problems } = await office.enter();
    await heading(page, 'Ma journée').waitFor();
    await page.route(/\/(?:desk|assets)\//, (route) => route.abort());
    await open(page, /^Demandes/);
    await page.getByText(offline, { exact: false }).waitFor();
    await page.unroute(/\/(?:desk|assets)\//);
    // Unless the page has found its network by itself meanwhile: then there is no button any more.
    const again = page.getByRole('button', { name: 'Réessayer' }).first();
    await again.click({ timeout: 5_000 }).catch(() => undefined);
    await page.getByText('pour Colette Meunier').waitFor();
    await page.getByText(offline, { exact: false }).waitFor({ state: 'detached' });
    assert.deepEqual(ours(problems), []);
  });

  it('is reloaded once for a file that an upgrade has replaced', async () => {
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
    // A file that stays away makes no circle.
    await page.unroute(gone);
    await page.route(/\/assets\/IntegrationsPage/, (route) => route.fulfill({ status: 404, body: '' }));
    const reloaded = page.waitForEvent('load');
    await open(page, 'Intégrations');
    await reloaded;
    await page.getByText('Cette page n’a pas pu être chargée.').waitFor();
    await page.getByRole('button', { name: 'Réessayer' }).waitFor();
    assert.equal(loads, 2);
    assert.deepEqual(ours(problems), []);
  });

  it('has its other pages loaded while it is idle', async () => {
    const { page, context } = await office.enter();
    const loaded = [/\/assets\/PrivacyPage/, /\/assets\/MailPage/].map((file) => page.waitForResponse(file));
    await heading(page, 'Ma journée').waitFor();
    await page.clock.fastForward(3_000);
    await Promise.all(loaded);
    await context.setOffline(true);
    await open(page, 'Utilisateurs');
    await heading(page, 'Utilisateurs').waitFor();
    await page.getByText(offline, { exact: false }).waitFor();
  });
});

describe('the title of a tab', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  const titled = (page: Page, title: string) =>
    page.waitForFunction((expected) => document.title === expected, title);

  it('names the page, its section and how many families wait', async () => {
    const empty = await office.enter();
    await titled(empty.page, 'Ma journée – Accueil');
    await sendLead(office);
    const { page, problems } = await office.enter();
    await titled(page, '(1) Ma journée – Accueil');
    const { id } = await sendLead(office, { firstNameClient: 'Colette', lastNameClient: 'Meunier' });
    await titled(page, '(2) Ma journée – Accueil');
    const notice = page.getByRole('status').getByRole('link', { name: 'Nouveau : 1 demande' });
    await notice.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`#/leads/${id}$`));
    await titled(page, '(2) Colette Meunier – Demandes – Accueil');
    await page.getByRole('menuitem', { name: 'Utilisateurs' }).click();
    await titled(page, '(2) Utilisateurs – Accueil');
    await page.goto('/#/mail');
    await titled(page, '(2) Mes e-mails – Accueil');
    assert.deepEqual(problems, []);
  });
});
