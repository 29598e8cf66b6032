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

/** The number beside a heading of « Ma journée ». */
const count = async (page: Page, name: string) =>
  Number(await block(page, name).getByText(/^\d+$/).first().innerText());
const counts = (page: Page, name: string, expected: number) =>
  block(page, name).getByText(String(expected), { exact: true }).waitFor();
const rowOf = (page: Page, heading: string, row = 0) => block(page, heading).getByRole('listitem').nth(row);
const panel = (page: Page) => page.getByRole('region', { name: 'Fiche ouverte' });
/** From the panel, which has acts of the same names, to the page. */
async function openPage(page: Page): Promise<void> {
  await panel(page).getByRole('link', { name: 'Ouvrir la fiche' }).click();
  await panel(page).waitFor({ state: 'detached' });
}
const complaintsLine = (page: Page, n: number) =>
  page.getByRole('link', { name: n === 1 ? '1 réclamation à traiter' : `${n} réclamations à traiter` });
const goTo = (page: Page, name: RegExp | string) => page.getByRole('menuitem', { name }).click();

it('a director calls, hands over, answers a complaint, moves a visit, and leaves no family without a next step', async (t) => {
  const day = await openDemoDay();
  t.after(() => day.close());
  await signIn(day.service, [{ role: 'commercial', establishmentId: 1 }], 'Paul Girard');
  const { page, problems } = await day.signIn('direction@example.org');
  // Who wrote first is first, marked, and open beside the list.
  await shows(rowOf(page, 'Maintenant'), /depuis 07\/11\/2026.*Sylvie Lemaire.*Premier appel en retard/s);
  const waiting = await count(page, 'Maintenant');
  await panel(page)
    .getByRole('link', { name: /^Appeler Sylvie Lemaire : 06/ })
    .waitFor();

  // The oldest family is reached, and comes on Thursday.
  await panel(page).getByLabel('Note', { exact: true }).fill('Vient avec son frère');
  await panel(page).getByRole('button', { name: 'Famille jointe', exact: true }).click();
  await panel(page).getByRole('button', { name: 'Autre…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Visite…' }).click();
  await save(page, { Date: '2026-11-26', Heure: '10:30' });
  await page.getByText('1 fait – revoir').waitFor();
  await counts(page, 'Maintenant', waiting - 1);

  // The next one is for a colleague.
  await panel(page)
    .getByRole('link', { name: /^Appeler (?!Sylvie Lemaire)/ })
    .first()
    .waitFor();
  await openPage(page);
  await page.getByRole('button', { name: 'Confier à…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Paul Girard' }).click();
  await page.getByText('Prise en charge par Paul Girard').first().waitFor();
  const given = Number(page.url().split('/').at(-1));

  // A slip is taken back.
  await page.getByRole('button', { name: /^mar\. 24 nov\. 10:\d0$/ }).click();
  await page.getByRole('button', { name: 'Pas de réponse' }).click();
  await page.getByText(/^Appel prévu mar\. 24 nov\. 10:\d0$/).waitFor();
  await page.getByRole('alert').getByRole('button', { name: 'Annuler' }).click();
  await page.getByText(/^À rappeler/).waitFor();

  // A complaint is taken charge of, answered, and so closed.
  await goTo(page, /^Ma journée/);
  const line = page.getByRole('link', { name: / réclamations à traiter$/ });
  const complaints = Number.parseInt(await line.innerText(), 10);
  await line.click();
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('button', { name: 'Je m’en charge', exact: true }).click();
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
  await page.getByText(/^Déplacée? au/).waitFor();

  // What the month brought, and why families were lost.
  await goTo(page, 'Statistiques');
  await page.getByRole('button', { name: 'Mois' }).click();
  await shows(page.getByRole('list', { name: 'Activité du mois' }), /Appels/);
  await page.getByRole('tab', { name: 'Pertes' }).click();
  await shows(page.locator('section').filter({ hasText: 'Demandes perdues' }), /Sans suite/);

  // A family that is undecided sleeps until spring.
  await goTo(page, /^Ma journée/);
  const undecided = rowOf(page, 'Rien de prévu');
  await undecided.getByRole('link').first().click();
  await openPage(page);
  await chooseAct(page, 'Mettre en sommeil');
  await save(page, { 'En sommeil jusqu’au': '2027-03-01', Pourquoi: 'Attend le printemps' });
  await page.getByText('En sommeil jusqu’au 01/03/2027').waitFor();
  await goTo(page, /^Ma journée/);
  await counts(page, 'Rien de prévu', 0);
  await complaintsLine(page, complaints - 1).waitFor();
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
