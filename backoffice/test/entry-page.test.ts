import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { newEndpoint } from '../../server/test/outbox.ts';
import { lookUp, send } from '../../server/test/told.ts';
import { seriousViolations } from './accessibility.ts';
import { type BackOffice, openBackOffice } from './back-office.ts';
import { keepScreenshot } from './browser.ts';
import { assertFits, block, chooseAct, enterEntry, save, sendLead } from './entry.ts';

describe('the page of an entry', () => {
  let office: BackOffice;
  before(async () => {
    office = await openBackOffice();
    await newEndpoint(office.service, 'https://receiver.example.org/');
  });
  after(() => office.close());

  for (const [size, scheme] of [
    ['desktop', 'light'],
    ['desktop', 'dark'],
    ['phone', 'light'],
    ['phone', 'dark'],
  ] as const) {
    it(`is readable on a ${size} screen, ${scheme}`, async () => {
      const { id } = await sendLead(office, {
        commercialactions: [{ date: '2026-03-01', comment: 'A appelé le standard' }],
      });
      const { page, problems } = await enterEntry(office, id, { size, scheme });
      await page.getByRole('button', { name: 'Planifier une visite' }).click();
      await save(page, { Date: '2026-03-06', Heure: '14:30', Commentaire: 'Avec sa fille' });
      await block(page, 'Suivi').getByText('Visite, 06/03/2026 à 14:30').waitFor();
      await assertFits(page);
      await keepScreenshot(page, `entry-${size}-${scheme}`);
      assert.deepEqual(await seriousViolations(page), []);
      assert.deepEqual(problems, []);
    });
  }
});
