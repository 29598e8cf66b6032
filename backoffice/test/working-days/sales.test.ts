// The day of a sales assistant of all nine residences, by keyboard alone.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { signIn } from '../../../server/test/fixtures/desk.ts';
import { block } from '../entry.ts';
import { until } from '../until.ts';
import { openDemoDay } from './demo-day.ts';

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: one } = document;
    return one?.getAttribute('aria-label') ?? one?.textContent ?? '';
  });

/** Presses a key until the focus is on something of this name; fails when it takes too long. */
async function pressTo(page: Page, name: RegExp, key = 'Tab', most = 20): Promise<void> {
  const passed: string[] = [];
  while (passed.length < most) {
    await page.keyboard.press(key);
    const here = await focused(page);
    if (name.test(here)) return;
    passed.push(here.slice(0, 40));
  }
  assert.fail(`${name} is not among ${passed.join(' | ')}`);
}

it('a sales assistant works a family by keyboard: search, calls, visit, hand-over', async (t) => {
  const day = await openDemoDay();
  t.after(() => day.close());
  const grants = [{ role: 'commercial', establishmentId: null }] as const;
  const { page, problems } = await day.enter({ grants, name: 'Inès Moreau' });
  const { keyboard } = page;
  await block(page, 'Maintenant').waitFor();
  await page.evaluate(() =>
    addEventListener('pointerdown', () => {
      document.documentElement.dataset.pressed = 'yes';
    }),
  );

  await keyboard.press('/');
  await keyboard.type('jacqueline lemaire');
  await page.getByRole('option', { name: /Jacqueline Lemaire.*06 39 98 99 08/ }).waitFor();
  await keyboard.press('Enter');
  await page.waitForURL(/#\/leads\/\d+$/);
  const id = Number(page.url().split('/').at(-1));
  await block(page, 'Suivi').waitFor();
  // The tab key goes on in the page that was opened.
  await pressTo(page, /^Je m’en charge/, 'Tab', 3);
  await keyboard.press('Enter');
  await page.getByText('Prise en charge par Inès Moreau').first().waitFor();

  for (const attempts of ['1 tentative', '2 tentatives']) {
    await pressTo(page, /^Rien de prévu/);
    await keyboard.press('Enter');
    await keyboard.press('p');
    await page.getByText(new RegExp(`^À rappeler .*${attempts}$`)).waitFor();
  }

  // They call back: a visit on Wednesday.
  await pressTo(page, /^Planifier une visite/, 'Shift+Tab');
  await keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Planifier une visite' }).waitFor();
  await pressTo(page, /^mer\. 25 nov\./, 'Shift+Tab');
  await keyboard.press('Enter');
  await pressTo(page, /^Planifier$/);
  await keyboard.press('Enter');
  await page
    .getByText(/ prévue? mer\. 25 nov\./)
    .first()
    .waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  // La Roseraie suits them better.
  await pressTo(page, /^Confier à…/, 'Shift+Tab');
  await keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'La Roseraie' }).waitFor();
  await pressTo(page, /^La Roseraie/);
  await keyboard.press('Enter');
  await page.getByText(/ · La Roseraie · Site internet$/).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await until(async () =>
    assert.equal(await page.evaluate(() => document.documentElement.dataset.pressed), undefined),
  );
  assert.deepEqual(problems, []);
  const lead = (await (await signIn(day.service)).get(`/desk/entries/${id}`)).json();
  assert.equal(lead.establishmentId, 5);
  assert.equal(lead.owner, null);
  const outcomes = lead.actions.map(({ outcome }: { outcome: string | null }) => outcome);
  assert.equal(outcomes.filter((one: string | null) => one === 'no-answer').length, 2);
});
