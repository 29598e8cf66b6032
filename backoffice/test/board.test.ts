import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { editEntry } from '../../server/test/fixtures/acts.ts';
import { act, send } from '../../server/test/fixtures/entry-events.ts';
import { execute, rows } from '../../server/test/fixtures/rows.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

const at = (establishmentId: number) => `etablissement/${establishmentId}/commercial/create`;
const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
/** A notice waits until the one before it has been shown for ten seconds. */
const nextNotice = (page: Page) => page.clock.fastForward(10_000);
const actionsOf = (office: BackOffice, id: number) =>
  rows<{ date: string; stage: string; done: number }>(
    office.service.database,
    `select date, stage, done from actions where entry_id = ${id} order by position`,
  ).then((found) => found.map((one) => ({ ...one })));

describe('the board', () => {
  let office: BackOffice;
  const ids = new Map<string, number>();
  before(async () => {
    office = await openBackOffice();
    for (const [name, establishmentId] of [
      ['Simone', 3],
      ['Odette', 3],
      ['Raymond', 3],
      ['Marcel', 3],
      ['Jeannine', 5],
    ] as const) {
      const body = { firstNameClient: name, lastNameClient: 'Durand' };
      ids.set(name, await send(office.service, name, body, at(establishmentId)));
    }
    await act(office.service, (tx, staff) =>
      editEntry(tx, ids.get('Marcel') ?? 0, staff, {
        actions: [{ date: '2026-03-04', time: '08:00', stage: 'Visite', done: true }],
      }),
    );
    for (let n = 1; n <= 22; n++) {
      await office.service.post(`/fr/${at(9)}?${office.service.query}`, {
        firstNameClient: 'Yvette',
        lastNameClient: `Numéro${n}`,
      });
    }
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  it('moves an entry by mouse, and by its menu with the keyboard alone', async () => {
    const { page, problems } = await office.enter({
      at: '/board',
      grants: [{ role: 'commercial', establishmentId: 3 }],
    });
    await page.getByRole('heading', { level: 1, name: 'Tableau par étape' }).waitFor();
    await card(page, 'Simone Durand').waitFor();
    await assertEveryLook(page, 'board');
    const done = (stage: string) => ({ date: '2026-03-04', stage, done: 1 });

    const from = await card(page, 'Simone Durand').boundingBox();
    const to = await column(page, 'Appel').boundingBox();
    assert.ok(from !== null && to !== null);
    await page.mouse.move(from.x + 60, from.y + from.height - 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 90, from.y + from.height, { steps: 4 });
    await page.mouse.move(to.x + to.width / 2, to.y + 120, { steps: 8 });
    await page.mouse.up();
    await column(page, 'Appel').getByText('Simone Durand').waitFor();
    await page.getByText('Simone Durand : Appel.').waitFor();
    await nextNotice(page);
    assert.deepEqual(await actionsOf(office, ids.get('Simone') ?? 0), [done('Prise de contact')]);

    await page.getByRole('button', { name: 'Déplacer Odette Durand vers…' }).focus();
    // The menu opens on its first stage.
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Validé' }).and(page.locator(':focus')).waitFor();
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await column(page, 'Visite').getByText('Odette Durand').waitFor();
    await page.getByText('Odette Durand : Visite.').waitFor();
    await nextNotice(page);
    assert.deepEqual(await actionsOf(office, ids.get('Odette') ?? 0), [done('Visite')]);

    // This morning's act is older than the move.
    await page.getByRole('button', { name: 'Déplacer Marcel Durand vers…' }).click();
    await page.getByRole('menuitem', { name: 'Admission réalisée' }).click();
    await page.getByRole('button', { name: 'Seulement l’étape' }).click();
    await column(page, 'Admission réalisée').getByText('Marcel Durand').waitFor();
    await page.getByText('Marcel Durand : Admission réalisée.').waitFor();
    await page.reload();
    await column(page, 'Admission réalisée').getByText('Marcel Durand').waitFor();
    await column(page, 'Sans étape').getByText('Raymond Durand').waitFor();
    await until(async () => assert.equal(await page.getByText('Jeannine Durand').count(), 0));
    assert.deepEqual(problems, []);
  });

  it('asks for the result of an admission, shows closed leads on demand, and takes a move back', async () => {
    const { page, problems } = await office.enter({ at: '/board?residence=5' });
    const id = ids.get('Jeannine') ?? 0;
    const resultat = async () =>
      (
        await rows<{ resultat: string | null }>(
          office.service.database,
          `select resultat from entries where id = ${id}`,
        )
      )[0]?.resultat;
    const move = async () => {
      await page.getByRole('button', { name: 'Déplacer Jeannine Durand vers…' }).click();
      await page.getByRole('menuitem', { name: 'Admission réalisée' }).click();
    };
    await move();
    await page.getByRole('dialog', { name: 'Admission de Jeannine Durand' }).waitFor();
    await page.keyboard.press('Escape');
    await move();
    await page.getByLabel('Jour de l’admission').fill('2026-03-09');
    await page.getByRole('button', { name: 'Saisir le résultat « Admission réalisée »' }).click();
    await page.getByText('Jeannine Durand : Admission réalisée.').waitFor();
    await card(page, 'Jeannine Durand').waitFor({ state: 'detached' });
    assert.equal(await resultat(), 'commercial.resultat.realisee');
    const admitted = `date = '2026-03-09' and time is null and done = 1 and entry_id = ${id}`;
    assert.equal((await rows(office.service.database, `select 1 from actions where ${admitted}`)).length, 1);
    await page.getByRole('button', { name: 'Annuler', exact: true }).click();

    await page.getByText('C’est annulé.').waitFor();
    await column(page, 'Sans étape').getByText('Jeannine Durand').waitFor();
    assert.equal(await resultat(), null);
    assert.deepEqual(await actionsOf(office, id), []);

    await act(office.service, (tx, staff) =>
      editEntry(tx, ids.get('Simone') ?? 0, staff, { resultat: 'commercial.resultat.nosuite' }),
    );
    await page.goto(page.url().replace('residence=5', 'residence=3'));
    await card(page, 'Raymond Durand').waitFor();
    await until(async () => assert.equal(await card(page, 'Simone Durand').count(), 0));
    await page.getByRole('switch', { name: 'Closes · 1' }).click();
    await column(page, 'Appel').getByText('Simone Durand').waitFor();
    // Each column is read by itself, and shows what it had until then.
    await card(page, 'Raymond Durand').waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
  });

  it('finds leads by owner, and shows what comes next and who has it', async () => {
    const { page, problems } = await office.enter({ at: '/board?residence=5' });
    const id = ids.get('Jeannine') ?? 0;
    await act(office.service, (tx, staff) =>
      editEntry(tx, id, staff, {
        fields: { phoneClient: '06 39 98 44 01' },
        actions: [{ date: '2026-03-10', time: '10:30', stage: 'Visite', done: false }],
      }),
    );
    await execute(
      office.service.database,
      `update entries set owner_id = (select max(id) from users) where id = ${id}`,
    );
    const found = card(page, 'Jeannine Durand');
    await found.getByText(/^Visite · .*10:30/).waitFor();
    await found.getByRole('link', { name: '06 39 98 44 01' }).waitFor();
    await found.getByLabel(/^Confiée à /).waitFor();
    await found.getByText('depuis aujourd’hui').waitFor();
    await page.getByRole('switch', { name: 'Confiées à moi' }).click();
    await page.waitForURL(/owner=me/);
    await found.waitFor();
    assert.deepEqual(problems, []);
  });

  it('puts an entry back when it can’t be moved', async () => {
    const { page, problems } = await office.enter({ at: '/board?residence=3' });
    await column(page, 'Sans étape').getByText('Raymond Durand').waitFor();
    await page.route('**/desk/entries/*', (route) => route.fulfill({ status: 503, json: {} }));
    await page.getByRole('button', { name: 'Déplacer Raymond Durand vers…' }).click();
    await page.getByRole('menuitem', { name: 'Visite' }).click();
    await page.getByText('Le déplacement a échoué. Réessayez dans un instant.').waitFor();
    await column(page, 'Sans étape').getByText('Raymond Durand').waitFor();
    assert.deepEqual(await actionsOf(office, ids.get('Raymond') ?? 0), []);
    assert.deepEqual(problems, []);
  });

  it('shows a residence, and more of a long column', async () => {
    const { page, problems } = await office.enter({
      at: '/board',
      grants: [
        { role: 'reader', establishmentId: 9 },
        { role: 'commercial', establishmentId: 5 },
      ],
    });
    await page.getByRole('combobox', { name: 'Résidence' }).click();
    await page.getByRole('option', { name: 'Villa Garance' }).click();
    const none = column(page, 'Sans étape');
    await none.getByText('Yvette Numéro22').waitFor();
    await none.getByText('22', { exact: true }).waitFor();
    await until(async () => assert.equal(await none.getByRole('listitem').count(), 20));
    await page.getByText('Jeannine Durand').waitFor({ state: 'detached' });
    await none.getByRole('button', { name: 'Voir plus' }).click();
    await none.getByText('Yvette Numéro1', { exact: true }).waitFor();
    await until(async () => assert.equal(await none.getByRole('listitem').count(), 22));
    // Readers move nothing.
    await until(async () => assert.equal(await page.getByRole('button', { name: /^Déplacer/ }).count(), 0));
    assert.deepEqual(problems, []);
  });
});
