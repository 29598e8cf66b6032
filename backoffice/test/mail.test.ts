import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { writeNextMail } from '../../server/src/mail/next-mail.ts';
import { notifyImmediately } from '../../server/src/mail/notify.ts';
import { completeMails } from '../../server/src/outbox/complete.ts';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { mailOn } from '../../server/test/fixtures/mail.ts';
import { number } from '../../server/test/fixtures/rows.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { choose, sendLead } from './entry.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

describe('« E-mails »', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice(mailOn);
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  it('shows an administrator which mails are on their way, and which were given up for what reason', async () => {
    const { service } = office;
    const {
      database,
      clock,
      config: { publicUrl },
    } = service;
    const director = await signIn(service, [{ role: 'direction', establishmentId: 3 }]);
    for (let i = 0; i < 2; i++) {
      await sendLead(office);
      await database.write(notifyImmediately, {}, clock.now);
      await database.write(writeNextMail, { publicUrl }, clock.now);
      // The next mail is not before a quarter of an hour.
      clock.now = new Date(clock.now.getTime() + 20 * 60_000);
    }
    const at = clock.now.toISOString();
    const id = await number(database, 'select min(id) from mails');
    const cause = `550 <b>No such user</b> ${director.email}`;
    const outcome = { status: null, ms: 1, failureReason: cause, responseExcerpt: '' };
    const failed = { id, destinationId: 0, attempts: 0, at, verdict: 'failed', nextAt: null } as const;
    await database.write(completeMails, { ...failed, ...outcome }, clock.now);

    const { page, problems } = await office.enter({ at: '/integrations' });
    await page.getByRole('tab', { name: 'E-mails' }).click();
    const mails = page.getByRole('main').getByRole('listitem');
    await mails.filter({ hasText: 'En route' }).getByText(`À ${director.email}`).waitFor();
    await mails.filter({ hasText: 'Abandonné' }).getByText(cause).waitFor();
    await assertEveryLook(page, 'integrations-mails');
    await choose(page, 'État', 'Abandonné');
    await page.getByText('1–1 sur 1').waitFor();
    await page.getByRole('button', { name: `Renvoyer à ${director.email}` }).press('Enter');
    await page.getByText('L’e-mail repart.').waitFor();
    await mails.waitFor({ state: 'detached' });
    assert.equal(await number(database, "select count(*) from mails where state = 'pending'"), 2);
    await choose(page, 'État', 'En route');
    await page.getByText('1–2 sur 2').waitFor();
    await until(async () => assert.equal(await page.getByRole('button', { name: /^Renvoyer/ }).count(), 0));
    await mails
      .getByRole('link', { name: /^Fiche n°/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: 'Simone Martin' }).waitFor();
    assert.deepEqual(problems, []);
  });
});

describe('« Mes e-mails »', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  it('lets a director choose how to be notified, and keeps the choice when it can’t be saved', async () => {
    const { page, problems } = await office.enter({
      grants: [{ role: 'direction', establishmentId: 3 }],
      name: 'Louise Marchand',
    });
    await page.getByRole('button', { name: 'Louise Marchand' }).click();
    await page.getByRole('menuitem', { name: 'Mes e-mails' }).click();
    await page.getByRole('heading', { level: 1, name: 'Mes e-mails' }).waitFor();
    const choice = page.getByRole('group', { name: 'Quand être averti' });
    const picked = choice.getByRole('radio', { checked: true });
    await until(async () => assert.equal(await picked.getAttribute('value'), 'at-once'));
    await page.getByText('L’envoi d’e-mails n’est pas activé sur ce service.').waitFor();
    await assertEveryLook(page, 'my-mail');

    const save = page.getByRole('button', { name: 'Enregistrer' });
    await page.route('**/desk/session/mail', (route) => route.abort());
    await choice.getByRole('radio', { name: 'Jamais' }).check();
    await save.click();
    await page.getByText('Le service ne répond pas. Vérifiez').waitFor();
    await until(async () => assert.equal(await picked.getAttribute('value'), 'none'));
    await page.unroute('**/desk/session/mail');

    // By keyboard: from « Jamais » up to « Une fois par jour », then on to the button.
    await choice.getByRole('radio', { name: 'Jamais' }).focus();
    await page.keyboard.press('ArrowUp');
    await until(async () => assert.equal(await picked.getAttribute('value'), 'digest'));
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

  it('says to a reader that these mails are not for them', async () => {
    const { page, problems } = await office.enter({
      grants: [{ role: 'reader', establishmentId: 3 }],
      at: '/mail',
    });
    await page.getByText('Votre rôle ne reçoit pas ces e-mails').waitFor();
    await until(async () => assert.equal(await page.getByRole('radio').count(), 0));
    assert.deepEqual(problems, []);
  });
});
