import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ok } from '../../server/test/fixtures/answers.ts';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { openBackOffice } from './back-office.ts';
import { choose } from './entry.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

it('an agent undoes what was typed in, and types it anew', async (t) => {
  const office = await openBackOffice();
  t.after(() => office.close());
  const { service } = office;
  const { page, problems } = await office.enter({
    grants: [{ role: 'call-centre', establishmentId: null }],
    name: 'Adèle Roy',
  });
  const contact = page.getByRole('region', { name: 'Qui est là, ou au téléphone' });
  const field = (name: string) => contact.getByLabel(name, { exact: true });
  await field('Nom').fill('Garnie');
  await field('Téléphone').fill('06 39 98 60 61');
  await page.getByLabel('Lien avec la personne').fill('Nièce');
  await page.getByRole('region', { name: 'Pour qui' }).getByLabel('Nom', { exact: true }).fill('Weber');
  await choose(page, 'Résidence', 'La Roseraie');
  await page.getByLabel('Ce que la famille demande').fill('Une chambre au calme');
  await page.getByRole('radio', { name: 'Appel noté' }).click();
  await page.getByLabel('Note interne').fill('Rappelle lundi');
  const create = async () => {
    await page.getByRole('button', { name: 'Créer la demande' }).click();
    const saved = await page.getByText(/^Enregistrée\s: n° \d+/).textContent();
    return Number(/\d+/.exec(saved ?? '')?.[0]);
  };
  await create();
  const row = page.getByRole('region', { name: 'Mes saisies du jour' }).getByRole('listitem');
  await row.getByText('Garnie, pour Weber').waitFor();
  await row.getByText(/10:00.*La Roseraie/).waitFor();
  const undo = row.getByRole('button', { name: /^Annuler/ });
  // What is typed meanwhile is not lost without a question.
  await field('Prénom').fill('Autre');
  page.once('dialog', (dialog) => dialog.dismiss());
  await undo.click();
  page.once('dialog', (dialog) => dialog.accept());
  await undo.click();
  await row.waitFor({ state: 'detached' });
  const person = page.getByRole('region', { name: 'Pour qui' });
  await until(async () =>
    assert.deepEqual(
      [
        ...(await Promise.all(['Nom', 'Téléphone'].map((name) => field(name).inputValue()))),
        await page.getByLabel('Lien avec la personne').inputValue(),
        await person.getByLabel('Nom', { exact: true }).inputValue(),
        await page.getByLabel('Ce que la famille demande').inputValue(),
        await page.getByRole('radio', { name: 'Appel noté' }).isChecked(),
        await page.getByLabel('Note interne').inputValue(),
      ],
      ['Garnie', '06 39 98 60 61', 'Nièce', 'Weber', 'Une chambre au calme', true, 'Rappelle lundi'],
    ),
  );
  // It is no other request of a known family.
  await until(async () => assert.equal(await page.getByText('Cette famille est déjà connue').count(), 0));
  await field('Nom').fill('Garnier');
  await choose(page, 'Résidence', 'Les Tilleuls');
  const next = await create();
  await row.getByText('Garnier, pour Weber').waitFor();
  await assertEveryLook(page, 'typed-today');
  const director = await signIn(service, [{ role: 'direction', establishmentId: 1 }], 'Nadège Martin');
  const { comment, relations } = (await director.get(`/desk/entries/${next}`)).json();
  assert.deepEqual(
    [comment, relations[0].fields.lastName, relations[0].extra],
    ['Une chambre au calme', 'Garnier', { lien: 'Nièce' }],
  );
  // Meanwhile the residence notes a call, which the page does not know yet.
  await page.route('**/undo', async (route) => {
    await ok(director.patch(`/desk/entries/${next}`, { actions: [{ comment: 'Secret' }] }));
    await route.continue();
  });
  await undo.click();
  await page.getByText('Il est trop tard pour annuler : laissez un message à la résidence.').waitFor();
  await page.reload();
  await row.getByText('Nadège Martin s’en occupe').waitFor();
  await until(async () => assert.equal(await undo.count(), 0));
  await row.getByRole('button', { name: /^Laisser un message/ }).click();
  await page.keyboard.type('Elle rappelle à 17 h');
  await page.getByRole('button', { name: 'Envoyer' }).click();
  await page.getByText('Message laissé : la famille est à rappeler.').waitFor();
  await until(async () => assert.equal(await page.getByText('Secret').count(), 0));
  assert.deepEqual(
    problems.filter((problem) => !problem.includes('409')),
    [],
  );
});
