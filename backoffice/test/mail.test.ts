import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { number } from '../../server/test/rows.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { assertEveryLook } from './every-look.ts';

describe('« Mes e-mails »', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
  });
  after(() => office.close());

  it('is where a director chooses how to be told, and what was picked stays when it can’t be saved', async () => {
    const { page, problems } = await office.enter({
      grants: [{ role: 'direction', establishmentId: 3 }],
      name: 'Louise Marchand',
    });
    await page.getByRole('button', { name: 'Louise Marchand' }).click();
    await page.getByRole('menuitem', { name: 'Mes e-mails' }).click();
    await page.getByRole('heading', { level: 1, name: 'Mes e-mails' }).waitFor();
    const choice = page.getByRole('radiogroup', { name: 'Quand être averti' });
    const picked = choice.getByRole('radio', { checked: true });
    assert.equal(await picked.getAttribute('value'), 'at-once');
    await page.getByText('L’envoi d’e-mails n’est pas activé sur ce service.').waitFor();
    await assertEveryLook(page, 'my-mail');

    const save = page.getByRole('button', { name: 'Enregistrer' });
    await page.route('**/desk/session/mail', (route) => route.abort());
    await choice.getByRole('radio', { name: 'Jamais' }).check();
    await save.click();
    await page.getByText('Le service ne répond pas').waitFor();
    assert.equal(await picked.getAttribute('value'), 'none');
    await page.unroute('**/desk/session/mail');

    // By keyboard: from « Jamais » up to « Une fois par jour », then on to the button.
    await choice.getByRole('radio', { name: 'Jamais' }).focus();
    await page.keyboard.press('ArrowUp');
    assert.equal(await picked.getAttribute('value'), 'digest');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Choix enregistré.').waitFor();
    const users = "select count(*) from users where mail = 'digest'";
    assert.equal(await number(office.service.database, users), 1);
    await page.reload();
    await page.getByRole('radio', { name: 'Une fois par jour, le matin', checked: true }).waitFor();
    // The request that was broken off on purpose.
    assert.deepEqual(
      problems.filter((problem) => !problem.includes('ERR_FAILED')),
      [],
    );
  });

  it('tells whoever only reads that these mails are not for them', async () => {
    const { page, problems } = await office.enter({
      grants: [{ role: 'reader', establishmentId: 3 }],
      at: '/mail',
    });
    await page.getByText('Votre rôle ne reçoit pas ces e-mails').waitFor();
    assert.equal(await page.getByRole('radio').count(), 0);
    assert.deepEqual(problems, []);
  });
});
