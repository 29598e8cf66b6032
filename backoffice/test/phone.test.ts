// The back office on a phone, between two visits.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { sendLead } from './entry.ts';
import { assertEveryLook } from './every-look.ts';

describe('on a phone', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
    for (const lastName of ['Meunier', 'Petit', 'Roche'])
      await sendLead(office, { firstNameClient: 'Colette', lastNameClient: lastName });
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  const bar = (page: Page) => page.getByRole('navigation', { name: 'Tous les jours' });

  it('the pages of every day are one tap away, and all others in the menu', async () => {
    const { page, problems } = await office.enter({ size: 'phone' });
    await page.getByRole('heading', { level: 1, name: 'Ma journée' }).waitFor();
    await bar(page).getByRole('link', { name: 'Demandes' }).click();
    await page.getByText('pour Colette Meunier').waitFor();
    // The first family is near the top.
    const first = await page
      .getByRole('listitem')
      .getByRole('link', { name: 'Claire Durand' })
      .first()
      .boundingBox();
    assert.ok(first !== null && first.y < 385, `${first?.y} px`);
    await assertEveryLook(page, 'phone-leads', ['phone']);
    await bar(page).getByRole('link', { name: 'Agenda' }).click();
    await page.getByRole('heading', { level: 1, name: 'Agenda' }).waitFor();
    await bar(page).getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Statistiques' }).click();
    await page.getByRole('heading', { level: 1, name: 'Statistiques' }).waitFor();
    await bar(page).getByRole('link', { name: 'Ma journée' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ma journée' }).waitFor();
    // The end of the page is not hidden behind the bar.
    await assertEveryLook(page, 'phone-today', ['phone']);
    assert.deepEqual(problems, []);
  });

  it('has each name of the bottom bar on one line', async () => {
    const { page, problems } = await office.enter({ size: 'phone' });
    await bar(page).getByText('Ma journée').waitFor();
    const heights = await bar(page)
      .locator('.MuiBottomNavigationAction-label')
      .evaluateAll((all) => all.map((label) => label.getBoundingClientRect().height));
    assert.equal(heights.length, 4);
    // The name of the page that is open is a little larger.
    for (const height of heights) assert.ok(height < 24, `${heights}`);
    assert.deepEqual(problems, []);
  });

  it('every tab of the integrations can be reached, and the filters of the audit trail are in line', async () => {
    const { page, problems } = await office.enter({ size: 'phone', at: '/integrations' });
    const tabs = page.getByRole('tab');
    await tabs.first().waitFor();
    const boxes = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().right));
    assert.equal(boxes.length, 5);
    for (const right of boxes) assert.ok(right <= 360, `${right} px`);
    await assertEveryLook(page, 'phone-integrations', ['phone']);
    await page.goto('/#/audit');
    await page.getByRole('tab', { name: 'Journal', selected: true }).waitFor();
    const inputs = page.locator('.RaFilterForm-filterFormInput, main form .MuiFormControl-root');
    await inputs.first().waitFor();
    const widths = await inputs.evaluateAll((all) => [
      ...new Set(all.map((input) => Math.round(input.getBoundingClientRect().left))),
    ]);
    assert.ok(widths.length <= 2, widths.join(', '));
    await assertEveryLook(page, 'phone-audit', ['phone']);
    assert.deepEqual(problems, []);
  });
});
