import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { ok } from '../../server/test/fixtures/answers.ts';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { enterEntry, sendLead } from './entry.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

const officer = [{ role: 'privacy', establishmentId: null }] as const;
const said = 'S’est opposée à la prospection le 02/03/2026';

describe('a person who objects to being contacted', () => {
  let office: BackOffice;
  let lead: number;
  before(async () => {
    office = await openBackOffice();
    const { service } = office;
    lead = (await sendLead(office)).id;
    await service.post(`/fr/etablissement/3/survey/create?${service.query}`, {
      type: 'survey.type.contact',
      lastName: 'Durand',
      phone: '06 39 98 12 34',
    });
    await service.exchange('/appli/partner/orientation', {
      'PersonneAgee / Nom': 'Martin',
      'Contact / Mobile': '+33639981234',
    });
    const desk = await signIn(service);
    const visit = { date: '2026-03-04', time: '16:00', stage: 'Prise de contact', done: false };
    await ok(desk.patch(`/desk/entries/${lead}`, { actions: [visit] }));
    await ok(desk.post('/desk/privacy/objections', { phone: '0639981234', objectedOn: '2026-03-02' }));
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  for (const [name, at] of [
    ['today', '/'],
    ['leads', '/leads?filter=%7B%7D'],
    ['board', '/board'],
    ['agenda', '/agenda'],
    ['surveys', '/surveys'],
  ] as const)
    it(`is offered to be called nowhere: ${name}`, async () => {
      const { page, problems } = await office.enter({ at });
      await page.getByText(said).first().waitFor();
      await until(async () => assert.equal(await page.locator('a[href^="tel:"]').count(), 0));
      await assertEveryLook(page, `opposition-${name}`);
      assert.deepEqual(problems, []);
    });

  it('nor on the entry’s page, where the number shows when asked for', async () => {
    const { page, problems } = await enterEntry(office, lead);
    await page.getByText(said).first().waitFor();
    await page.getByRole('button', { name: 'Voir le numéro' }).first().click();
    await page.locator('main').getByText('06 39 98 12 34').first().waitFor();
    await until(async () =>
      assert.equal(await page.locator('a[href^="tel:"], a[href^="mailto:"]').count(), 0),
    );
    await assertEveryLook(page, 'opposition-entry');
    assert.deepEqual(problems, []);
  });

  it('is recognised by the number in the search, and in the form of a new lead', async () => {
    const { page, problems } = await office.enter({ at: '/leads/create' });
    await page.getByRole('combobox', { name: 'Chercher partout' }).fill('06 39 98 12 34');
    await page.getByRole('option').getByText(said).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Chercher partout' }).fill('');
    await page.getByRole('textbox', { name: 'Téléphone' }).first().fill('06.39.98.12.34');
    await page.getByRole('alert').getByText(said).first().waitFor();
    await assertEveryLook(page, 'opposition-known');
    assert.deepEqual(problems, []);
  });

  it('is found by the officer, who can end it', async () => {
    const { page, problems } = await office.enter({ grants: officer, at: '/privacy/holds' });
    const whose = page.getByLabel('Téléphone ou e-mail');
    await whose.fill('06 39 98 12 35');
    await page.getByRole('button', { name: 'Chercher' }).click();
    await page.getByText('Aucune opposition à ce numéro ni à cette adresse.').waitFor();
    await whose.fill('+33 6 39 98 12 34');
    await page.getByRole('button', { name: 'Chercher' }).click();
    await page.getByText('Un téléphone, le 02/03/2026').waitFor();
    await assertEveryLook(page, 'opposition-found');
    await page.getByRole('button', { name: /^Retirer l’opposition/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retirer' }).click();
    await page.getByText('Aucune opposition à ce numéro ni à cette adresse.').waitFor();
    assert.deepEqual(problems, []);
  });
});
