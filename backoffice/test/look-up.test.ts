import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { send } from '../../server/test/fixtures/entry-events.ts';
import { number } from '../../server/test/fixtures/rows.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { assertEveryLook } from './every-look.ts';

describe('« Reconnaître une famille »', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  it('is where an agent of a call centre starts: a number, its family, another residence', async () => {
    const { service } = office;
    const id = await send(
      service,
      'c1',
      {
        lastNameClient: 'Moreau',
        firstNameClient: 'Colette',
        phoneClient: '06 39 98 12 34',
        comment: 'Secret',
      },
      'etablissement/3/commercial/create',
    );
    const { page, problems } = await office.enter({
      grants: [{ role: 'call-centre', establishmentId: null }],
      name: 'Adèle Roy',
    });
    await page.waitForURL(/#\/look-up$/);
    await page.getByLabel('Téléphone ou e-mail de la famille').fill('06 39 98 12 34');
    await page.keyboard.press('Enter');
    const found = page.getByRole('listitem').filter({ hasText: 'Moreau' });
    await found.getByText(/La Roseraie|Les Tilleuls|Le Clos des Vignes/).waitFor();
    assert.ok(!(await page.content()).includes('Secret'));
    await assertEveryLook(page, 'look-up');
    await found.getByRole('button', { name: /^Confier à une autre résidence/ }).click();
    await page.getByRole('combobox', { name: /Résidence/ }).click();
    await page.getByRole('option', { name: 'La Roseraie' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confier' }).click();
    await page.getByText('Confiée à La Roseraie.').waitFor();
    const where = `select establishment_id from entries where id = ${id}`;
    assert.notEqual(await number(service.database, where), 3);

    await page.getByLabel('Téléphone ou e-mail de la famille').fill('06 39 98 00 99');
    await page.keyboard.press('Enter');
    await page.getByText('Personne n’est connu sous ce numéro').waitFor();
    await page.getByRole('link', { name: 'Nouvelle demande' }).click();
    await page.getByRole('heading', { name: 'Nouvelle demande' }).waitFor();
    for (const name of ['Ma journée', 'Demandes', 'Statistiques'])
      assert.equal(await page.getByRole('menuitem', { name, exact: true }).count(), 0, name);
    assert.deepEqual(problems, []);
  });

  it('is not needed to hand a lead over: who may not read there sees whom it was confided to', async () => {
    const { service } = office;
    const id = await send(service, 'c2', { lastNameClient: 'Perrin' }, 'etablissement/3/commercial/create');
    const { page, problems } = await office.enter({
      grants: [{ role: 'commercial', establishmentId: 3 }],
      name: 'Inès Moreau',
      at: `/leads/${id}`,
    });
    await page.getByRole('button', { name: 'Plus d’actions' }).click();
    await page.getByRole('menuitem', { name: 'Réaffecter' }).click();
    await page.getByRole('combobox', { name: /Résidence/ }).click();
    await page.getByRole('option', { name: 'La Roseraie' }).click();
    await page.getByRole('dialog').locator('button[type=submit]').click();
    await page.getByText('Confiée à La Roseraie.').waitFor();
    // The page has asked for an entry that it may not read any more.
    assert.deepEqual(
      problems.filter((problem) => !problem.includes('404')),
      [],
    );
  });
});
