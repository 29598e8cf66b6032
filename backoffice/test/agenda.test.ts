import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { ok } from '../../server/test/fixtures/answers.ts';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { clickCounter } from './clicks.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

describe('the agenda', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
    const desk = await signIn(office.service);
    for (const [lastName, establishmentId, date, time] of [
      ['Carpentier', 3, '2026-03-05', '14:30'],
      ['Bonnet', 3, '2026-03-06', null],
      ['Ailleurs', 5, '2026-03-05', '10:00'],
    ] as const) {
      const made = await desk.post('/desk/entries', {
        establishmentId,
        type: 'commercial.type.phone',
        fields: { firstNameClient: 'Colette', lastNameClient: 'Meunier' },
        relations: [{ firstName: 'Abeline', lastName, phone: '06 39 98 12 34' }],
        actions: [{ date, time, stage: 'Visite', done: false }],
      });
      assert.equal(made.statusCode, 200, made.body);
    }
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  const grants = [{ role: 'commercial', establishmentId: 3 }] as const;
  const planned = async () => (await (await signIn(office.service)).get('/desk/entries/1')).json().actions[0];

  it('shows the week by half hours, and moves a visit by mouse, with an undo, and by keyboard', async () => {
    const { page, problems } = await office.enter({ at: '/agenda?day=2026-03-04', grants });
    const day = (name: string) => page.getByRole('group', { name });
    const slot = (moment: string) => page.getByRole('button', { name: `Visite ou appel avec…, ${moment}` });
    const visit = day('jeudi 5 mars 2026').getByRole('link', { name: 'Abeline Carpentier 14:30' });
    await visit.waitFor();
    await day('vendredi 6 mars 2026').getByText('Abeline Bonnet').waitFor();
    await until(async () => assert.equal(await page.getByText('Abeline Ailleurs').count(), 0));
    await assertEveryLook(page, 'agenda');
    const [from, half, above] = [
      await visit.boundingBox(),
      await slot('jeudi 5 mars 2026, 14:30').boundingBox(),
      await slot('jeudi 5 mars 2026, 14:00').boundingBox(),
    ];
    assert.ok(from !== null && half !== null && above !== null);
    assert.ok(Math.abs(from.y - half.y) < 6 && from.y > above.y + above.height, 'at its half hour');
    const weekend = await slot('samedi 7 mars 2026, 10:00').boundingBox();
    assert.ok(weekend !== null && weekend.width <= 40, 'a weekend without anything is narrow');

    const to = await slot('vendredi 6 mars 2026, 10:00').boundingBox();
    assert.ok(to !== null);
    await page.mouse.move(from.x + 20, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(to.x + 20, to.y + 8, { steps: 8 });
    await page.getByText('vendredi 6 mars 2026, 10:00').waitFor({ state: 'attached' });
    await page.mouse.up();
    await page.getByText('Déplacé au ven. 6 mars 10:00.').waitFor();
    await day('vendredi 6 mars 2026').getByRole('link', { name: 'Abeline Carpentier 10:00' }).waitFor();
    const moved = await planned();
    assert.deepEqual([moved.date, moved.time, moved.done], ['2026-03-06', '10:00', false]);
    await page.getByRole('button', { name: 'Annuler' }).click();
    await visit.waitFor();
    assert.deepEqual([(await planned()).date, (await planned()).time], ['2026-03-05', '14:30']);

    await page.getByRole('button', { name: 'Déplacer : Visite, Abeline Carpentier' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Jour').fill('2026-03-07');
    await page.getByLabel('Heure').fill('09:15');
    await page.keyboard.press('Enter');
    await day('samedi 7 mars 2026').getByRole('link', { name: 'Abeline Carpentier 09:15' }).waitFor();
    // The page shows it before it is saved.
    await page.getByText('Déplacé au sam. 7 mars 09:15.').waitFor();
    assert.deepEqual([(await planned()).date, (await planned()).time], ['2026-03-07', '09:15']);
    assert.deepEqual(problems, []);
  });

  it('plans a visit at an empty half hour in three clicks, and a call by keyboard', async () => {
    const { page, problems } = await office.enter({ at: '/agenda?day=2026-03-04', grants });
    const clicks = clickCounter(page);
    const slot = (moment: string) => page.getByRole('button', { name: `Visite ou appel avec…, ${moment}` });
    await clicks.on(slot('jeudi 5 mars 2026, 16:00'));
    await page.keyboard.type('carpentier');
    await page.getByRole('option', { name: /Abeline Carpentier/ }).waitFor();
    await assertEveryLook(page, 'agenda-plan', ['desktop']);
    await clicks.on(page.getByRole('option', { name: /Abeline Carpentier/ }));
    const dialog = page.getByRole('dialog', { name: /^Visite : Abeline Carpentier, pour Colette Meunier/ });
    await clicks.on(dialog.getByRole('button', { name: 'Planifier' }));
    await page
      .getByRole('group', { name: 'jeudi 5 mars 2026' })
      .getByRole('link', { name: 'Abeline Carpentier 16:00' })
      .waitFor();
    assert.equal(clicks.count, 3);

    // Tab stops at one half hour, arrow keys lead to the others.
    await slot('lundi 2 mars 2026, 08:00').focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowUp'])
      await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    await page.getByText('mercredi 4 mars 2026, 08:30').waitFor();
    await page.getByRole('button', { name: 'Appel', exact: true }).press('Enter');
    await page.getByRole('combobox', { name: 'Chercher partout' }).focus();
    await page.keyboard.type('carpentier');
    await page.getByRole('option', { name: /Abeline Carpentier/ }).waitFor();
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog', { name: /^Appel : / })
      .getByRole('button', { name: 'Planifier' })
      .press('Enter');
    await page
      .getByRole('group', { name: 'mercredi 4 mars 2026' })
      .getByRole('link', { name: 'Abeline Carpentier 08:30' })
      .waitFor();
    const { actions } = (await (await signIn(office.service)).get('/desk/entries/1')).json();
    const told = actions.map(({ stage, date, time, done }: Record<string, unknown>) =>
      [stage, date, time, done].join(' '),
    );
    assert.ok(told.includes('Visite 2026-03-05 16:00 false'), told.join());
    assert.ok(told.includes('Prise de contact 2026-03-04 08:30 false'), told.join());
    assert.deepEqual(problems, []);
  });

  it('proposes half hours without a visit, and moves the visit that is planned already', async () => {
    const desk = await signIn(office.service);
    const lead = (lastNameClient: string, actions: object[]) => ({
      ...{ establishmentId: 3, type: 'commercial.type.phone', fields: { lastNameClient }, actions },
    });
    const visit = { date: '2026-03-11', stage: 'Visite', done: false };
    const { id } = await ok<{ id: number }>(
      desk.post('/desk/entries', lead('Roux', [{ ...visit, time: '14:00' }])),
    );
    await ok(desk.post('/desk/entries', lead('Blanc', [{ ...visit, time: '15:00' }])));
    const { page, problems } = await office.enter({ at: `/leads/${id}`, grants });
    await page.getByRole('button', { name: 'Planifier une visite' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'mer. 11 mars 16:00' }).click();
    await dialog.getByText('Autres visites ce jour-là : 15:00 Blanc.').waitFor();
    await dialog.getByText('Une visite est déjà prévue le mer. 11 mars 14:00 : la déplacer ?').waitFor();
    await assertEveryLook(page, 'agenda-move');
    await dialog.getByRole('button', { name: 'La déplacer' }).click();
    await dialog.getByText('La visite prévue le mer. 11 mars 14:00 sera déplacée.').waitFor();
    await dialog.getByRole('button', { name: 'Planifier' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { actions } = (await desk.get(`/desk/entries/${id}`)).json();
    assert.deepEqual(
      actions.map(({ date, time }: Record<string, unknown>) => [date, time]),
      [['2026-03-11', '16:00']],
    );
    assert.deepEqual(problems, []);
  });

  it('shows several residences by the day, one alone at a click, and what does not fit by its number', async () => {
    const desk = await signIn(office.service);
    for (const lastName of ['Un', 'Deux', 'Trois', 'Quatre', 'Cinq'])
      await desk.post('/desk/entries', {
        establishmentId: 5,
        type: 'commercial.type.phone',
        fields: { firstNameClient: 'Zoé', lastNameClient: lastName },
        actions: [{ date: '2026-03-10', time: '09:00', stage: 'Visite', done: false }],
      });
    const { page, problems } = await office.enter({ at: '/agenda?day=2026-03-10' });
    const seen = page.getByRole('link', { name: /^Zoé/ });
    await seen.nth(4).waitFor();
    await until(async () => assert.equal(await seen.count(), 5));
    const own = page.getByRole('group', { name: 'Résidences' }).getByRole('button').first();
    await own.click();
    await seen.first().waitFor({ state: 'detached' });
    assert.match(page.url(), /view=day/, 'the view stays');
    await own.click();
    await page.getByRole('button', { name: 'Semaine', exact: true }).click();
    await page.getByRole('button', { name: '+ 2, mardi 10 mars 2026' }).waitFor();
    await until(async () => assert.equal(await seen.count(), 3));
    const fits = () => document.documentElement.scrollHeight <= window.innerHeight;
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.waitForFunction(fits, undefined, { timeout: 5_000 });
    await page.getByRole('button', { name: '+ 2, mardi 10 mars 2026' }).click();
    await seen.nth(4).waitFor();
    assert.match(page.url(), /view=day/);
    assert.deepEqual(problems, []);
  });

  it('keeps both choices of two quick clicks', async () => {
    const { page, problems } = await office.enter({ at: '/agenda?day=2026-03-10&view=day' });
    const residence = page.getByRole('group', { name: 'Résidences' }).getByRole('button').first();
    const week = await page.getByRole('button', { name: 'Semaine', exact: true }).elementHandle();
    // In one task: nothing is rendered in between.
    await residence.evaluate((first, second) => {
      for (const one of [first, second]) one?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    }, week);
    await page.getByRole('button', { name: 'Semaine', pressed: true }).waitFor();
    assert.match(page.url(), /view=week&residence=\d+/);
    assert.deepEqual(problems, []);
  });

  it('is a list with call buttons on a phone', async () => {
    const { page, problems } = await office.enter({ at: '/agenda?day=2026-03-06', grants, size: 'phone' });
    const day = page.getByRole('heading', { level: 2, name: 'vendredi 6 mars 2026' });
    await day.waitFor();
    const call = page.getByRole('link', { name: 'Appeler Abeline Bonnet : 06 39 98 12 34' });
    await until(async () => assert.equal(await call.getAttribute('href'), 'tel:0639981234'));
    const size = await call.boundingBox();
    assert.ok(size !== null && size.width >= 44 && size.height >= 44, JSON.stringify(size));
    await assertEveryLook(page, 'agenda-phone', ['phone']);
    await page.getByRole('button', { name: 'Jour suivant' }).click();
    await page.getByRole('heading', { level: 2, name: 'samedi 7 mars 2026' }).waitFor();
    assert.deepEqual(problems, []);
  });

  it('shows a visit that is given to a colleague under the colleague’s name', async () => {
    await signIn(office.service, [{ role: 'commercial', establishmentId: 3 }], 'Jeanne Petit');
    const { page, problems } = await office.enter({ at: '/leads/2', grants, name: 'Paul Girard' });
    await page.getByRole('button', { name: 'Planifier une visite' }).click();
    await page.getByRole('combobox', { name: 'Pour' }).getByText('Paul Girard').waitFor();
    await page.getByLabel('Date').fill('2026-03-05');
    await assertEveryLook(page, 'plan');
    await page.getByRole('combobox', { name: 'Pour' }).click();
    await page.getByRole('option', { name: 'Jeanne Petit' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Planifier' }).click();
    await page.getByText('Paul Girard · pour Jeanne Petit').waitFor();

    await page.goto('/#/agenda?day=2026-03-04');
    await page.getByText('Abeline Bonnet').first().waitFor();
    await page.getByRole('combobox', { name: 'Pour qui' }).click();
    await page.getByRole('option', { name: 'Jeanne Petit' }).click();
    await page.getByText('Abeline Carpentier').first().waitFor({ state: 'detached' });
    await page.getByText('Abeline Bonnet').waitFor();

    await page.goto('/#/leads/2');
    await page.getByRole('button', { name: 'Modifier l’action : Visite, 05/03/2026' }).click();
    await page.getByRole('combobox', { name: 'Pour' }).click();
    await page.getByRole('listbox').getByText('Personne').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('pour Jeanne Petit').waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
  });

  it('gives an address for the calendar of a phone', async () => {
    const { page, problems } = await office.enter({ at: '/agenda', grants });
    await page.getByRole('button', { name: 'Sur mon téléphone' }).click();
    await page.getByRole('button', { name: 'Créer une adresse' }).click();
    const url = await page.getByRole('textbox', { name: 'Adresse à coller dans votre agenda' }).inputValue();
    const feed = async () => (await office.service.get(new URL(url).pathname)).statusCode;
    assert.equal(await feed(), 200);
    // It goes once that is confirmed.
    await page.getByRole('button', { name: 'C’est noté, fermer' }).click();
    await page.getByRole('button', { name: /^Supprimer l’adresse créée le/ }).click();
    const question = page.getByRole('dialog', { name: 'Supprimer cette adresse ?' });
    await question.waitFor();
    assert.equal(await feed(), 200);
    await question.getByRole('button', { name: 'Supprimer' }).click();
    await page.getByText('Aucune adresse pour l’instant.').waitFor();
    assert.equal(await feed(), 404);
    assert.deepEqual(problems, []);
  });
});
