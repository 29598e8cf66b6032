import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { newestEntry } from '../../server/test/fixtures/stored-entry.ts';
import type { BackOffice, Entering, Window } from './back-office.ts';
import { until } from './until.ts';

let sent = 0;

/** Sends a family's request with every field of the interface. Returns its customId and id. */
export async function sendLead(
  { service }: BackOffice,
  body: Record<string, unknown> = {},
  customId = `site-${++sent}`,
): Promise<{ readonly customId: string; readonly id: number }> {
  const answer = await service.post(`/fr/etablissement/3/commercial/create?${service.query}`, {
    customId,
    type: 'commercial.type.website',
    sejourType: 'commercial.sejourType.permanent',
    civiliteClient: 'contact.civility.mrs',
    firstNameClient: 'Simone',
    lastNameClient: 'Martin',
    birthdateClient: '1938-05-17',
    phoneClient: '02 61 91 12 34',
    villeClient: 'Angers',
    delais: 'Sous 15 jours',
    budget: '2 500 € par mois',
    comment: 'Sort de l’hôpital la semaine prochaine.',
    gclid: 'Cj0KCQiA-demo',
    page: '/ehpad-saumur',
    commercialrelations: [
      {
        civilite: 'contact.civility.mrs',
        firstName: 'Claire',
        lastName: 'Durand',
        cellphone: '06 39 98 12 34',
        email: 'claire.durand@example.org',
      },
    ],
    ...body,
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return { customId, id: await newestEntry(service.database) };
}

/** A window with the page of an entry, open and read. */
export async function enterEntry(
  office: BackOffice,
  id: number,
  { folder = 'leads', ...options }: Omit<Entering, 'at'> & { readonly folder?: string } = {},
): Promise<Window> {
  const window = await office.enter({ ...options, at: `/${folder}/${id}` });
  await block(window.page, 'Suivi').waitFor();
  return window;
}

/** A block of the page, by its heading. */
export function block(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

/** Waits until a part of the page says this, be it folded or not. */
export function shows(part: Locator, text: RegExp | string): Promise<void> {
  return part.filter({ hasText: text }).waitFor();
}

/** The notice that says this: the history of the page, which is folded, may say it too. */
export function notice(page: Page, text: RegExp | string): Locator {
  return page.getByRole('alert').filter({ hasText: text });
}

/** Fills in the open form and sends it; resolves when it is closed. */
export async function save(page: Page, values: Readonly<Record<string, string>> = {}): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const [label, value] of Object.entries(values)) {
    const input = dialog.getByLabel(label, { exact: true });
    if ((await input.getAttribute('role')) === 'combobox') await choose(page, label, value);
    else await input.fill(value);
  }
  // Named after what it does.
  await dialog.locator('button[type=submit]').click();
  await dialog.waitFor({ state: 'detached' });
}

/** Chooses a value of a list of choices. One that closes again, because the page was still changing, is opened once more. */
export async function choose(page: Page, label: string, value: string): Promise<void> {
  const option = page.getByRole('option', { name: value, exact: true });
  await until(async () => {
    const opening = page.getByRole('combobox', { name: label });
    if (!(await option.isVisible())) await opening.click({ timeout: 5_000 });
    await option.click({ timeout: 5_000 });
  });
}

/** Something from the menu of rarer acts. */
export async function chooseAct(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Plus d’actions' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}
