import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { number } from '../../server/test/fixtures/rows.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { block, choose, save, shows } from './entry.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

describe('orientations', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  const partnerSends = async (path: string, body: object) => {
    const answer = await office.service.exchange(`/appli/partner/${path}`, body);
    assert.equal(answer.statusCode, 200, answer.body);
    return number(office.service.database, 'select max(entry_id) from orientations');
  };

  it('a partner concludes, staff set the result, and the entry shows both', async () => {
    const numero = '2026 / 001_002_003';
    const person = {
      'PersonneAgee / Nom': 'Garnier',
      'PersonneAgee / Prenom': 'Odette',
      'Contact / Nom': 'Garnier',
      'Contact / Prenom': 'Paul',
      'Contact / Mobile': '+33639981234',
    };
    const id = await partnerSends('orientation', {
      NumeroDemandeOrientationCR: numero,
      etablissementId: 3,
      ...person,
    });
    const { page, problems } = await office.enter({ at: '/orientations', name: 'Hélène Faure' });
    const view = page.getByRole('button', { name: 'Orientations 1', pressed: true });
    await view.waitFor();
    await page.getByRole('link', { name: 'Paul Garnier' }).click();
    await page.waitForURL(new RegExp(`#/leads/${id}$`));
    await block(page, 'Orientation partenaire').getByText('RES-000001').waitFor();
    await page.getByRole('button', { name: 'Saisir le résultat' }).click();
    await choose(page, 'Résultat', 'Sans suite');
    await save(page, { Motif: 'Choix d’un autre établissement' });
    await page.goBack();
    await page.getByText('Aucune demande ne correspond.').waitFor();
    await partnerSends('suivi', {
      NumeroDemandeOrientationCR: numero,
      State: 'Conclu',
      Reason: 'Une place ailleurs',
    });
    // Without a reload.
    const row = page.getByRole('row').filter({ hasText: 'Odette Garnier' });
    await row.getByText('À regarder').waitFor();
    await row.getByText('Sans suite').waitFor();
    await row.getByRole('link', { name: 'Paul Garnier' }).click();
    await page.getByRole('button', { name: 'J’ai vu' }).click();
    await page.getByText('Sans suite, Choix d’un autre établissement', { exact: true }).waitFor();
    await shows(block(page, 'Historique'), 'État : Conclu');
    assert.deepEqual(problems, []);
  });

  it('one without a residence is assigned on its page, and its user sees it then', async () => {
    await partnerSends('orientation', { 'PersonneAgee / Nom': 'Lefèvre', 'PersonneAgee / Prenom': 'Simone' });
    const theirs = await office.enter({
      grants: [{ role: 'direction', establishmentId: 5 }],
      at: '/orientations',
    });
    await theirs.page.getByText('Aucune demande ne correspond.').waitFor();
    const { page, problems } = await office.enter({ at: '/orientations' });
    const row = page.getByRole('row').filter({ hasText: 'Simone Lefèvre' });
    await row.getByText('À confier').waitFor();
    await assertEveryLook(page, 'orientations');
    await row.getByRole('link', { name: 'Simone Lefèvre' }).click();
    await page.getByText(/la demande attend d’être affectée à une résidence/).waitFor();
    await page.getByRole('button', { name: 'Confier à…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'La Roseraie' }).click();
    await theirs.page.getByRole('link', { name: 'Simone Lefèvre' }).waitFor();
    assert.deepEqual([...problems, ...theirs.problems], []);
  });

  it('a partner says a great deal, and staff read on as far as they like', async () => {
    const numero = '2026 / 001_002_009';
    const id = await partnerSends('orientation', { NumeroDemandeOrientationCR: numero, etablissementId: 3 });
    for (let n = 1; n <= 120; n++) {
      await partnerSends('suivi', { NumeroDemandeOrientationCR: numero, State: `état ${n}` });
    }
    const { page, problems } = await office.enter({ at: `/leads/${id}` });
    const history = block(page, 'Historique');
    await history.getByText('Historique complet').click();
    const states = history.getByText(/^État\s: état \d+$/);
    const more = history.getByRole('button', { name: 'Afficher plus' });
    for (const shown of [50, 100, 120]) {
      await states.nth(shown - 1).waitFor();
      await until(async () => assert.equal(await states.count(), shown));
      if (shown < 120) await more.click();
    }
    await until(async () => assert.match(await states.last().innerText(), /: état 1$/));
    await until(async () => assert.equal(await more.count(), 0));
    assert.deepEqual(problems, []);
  });
});
