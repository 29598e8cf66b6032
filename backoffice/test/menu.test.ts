// What each role finds in the menu, and behind it.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { demoUsers } from '../../server/src/demo/demo-users.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { viewports } from './browser.ts';
import { assertEveryLook } from './every-look.ts';

describe('the menu', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  for (const { name, grants } of demoUsers)
    it(`has at most eleven pages for ${name}, and each asks only what the role may read`, async () => {
      const { page, problems } = await office.enter({ grants, name });
      const refused: string[] = [];
      page.on('response', (response) => {
        if (response.status() === 403) refused.push(response.url());
      });
      const items = page.getByRole('menuitem');
      await items.first().waitFor();
      const names = await items.allInnerTexts();
      assert.ok(names.length <= 11, names.join(', '));
      for (const item of await items.all()) {
        await item.click();
        const heading = page.getByRole('heading', { level: 1, name: await item.innerText() });
        await heading.waitFor();
        await page.waitForFunction(
          () =>
            document.querySelector('main [role="progressbar"]') === null &&
            (document.querySelector('main')?.innerText.trim() ?? '') !== '',
        );
      }
      assert.deepEqual(refused, []);
      assert.deepEqual(problems, []);
    });

  it('leaves pages of other roles to them, and an address that leads nowhere has a way on', async () => {
    const { page, problems } = await office.enter({ grants: [{ role: 'reader', establishmentId: null }] });
    for (const at of ['integrations', 'privacy/requests', 'users', 'leads/create']) {
      await page.goto(`/#/${at}`);
      await page.getByText('Votre rôle n’ouvre pas cette page.').waitFor();
    }
    await page.goto('/#/nulle-part');
    await page.getByText('Cette adresse ne mène à aucune page.').waitFor();
    await page.getByRole('link', { name: 'Revenir à l’accueil' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ma journée' }).waitFor();
    assert.deepEqual(problems, []);
  });

  it('shows an administrator the first steps of an empty installation, and those that are done', async () => {
    const { page, problems } = await office.enter();
    const steps = page.locator('section').filter({ hasText: 'Premiers pas' }).getByRole('listitem');
    const step = (name: string) => steps.filter({ hasText: name });
    await step('Ajouter ou importer les résidences').getByRole('img', { name: 'Fait' }).waitFor();
    await step('Dire aux sites, par un webhook').getByRole('img', { name: 'À faire' }).waitFor();
    await assertEveryLook(page, 'first-steps');
    await step('Dire aux sites, par un webhook').getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Intégrations' }).waitFor();
    assert.deepEqual(problems, []);
  });

  it('is icons alone in a window that is enlarged to 200 %', async () => {
    const { page } = await office.enter();
    await page.getByRole('menuitem', { name: 'Agenda' }).waitFor();
    await page.setViewportSize(viewports.enlarged);
    await page.waitForFunction(
      () => (document.querySelector('.RaSidebar-fixed')?.getBoundingClientRect().width ?? 640) < 80,
    );
    await page.setViewportSize(viewports.desktop);
    await page.getByRole('menuitem').getByText('Agenda').waitFor();
  });

  it('opens « Demandes » in its first view, whatever filter was left', async () => {
    const { page } = await office.enter({ at: '/leads?filter=%7B%22stage%22%3A%22Visite%22%7D' });
    await page.getByRole('link', { name: 'Exporter (0)' }).waitFor();
    await page.getByRole('menuitem', { name: 'Demandes' }).click();
    await page.getByRole('button', { name: /^À rappeler/, pressed: true }).waitFor();
  });

  it('leads from the old address of the audit trail to its tab', async () => {
    const { page } = await office.enter({ at: '/audit' });
    await page.waitForURL(/#\/users\/audit$/);
    await page.getByRole('tab', { name: 'Journal', selected: true }).waitFor();
    const officer = await office.enter({
      at: '/audit',
      grants: [{ role: 'privacy', establishmentId: null }],
    });
    await officer.page.getByRole('tab', { name: 'Journal', selected: true }).waitFor();
    await officer.page.waitForURL(/#\/privacy\/audit$/);
  });
});
