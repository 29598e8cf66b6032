import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { assertEveryLook } from './every-look.ts';

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
        relations: [{ firstName: 'Abeline', lastName }],
        actions: [{ date, time, stage: 'Visite', done: false }],
      });
      assert.equal(made.statusCode, 200, made.body);
    }
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  const grants = [{ role: 'commercial', establishmentId: 3 }] as const;
  const planned = async () => (await (await signIn(office.service)).get('/desk/entries/1')).json().actions[0];

  it('shows the week, and moves a visit by mouse and by keyboard', async () => {
    const { page, problems } = await office.enter({ at: '/agenda?day=2026-03-04', grants });
    const cell = (row: string, column: number) =>
      page
        .getByRole('row', { name: new RegExp(`^${row}`) })
        .getByRole('cell')
        .nth(column);
    await cell('14 h', 3).getByText('Abeline Carpentier').waitFor();
    await cell('Sans heure', 4).getByText('Abeline Bonnet').waitFor();
    assert.equal(await page.getByText('Abeline Ailleurs').count(), 0);
    await assertEveryLook(page, 'agenda');

    const from = await page.getByText('Abeline Carpentier').boundingBox();
    const to = await cell('10 h', 4).boundingBox();
    assert.ok(from !== null && to !== null);
    await page.mouse.move(from.x - 4, from.y - 8);
    await page.mouse.down();
    await page.mouse.move(to.x + 20, to.y + 20, { steps: 8 });
    await page.getByText('vendredi 6 mars 2026, 10 h').waitFor({ state: 'attached' });
    await page.mouse.up();
    await page.getByText(/^Déplacé au/).waitFor();
    await cell('10 h', 4).getByText('Abeline Carpentier').waitFor();
    const moved = await planned();
    assert.deepEqual([moved.date, moved.time, moved.done], ['2026-03-06', '10:30', false]);

    await page.getByRole('button', { name: 'Déplacer : Visite, Abeline Carpentier' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Jour').fill('2026-03-07');
    await page.getByLabel('Heure').fill('09:15');
    await page.keyboard.press('Enter');
    await cell('9 h', 5).getByText('Abeline Carpentier').waitFor();
    assert.deepEqual([(await planned()).date, (await planned()).time], ['2026-03-07', '09:15']);
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
    await page.getByText('Abeline Carpentier').waitFor({ state: 'detached' });
    await page.getByText('Abeline Bonnet').waitFor();
    await page.getByText('Jeanne Petit', { exact: true }).last().waitFor();

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
    assert.equal((await office.service.get(new URL(url).pathname)).statusCode, 200);
    assert.deepEqual(problems, []);
  });
});
