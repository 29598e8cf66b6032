import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { ok } from '../../server/test/fixtures/answers.ts';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { block, choose, chooseAct, enterEntry, save, sendLead, shows } from './entry.ts';
import { assertEveryLook } from './every-look.ts';
import { until } from './until.ts';

describe('the consent of a family to be called', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
  });
  after(() => office.close());
  afterEach(() => office.closeWindows());

  it('stands beside the number, with its day, source and wording', async () => {
    const { id } = await sendLead(office, {
      consentementTelephone: 'oui',
      consentementEmail: 'non',
      consentementMention: 'v2',
      consentementSms: 'on',
    });
    const { page, problems } = await enterEntry(office, id);
    await page
      .getByText('Accord pour le téléphone : oui, le 04/03/2026, formulaire du site, mention v2', {
        exact: true,
      })
      .waitFor();
    await page.getByText(/^Accord pour l’e-mail : non, le 04\/03\/2026/).waitFor();
    // What is no answer is no consent, and stays in sight.
    const others = block(page, 'Origine');
    await shows(others, /Accord\s: SMS\s*on/);
    await until(async () => assert.equal(await others.getByText('Accord : téléphone').count(), 0));
    assert.deepEqual(problems, []);
  });

  it('is asked for where one calls, more than 90 days after the last contact, and can be noted', async () => {
    const { id } = await sendLead(office, { lastNameClient: 'Garnier' });
    office.service.clock.now = new Date('2026-06-03T09:00:00.000Z');
    const { page, problems } = await office.enter({ at: '/' });
    const chip = page.getByRole('listitem').getByText('Relance : accord nécessaire');
    await chip.first().waitFor();
    await assertEveryLook(page, 'consent-today');
    await page.goto(`/#/leads/${id}`);
    const notice = page.getByText(
      /^Relance : accord nécessaire\. Le dernier contact date de plus de 90 jours/,
    );
    await notice.waitFor();
    await assertEveryLook(page, 'consent-needed');
    await page.getByRole('button', { name: 'Famille jointe' }).click();
    await page.getByRole('button', { name: 'Autre…' }).click();
    const call = page.getByRole('dialog', { name: 'Noter un appel' });
    await call.getByText(/^Relance : accord nécessaire/).waitFor();
    await assertEveryLook(page, 'consent-call');
    await call.getByRole('button', { name: 'Annuler' }).click();
    // They ring: to call back is to answer.
    const { service } = office;
    const desk = await signIn(service);
    await ok(desk.post(`/desk/entries/${id}/message`, { message: 'Rappelez-moi.' }));
    await notice.waitFor({ state: 'detached' });
    await ok(desk.post(`/desk/entries/${id}/undo`, {}));
    await notice.waitFor();
    await page.getByRole('button', { name: 'Message laissé' }).click();
    await page.getByText(/1 tentative/).waitFor();
    await notice.waitFor();
    await chooseAct(page, 'Noter un accord');
    const dialog = page.getByRole('dialog', { name: 'Noter un accord' });
    await choose(page, 'Accord : téléphone', 'oui');
    await dialog.getByLabel('Accord : recueilli par').fill('Au téléphone, à sa demande');
    await assertEveryLook(page, 'consent-dialog');
    await save(page);
    await page
      .getByText('Accord pour le téléphone : oui, le 03/06/2026, Au téléphone, à sa demande', { exact: true })
      .waitFor();
    await until(async () => assert.equal(await notice.count(), 0));
    await shows(block(page, 'Historique'), /Accord\s: téléphone\s: oui/);
    await chooseAct(page, 'Noter un accord');
    await dialog.getByLabel('Accord : recueilli par').fill('Au téléphone');
    await dialog.getByRole('switch', { name: 'Ne veut plus être contactée' }).check();
    await assertEveryLook(page, 'consent-withdrawn');
    await save(page);
    await page.getByText(/^Accord pour les SMS\s: non, le 03\/06\/2026, Au téléphone/).waitFor();
    await page.getByText(/oppos/i).first().waitFor();
    await until(async () => assert.equal(await page.getByRole('link', { name: /^Appeler / }).count(), 0));
    assert.deepEqual(problems, []);
  });
});
