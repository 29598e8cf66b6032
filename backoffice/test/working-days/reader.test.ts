// The day of somebody at the head office, who reads and changes nothing.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { block } from '../entry.ts';
import { openDemoDay } from './demo-day.ts';

/** What would change something, or be about the reader's own work. */
const acts =
  /^(?:Joint|Pas de réponse|Message|Mauvais numéro|Confier|Je m’en charge|Noter|Planifier|Modifier|Rouvrir|Nouvelle demande|À moi|Confiées à moi|Mon absence|Importer|Inviter|Traiter|Répondre)/;

it('a reader follows a family, the agenda and the figures of the week, and is offered nothing to change', async (t) => {
  const day = await openDemoDay();
  t.after(() => day.close());
  const { page, problems } = await day.signIn('siege@example.org');
  const written: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/desk/') && request.method() !== 'GET') written.push(request.url());
  });
  const assertReads = async () => {
    await page.waitForFunction(() => document.querySelector('main [role=progressbar]') === null);
    const names = await page
      .locator('button, [role=menuitem], [role=tab], a')
      .evaluateAll((all) =>
        all.map((one) => one.getAttribute('aria-label') ?? one.textContent?.trim() ?? ''),
      );
    assert.deepEqual(
      names.filter((name) => acts.test(name)),
      [],
    );
  };
  const go = async (name: string) => {
    await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await assertReads();
  };

  await block(page, 'Maintenant').waitFor();
  await assertReads();
  for (const name of ['Demandes', 'Agenda', 'Tableau par étape', 'Contacts et avis']) await go(name);
  await go('Résidences');
  await go('Statistiques');
  await page.getByText('Familles jointes').first().waitFor();

  await page.getByRole('combobox', { name: 'Chercher partout' }).fill('jacqueline lemaire');
  await page.getByRole('option', { name: /Jacqueline Lemaire/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/leads\/\d+$/);
  await page.getByRole('heading', { level: 1, name: /Lemaire/ }).waitFor();
  await assertReads();

  assert.deepEqual(written, []);
  assert.deepEqual(problems, []);
});
