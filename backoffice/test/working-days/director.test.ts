// The day of the director of Les Tilleuls, at a desk.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { signIn } from '../../../server/test/fixtures/desk.ts';
import { idsOfBlocks } from '../../../server/test/fixtures/today.ts';
import { block, chooseAct, save, shows } from '../entry.ts';
import { openDemoDay } from './demo-day.ts';

interface Lead {
  readonly id: number;
  readonly contact: { readonly name: string | null };
  readonly followUp: string | null;
  readonly nextAction: { readonly date: string | null; readonly time: string | null } | null;
  readonly asleepUntil: string | null;
}
type Leads = { readonly data: readonly Lead[] };

/** The number on a card of « Ma journée ». */
const count = async (page: Page, name: string) =>
  Number(await block(page, name).locator('.MuiChip-label').first().innerText());
const counts = (page: Page, name: string, expected: number) =>
  block(page, name)
    .locator('.MuiChip-label', { hasText: new RegExp(`^${expected}$`) })
    .waitFor();
const rowOf = (page: Page, card: string, row = 0) => block(page, card).getByRole('listitem').nth(row);
const goTo = (page: Page, name: RegExp | string) => page.getByRole('menuitem', { name }).click();

it('a director calls, hands over, answers a complaint, moves a visit, and leaves no family without a next step', async (t) => {
  const day = await openDemoDay();
  t.after(() => day.close());
  await signIn(day.service, [{ role: 'commercial', establishmentId: 1 }], 'Paul Girard');
  const { page, problems } = await day.signIn('direction@example.org');
  const toCall = block(page, 'À rappeler');
  await toCall.waitFor();
  // Who wrote first is first, and marked.
  await shows(rowOf(page, 'À rappeler'), /Sylvie Lemaire.*depuis 07\/11\/2026.*Premier appel en retard/s);
  const waiting = await count(page, 'À rappeler');

  // The oldest family is reached, and comes on Thursday.
  await rowOf(page, 'À rappeler').getByRole('link').first().click();
  await page.getByRole('link', { name: /^Appeler Sylvie Lemaire : 06/ }).waitFor();
  await page.getByRole('button', { name: 'Noter un appel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Note', { exact: true }).fill('Vient avec son frère');
  await dialog.getByRole('button', { name: 'Visite…' }).click();
  await save(page, { Date: '2026-11-26', Heure: '10:30' });
  await page.getByText('Prévu · jeu. 26 nov. 10:30').waitFor();

  // The next one is for a colleague.
  await goTo(page, /^Ma journée/);
  await counts(page, 'À rappeler', waiting - 1);
  await rowOf(page, 'À rappeler').getByRole('link').first().click();
  await page.getByRole('button', { name: 'Confier à…' }).click();
  await save(page, { 'Prise en charge par': 'Paul Girard' });
  await page.getByText('Prise en charge par Paul Girard').first().waitFor();
  const given = Number(page.url().split('/').at(-1));

  // A slip is taken back.
  await page.getByRole('button', { name: 'Pas de réponse' }).click();
  await page.getByRole('menuitem', { name: /^Rappeler mar\./ }).click();
  await page.getByText('Prévu · mar. 24 nov. 10:00').waitFor();
  await page.getByRole('alert').getByRole('button', { name: 'Annuler' }).click();
  await page.getByText(/^À rappeler/).waitFor();

  // A complaint is taken charge of, answered, and so closed.
  await goTo(page, /^Ma journée/);
  const complaints = await count(page, 'Réclamations');
  await rowOf(page, 'Réclamations').getByRole('link').first().click();
  await page.getByRole('button', { name: 'Je m’en charge' }).click();
  await page.getByText('Prise en charge par Nadège Carpentier').first().waitFor();
  const complaint = Number(page.url().split('/').at(-1));
  await page.getByRole('button', { name: 'Consigner la réponse et clore' }).click();
  await save(page, { 'Réponse écrite': 'Nous préviendrons désormais chaque famille.' });
  await page.getByText('Close', { exact: true }).waitFor();

  // The visit of Thursday is put off by a day.
  await goTo(page, 'Agenda');
  await page.getByRole('button', { name: 'Déplacer : Visite, Sylvie Lemaire' }).click();
  const move = page.getByRole('dialog', { name: 'Déplacer : Sylvie Lemaire' });
  await move.getByLabel('Jour').fill('2026-11-27');
  await save(page, { Heure: '11:00' });
  await page.getByText(/^Déplacé au/).waitFor();

  // What the month brought, and why families were lost.
  await goTo(page, 'Statistiques');
  await page.getByRole('button', { name: 'Mois' }).click();
  await shows(page.getByRole('list', { name: 'Activité du mois' }), /Appels/);
  await page.getByRole('tab', { name: 'Pertes' }).click();
  await shows(page.locator('section').filter({ hasText: 'Demandes perdues' }), /Sans suite/);

  // A family that is undecided sleeps until spring.
  await goTo(page, /^Ma journée/);
  await rowOf(page, 'Sans suite prévue').getByRole('link').first().click();
  await chooseAct(page, 'Mettre en sommeil');
  await save(page, { 'En sommeil jusqu’au': '2027-03-01', Pourquoi: 'Attend le printemps' });
  await page.getByText('En sommeil jusqu’au 01/03/2027').waitFor();
  await goTo(page, /^Ma journée/);
  await block(page, 'Sans suite prévue').waitFor({ state: 'detached' });
  await counts(page, 'Réclamations', complaints - 1);
  assert.deepEqual(problems, []);

  const desk = await day.desk('direction@example.org');
  const entry = async (id: number) => (await desk.get(`/desk/entries/${id}`)).json();
  assert.equal((await entry(given)).owner.name, 'Paul Girard');
  assert.equal((await entry(given)).followUp, 'to-call');
  assert.equal((await entry(complaint)).status, 'processed');
  const { data } = (await desk.get('/desk/entries?kind=commercial&open=true&limit=100')).json<Leads>();
  const moved = data.find(({ contact }) => contact.name === 'Sylvie Lemaire');
  assert.deepEqual([moved?.nextAction?.date, moved?.nextAction?.time], ['2026-11-27', '11:00']);
  const today = await idsOfBlocks(desk);
  const shown = new Set(
    ['to-call', 'appointments', 'late', 'orientations'].flatMap((name) => today[name] ?? []),
  );
  const later = data.filter(({ id }) => !shown.has(id));
  assert.ok(later.length > 5 && later.length < data.length);
  for (const { followUp, nextAction, asleepUntil } of later)
    assert.ok(asleepUntil !== null || (followUp === 'planned' && (nextAction?.date ?? '') > '2026-11-23'));
});
