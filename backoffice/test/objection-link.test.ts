// Who gets a receipt objects by its link, and hears no more: with a real mailbox beside.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ok } from '../../server/test/fixtures/answers.ts';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { execute } from '../../server/test/fixtures/rows.ts';
import { assertPlainLooks, openWithoutPolicy } from './every-look.ts';
import { type MailingOffice, openMailingOffice } from './mailbox.ts';

const claire = 'claire.martin@example.org';
const publicUrl = 'http://accueil.example.org';
const weekMs = 7 * 24 * 60 * 60_000;

describe('the link of a receipt', () => {
  let office: MailingOffice;
  before(async () => {
    office = await openMailingOffice({ PUBLIC_URL: publicUrl });
    await execute(office.service.database, `update templates set active = 1 where use = 'receipt'`);
  });
  after(() => office.close());

  /** What Claire gets of a form that is sent with her address. */
  async function receiptOf(query: string) {
    const { service } = office;
    const body = { type: 'survey.type.contact', lastName: 'Martin', email: claire };
    await ok(service.post(`/fr/etablissement/3/survey/create?${query}`, body));
    await office.round();
    return (await office.received()).filter(({ to }) => to.includes(claire));
  }

  it('opens a page by which she objects; then no more receipts come', async () => {
    const { service } = office;
    const administrator = await signIn(service);
    const added = administrator.post('/desk/callers/1/passwords', { scope: 'browser', receipts: true });
    const query = `password=${(await ok<{ password: string }>(added)).password}`;
    const [mail, ...others] = await receiptOf(query);
    assert.deepEqual(others, []);
    const [link = ''] = /http:\/\/accueil\.example\.org\/o\/\S+/.exec(mail?.body ?? '') ?? [];
    assert.match(mail?.headers['list-unsubscribe'] ?? '', new RegExp(`^<${link}>$`));

    const { page, problems } = await office.enter();
    const path = link.slice(publicUrl.length);
    await page.goto(office.url + path);
    await page.getByRole('heading', { level: 1, name: 'Ne plus recevoir de messages' }).waitFor();
    service.clock.now = new Date(service.clock.now.getTime() + weekMs);
    assert.equal((await receiptOf(query)).length, 1, 'to open the page changes nothing');
    await page.getByRole('button', { name: 'Ne plus recevoir de messages' }).click();
    await page.getByText('C’est noté').waitFor();
    await page.goto(office.url + path.slice(0, -5));
    await page.getByText('Ce lien n’est pas complet').waitFor();
    service.clock.now = new Date(service.clock.now.getTime() + weekMs);
    assert.deepEqual(await receiptOf(query), []);
    assert.deepEqual(problems, []);

    await using copy = await openWithoutPolicy(page);
    await copy.page.goto(office.url + path.slice(0, -5));
    await assertPlainLooks(copy.page, 'objection-incomplete');
    await copy.page.goto(office.url + path);
    await assertPlainLooks(copy.page, 'objection');
    const { height = 0 } = (await copy.page.getByRole('button').boundingBox()) ?? {};
    const { width = 0 } = (await copy.page.getByRole('main').boundingBox()) ?? {};
    assert.deepEqual(
      [height >= 44, width >= 600],
      [true, true],
      'for a finger, and as wide as a text on a desktop',
    );
    await copy.page.getByRole('button', { name: 'Ne plus recevoir de messages' }).click();
    await copy.page.getByText('C’est noté').waitFor();
    await assertPlainLooks(copy.page, 'objection-noted');
  });
});
