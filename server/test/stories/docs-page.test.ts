import assert from 'node:assert/strict';
import { it } from 'node:test';
import { seriousViolations } from '../../../backoffice/test/accessibility.ts';
import { openBrowser, openWindow } from '../../../backoffice/test/browser.ts';
import { startService } from '../fixtures/service.ts';

it('the reference shows an operation, on a phone, by its own scripts and styles', async (t) => {
  const service = await startService('sqlite');
  t.after(() => service.close());
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const browser = await openBrowser();
  t.after(() => browser.close());
  const { page, problems } = await openWindow(browser, url, { size: 'phone' });

  const response = await page.goto('/docs');
  assert.match(response?.headers()['content-security-policy'] ?? '', /script-src 'self'; style-src 'self';/);
  await page.getByText('/fr/etablissement/{id}/commercial/create').click();
  await page.getByText('Préfère une chambre au calme.').waitFor();
  assert.deepEqual(await seriousViolations(page), []);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
  assert.deepEqual(problems, []);
});
