// The day of an agent of a call centre.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { signIn } from '../../../server/test/fixtures/desk.ts';
import { choose } from '../entry.ts';
import { until } from '../until.ts';
import { openDemoDay } from './demo-day.ts';

it('an agent goes from a number to its family, hands it over, enters another, and reads no words', async (t) => {
  const day = await openDemoDay();
  t.after(() => day.close());
  const grants = [{ role: 'call-centre', establishmentId: null }] as const;
  const { page, problems } = await day.enter({ grants, name: 'Adèle Roy' });
  const answers: string[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/desk/')) answers.push(await response.text().catch(() => ''));
  });
  const search = page.getByRole('combobox', { name: 'Chercher partout' });
  const phone = page.getByRole('textbox', { name: 'Téléphone' });
  await phone.waitFor();

  // A number that is typed at once looks the family up; so does the search.
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'relation.telephone');

  // The display says 33639989908: one click and typing.
  await search.click();
  await page.keyboard.type('33639989908');
  await page.getByRole('option', { name: /Sylvie Lemaire, pour Jacqueline Lemaire.*Les Tilleuls/ }).waitFor();
  await page.keyboard.press('Enter');
  const card = page.getByRole('listitem').filter({ hasText: 'Sylvie Lemaire, pour Jacqueline Lemaire' });
  await card.getByText('Les Tilleuls').waitFor();
  // She would rather live in Saumur.
  await card.getByRole('button', { name: /^Confier/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Le Clos des Vignes' }).click();
  await card.getByText('Le Clos des Vignes').waitFor();

  // The number of a complaint of the demo: its words stay hidden.
  const desk = await signIn(day.service);
  const complaints = (await desk.get('/desk/entries?kind=survey&type=survey.type.complaint&limit=1')).json();
  const [complaint] = complaints.data;
  await search.fill(complaint.contact.phone);
  await page.getByRole('option').first().waitFor();
  await until(async () => assert.equal(await page.getByText('Réclamation').count(), 0));

  // Nobody knows the next number: it is in the form already.
  await search.fill('06 39 98 12 00');
  await page.getByRole('option', { name: 'Nouvelle demande avec ce numéro : 06 39 98 12 00' }).click();
  await page.locator('input[value="06 39 98 12 00"]').waitFor();
  const contact = page.getByRole('region', { name: 'Qui est là, ou au téléphone' });
  await contact.getByLabel('Nom', { exact: true }).fill('Blanc');
  await contact.getByLabel('Prénom').fill('Odette');
  await choose(page, 'Résidence', 'La Roseraie');
  await page.getByLabel('Ce que la famille demande').fill('Cherche une chambre pour sa mère.');
  await page.getByRole('button', { name: 'Créer la demande' }).click();
  await page.getByText(/^Enregistrée\s: n° \d+, La Roseraie$/).waitFor();
  // Ready for the next call.
  await page.waitForFunction(() => {
    const { activeElement } = document;
    return (
      activeElement instanceof HTMLInputElement &&
      activeElement.name === 'relation.telephone' &&
      activeElement.value === ''
    );
  });
  await until(async () => assert.equal(await phone.inputValue(), ''));
  assert.deepEqual(problems, []);

  const found = async (q: string) =>
    (await desk.get(`/desk/entries?kind=commercial&q=${encodeURIComponent(q)}&limit=1`)).json().data[0];
  assert.equal((await found('0639989908')).establishmentId, 3);
  const created = await found('0639981200');
  assert.deepEqual([created.establishmentId, created.followUp], [5, 'to-call']);
  assert.match(answers.join(), /Jacqueline/);
  assert.ok(!answers.join().includes(complaint.message));
  assert.doesNotMatch(answers.join(), /elle ne s’en sort plus|survey\.type|postuler/);
});
