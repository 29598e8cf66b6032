import assert from 'node:assert/strict';
import { it } from 'node:test';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { openBackOffice } from './back-office.ts';
import { choose } from './entry.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

it('an agent corrects what was just saved, or typed in today, until the residence has it', async (t) => {
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
  await page.getByRole('button', { name: 'Créer la demande' }).click();
  const saved = await page.getByText(/^Enregistrée\s: n° \d+, La Roseraie/).textContent();
  const id = Number(/\d+/.exec(saved ?? '')?.[0]);
  const mine = page.getByRole('region', { name: 'Mes saisies du jour' });
  const row = mine.getByRole('listitem').filter({ hasText: `n° ${id}` });
  await row.getByText('Garnie, pour Weber').waitFor();
  await row.getByText(/10:00.*La Roseraie/).waitFor();
  // One click from what was just saved.
  await page.getByRole('alert').getByRole('link', { name: 'Corriger' }).click();
  const heading = page.getByRole('heading', { level: 1, name: `Corriger la demande n° ${id}` });
  await heading.waitFor();
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
  await assertEveryLook(page, 'correct-typed');
  await field('Nom').fill('Garnier');
  await choose(page, 'Résidence', 'Les Tilleuls');
  await page.getByLabel('Ce que la famille demande').fill('');
  await page.getByRole('radio', { name: 'Aucune' }).click();
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByText(`Corrigée : n° ${id}, Les Tilleuls`).waitFor();
  await row.getByText('Garnier, pour Weber').waitFor();
  await assertEveryLook(page, 'typed-today');
  await row.getByText('Les Tilleuls').waitFor();
  const director = await signIn(service, [{ role: 'direction', establishmentId: 1 }], 'Nadège Martin');
  const { comment, relations, actions, followUp, history } = (
    await director.get(`/desk/entries/${id}`)
  ).json();
  assert.deepEqual(
    [comment, relations[0].fields, relations[0].extra, actions, followUp],
    [null, { lastName: 'Garnier', cellphone: '06 39 98 60 61' }, { lien: 'Nièce' }, [], 'to-call'],
  );
  assert.deepEqual(
    [history[0].author, history[0].change, history[0].detail.relations['1'].lastName],
    ['Adèle Roy', 'retyped', { from: null, to: 'Garnier' }],
  );
  // For the same person: the form shows it as it was typed.
  await page.getByRole('heading', { level: 1, name: 'Nouvelle demande' }).waitFor();
  await row.getByRole('link', { name: /^Corriger/ }).click();
  // The form that is left has the same box.
  await heading.waitFor();
  await page.getByLabel('Pour la même personne').check();
  // Meanwhile the residence notes a call.
  const called = { actions: [{ stage: 'Prise de contact', comment: 'Secret' }] };
  assert.equal((await director.patch(`/desk/entries/${id}`, called)).statusCode, 200);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByText(/Rien n’a été changé\s: la résidence s’en occupe déjà/).waitFor();
  await row.getByText('Nadège Martin s’en occupe').waitFor();
  await until(async () => assert.equal(await row.getByRole('link').count(), 0));
  await assertEveryLook(page, 'typed-taken');
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
