// The landing site as visitors use it: from an advertisement to the back office.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { seriousViolations } from '../../backoffice/test/accessibility.ts';
import { keepScreenshot, openBrowser, openWindow } from '../../backoffice/test/browser.ts';
import { newPassword } from '../../server/test/fixtures/credentials.ts';
import { signIn } from '../../server/test/fixtures/desk.ts';
import { startService, type TestService } from '../../server/test/fixtures/service.ts';
import { landingSite } from '../landing-site/serve.ts';

describe('the landing site', () => {
  let service: TestService;
  let site: Server;
  let origin: string;
  let browser: Browser;
  before(async () => {
    service = await startService('sqlite');
    const accueilUrl = await service.app.listen({ host: '127.0.0.1', port: 0 });
    const { password } = await newPassword(service, 'browser');
    site = landingSite({ accueilUrl, browserPassword: password }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    browser = await openBrowser();
  });
  after(async () => {
    await browser.close();
    site.closeAllConnections();
    site.close();
    await service.close();
  });

  it('the landing site brings a visitor’s click to the back office', async () => {
    const { page, problems } = await openWindow(browser, origin, { size: 'phone' });
    await page.clock.install();
    await page.goto('/?gclid=essai-123&utm_source=lettre');
    await page.getByRole('button', { name: 'Accepter' }).click();
    await page.getByRole('link', { name: 'Demander une place ou une visite' }).click();
    await page.getByLabel('Prénom').first().fill('Claire');
    await page.getByLabel('Téléphone').fill('06 39 98 12 34');
    await page.getByLabel('Âge').fill('87');
    await page.getByLabel('Séjour').selectOption('Hébergement temporaire');
    await page.getByLabel('Délai').selectOption('Sous 15 jours');
    const consent = page.getByRole('checkbox', { name: /^J’accepte que La Roseraie m’appelle encore/ });
    assert.equal(await consent.isChecked(), false);
    await consent.check();
    await page.clock.fastForward(20_000);
    await page.getByRole('button', { name: 'Envoyer ma demande' }).click();
    await page.getByText('Merci, votre demande est bien arrivée.').waitFor();
    assert.deepEqual(problems, []);

    const desk = await signIn(service);
    const { data } = (await desk.get('/desk/entries?kind=commercial')).json<{ data: { id: number }[] }>();
    assert.equal(data.length, 1);
    const entry = (await desk.get(`/desk/entries/${data[0]?.id}`)).json<{
      customId: string;
      extra: Readonly<Record<string, unknown>>;
    }>();
    assert.match(entry.customId, /^site-[0-9a-f-]{36}$/);
    assert.partialDeepStrictEqual(entry, {
      gclid: 'essai-123',
      type: 'commercial.type.website',
      sejourType: 'commercial.sejourType.temporaire',
      fields: { ageClient: 87, delais: 'Sous 15 jours' },
      relations: [{ fields: { firstName: 'Claire', phone: '06 39 98 12 34' } }],
    });
    const { formDurationMs: _, gclidCapturedAt, ...said } = entry.extra;
    assert.equal(typeof gclidCapturedAt, 'number');
    assert.deepEqual(said, {
      utm_source: 'lettre',
      consentementTelephone: 'oui',
      consentementMention: 'v1',
      landing_page: `${origin}/`,
      adUserData: 'GRANTED',
      adPersonalization: 'GRANTED',
    });
  });

  it('the landing site keeps no click of a visitor who refuses, and asks once', async () => {
    const { page } = await openWindow(browser, origin);
    await page.goto('/?gclid=essai-456');
    await page.getByRole('button', { name: 'Refuser' }).click();
    await page.goto('/contact.html');
    assert.equal(await page.getByRole('button', { name: 'Accepter' }).isVisible(), false);
    assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), ['consentement']);
    await page.getByRole('button', { name: 'Gérer mes choix' }).click();
    assert.equal(await page.getByRole('button', { name: 'Accepter' }).isVisible(), true);
  });

  it('the landing site is readable and accessible on a phone', async () => {
    const { page } = await openWindow(browser, origin, { size: 'phone' });
    for (const path of ['/', '/contact.html']) {
      await page.goto(path);
      await keepScreenshot(page, `landing-site${path.replaceAll(/\W/g, '-')}`);
      assert.deepEqual(await seriousViolations(page), []);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${overflow} pixels too wide`);
      const refuse = page.getByRole('button', { name: 'Refuser' });
      if (await refuse.isVisible()) await refuse.click();
    }
  });
});
