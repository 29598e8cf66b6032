// Presumed spam is kept apart until staff decide, in one click.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { newPassword } from '../../server/test/fixtures/credentials.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { block, shows } from './entry.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

describe('presumed spam', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
    const { password } = await newPassword(office.service, 'browser');
    for (const body of [
      { lastNameClient: 'Durand' },
      { lastNameClient: 'Piège', sujetAnnexe: 'https://example.org' },
      { lastNameClient: 'Hâte', formDurationMs: 400 },
    ]) {
      const answer = await office.service.post(`/fr/etablissement/5/commercial/create?password=${password}`, {
        firstNameClient: 'Odette',
        ...body,
      });
      assert.equal(answer.statusCode, 200, answer.body);
    }
  });
  after(() => office.close());

  it('stands in a view of its own, says why, and comes back as new or is spam', async () => {
    const { page, problems } = await office.enter({ at: '/leads' });
    const name = (of: string) => page.getByText(`Odette ${of}`).first();
    const view = (of: string | RegExp) =>
      page.getByRole('group', { name: 'Vues' }).getByRole('button', { name: of });
    await name('Durand').waitFor();
    await until(async () => assert.equal(await name('Piège').isVisible(), false));
    await view('Spam probable').click();
    await name('Piège').waitFor();
    await name('Hâte').waitFor();
    await until(async () => assert.equal(await name('Durand').isVisible(), false));
    await until(async () =>
      assert.equal(await page.getByRole('table').getByText('Spam probable', { exact: true }).count(), 2),
    );
    await assertEveryLook(page, 'presumed-spam-list');

    await name('Hâte').click();
    await page.getByText('le formulaire a été envoyé en moins de trois secondes').waitFor();
    await assertEveryLook(page, 'presumed-spam-entry');
    await page.getByRole('button', { name: 'Ce n’est pas un spam' }).click();
    await shows(block(page, 'Historique'), 'a indiqué que ce n’est pas un spam.');
    await until(async () => assert.equal(await page.getByText('Spam probable').count(), 0));

    await page.goto('/#/leads');
    await view(/^À rappeler/).click();
    await name('Hâte').waitFor();
    await view('Spam probable').click();
    await name('Hâte').waitFor({ state: 'detached' });
    await name('Piège').click();
    await page.getByText('un champ invisible a été rempli').waitFor();
    await page.getByRole('button', { name: 'Confirmer : spam' }).click();
    await page.getByText('Classée comme spam').waitFor();
    await page.goto('/#/leads');
    await view('Spam probable').click();
    await name('Piège').waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
  });
});
