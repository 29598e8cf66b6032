// The click of an advertisement, from the landing page to the form: only with consent, for 90 days, whatever the browser.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { type CaptureSite, dist, openCaptureSite } from './capture-site.ts';

const hidden = (...names: readonly string[]) =>
  names.map((name) => `<input type="hidden" name="${name}">`).join('');
const form = (...names: readonly string[]) => `<form data-accueil>${hidden(...names)}</form>`;
const clickIds = ['gclid', 'gbraid', 'wbraid'] as const;
const consents = ['adUserData', 'adPersonalization'] as const;

/** The values of the hidden fields of the page, those that are empty left out. */
const filled = (page: Page) =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLInputElement>('input[type=hidden]')]
        .filter(({ value }) => value !== '')
        .map(({ name, value }) => [name, value]),
    ),
  );
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('accueil'));
const consent = (page: Page, granted: boolean) =>
  page.evaluate((answer) => {
    Object(window).accueil.consent(answer);
  }, granted);
/** As `gtag` does it: what it pushes is its arguments. */
const gtag = (page: Page, mode: 'default' | 'update', ...answers: readonly object[]) =>
  page.evaluate(
    (said) => {
      function push(..._: unknown[]) {
        // biome-ignore lint/complexity/noArguments: what Google's snippet does.
        Object(window).dataLayer.push(arguments);
      }
      for (const one of said.answers) push('consent', said.mode, one);
    },
    { mode, answers },
  );

describe('the capture script', () => {
  let site: CaptureSite;
  before(async () => {
    site = await openCaptureSite();
    site.put('/', form(...clickIds, ...consents));
    site.put('/agreed', form(...clickIds, ...consents), 'data-consent="granted"');
    site.put(
      '/campaign',
      form('gclid', 'utm_source', 'utm_term', 'landing_page'),
      'data-consent="granted" data-utm',
    );
  });
  after(() => site.close());

  it('the capture script has 2 KB at most, compressed', () => {
    const { length } = gzipSync(readFileSync(new URL('accueil.js', dist)), { level: 9 });
    assert.ok(length <= 2_048, `${length} bytes`);
  });

  it('a click is kept across pages, and a newer one replaces it', async () => {
    const { page, problems } = await site.open();
    const granted = { adUserData: 'GRANTED', adPersonalization: 'GRANTED' };
    await page.goto('/agreed?gclid=first&wbraid=w1');
    assert.deepEqual(await filled(page), { gclid: 'first', wbraid: 'w1', ...granted });
    for (let n = 0; n < 2; n++) {
      await page.goto('/agreed');
      assert.deepEqual(await filled(page), { gclid: 'first', wbraid: 'w1', ...granted });
    }
    await page.goto('/agreed?gbraid=second');
    await page.goto('/agreed');
    assert.deepEqual(
      await filled(page),
      { gbraid: 'second', ...granted },
      'nothing of the older click is left',
    );
    const { gbraid } = JSON.parse((await kept(page)) ?? '');
    assert.equal(gbraid.value, 'second');
    assert.equal(gbraid.expiresAt - gbraid.capturedAt, 90 * 24 * 60 * 60_000);
    assert.deepEqual(problems, []);
  });

  it('nothing is kept or filled before consent, nor once it is withdrawn', async () => {
    const { page, problems } = await site.open();
    const denied = { adUserData: 'DENIED', adPersonalization: 'DENIED' };
    await page.goto('/?gclid=late');
    assert.deepEqual([await filled(page), await kept(page)], [denied, null]);
    await page.goto('/');
    await consent(page, true);
    assert.equal((await filled(page)).gclid, undefined, 'a click without consent went with its page');

    await page.goto('/?gclid=late');
    await consent(page, true);
    assert.equal((await filled(page)).gclid, 'late');
    await page.goto('/');
    assert.equal((await filled(page)).gclid, undefined, 'each page says it for itself');
    await consent(page, true);
    assert.equal((await filled(page)).gclid, 'late');
    await consent(page, false);
    assert.deepEqual([await filled(page), await kept(page)], [denied, null]);
    await page.goto('/agreed');
    assert.equal((await filled(page)).gclid, undefined);
    assert.deepEqual(problems, []);
  });

  it('the capture script follows Google’s consent mode', async () => {
    const { page } = await site.open();
    await page.goto('/?gclid=mode');
    await gtag(page, 'default', {
      ad_storage: 'denied',
      ad_user_data: 'denied',
      ad_personalization: 'denied',
    });
    assert.equal(await kept(page), null);
    await gtag(page, 'update', { ad_storage: 'granted', ad_user_data: 'granted' });
    assert.deepEqual(await filled(page), {
      gclid: 'mode',
      adUserData: 'GRANTED',
      adPersonalization: 'DENIED',
    });
    // On the next page the default comes first, and takes nothing away.
    await page.goto('/');
    await gtag(page, 'default', { ad_storage: 'denied' });
    assert.notEqual(await kept(page), null);
    await gtag(page, 'update', { ad_storage: 'granted' });
    assert.equal((await filled(page)).gclid, 'mode');
    await gtag(page, 'update', { ad_storage: 'denied' });
    assert.equal(await kept(page), null);
    assert.equal((await filled(page)).gclid, undefined);
    // Consent given before the script was loaded.
    await page.addInitScript(() => {
      Object.assign(window, { dataLayer: [['consent', 'default', { ad_storage: 'granted' }]] });
    });
    await page.goto('/?gclid=before');
    assert.equal((await filled(page)).gclid, 'before');
  });

  it('a default for some regions, or that another overrules, is no consent', async () => {
    const { page } = await site.open();
    for (const defaults of [
      [{ ad_storage: 'granted', region: ['US'] }],
      [{ ad_storage: 'granted' }, { ad_storage: 'denied', region: ['FR'] }],
      [{ ad_storage: 'denied', region: ['FR'] }, { ad_storage: 'granted' }],
    ]) {
      await page.goto('/?gclid=region');
      await gtag(page, 'default', ...defaults);
      assert.equal((await filled(page)).gclid, undefined, JSON.stringify(defaults));
      assert.equal(await kept(page), null, JSON.stringify(defaults));
    }
  });

  it('a click is forgotten after 90 days', async () => {
    const { page } = await site.open();
    const day = (n: number) => new Date(Date.UTC(2026, 2, 4 + n, 9));
    await page.clock.setFixedTime(day(0));
    await page.goto('/agreed?gclid=old');
    await page.clock.setFixedTime(day(89));
    await page.goto('/agreed');
    assert.equal((await filled(page)).gclid, 'old');
    await page.clock.setFixedTime(day(90));
    await page.goto('/agreed');
    assert.equal((await filled(page)).gclid, undefined);
    assert.equal(await kept(page), '{}');
  });

  it('a click is known on its page when the storage is full or refused', async () => {
    const full = () => {
      for (let length = 2 ** 23; length >= 1; length /= 2) {
        try {
          localStorage.setItem(`of others ${length}`, 'x'.repeat(length));
        } catch {
          // Half of it may fit.
        }
      }
    };
    const refused = () =>
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('refused', 'SecurityError');
        },
      });
    for (const refuse of [full, refused]) {
      const { page, problems } = await site.open();
      await page.addInitScript(refuse);
      await page.goto('/agreed?gclid=here');
      assert.equal((await filled(page)).gclid, 'here');
      await consent(page, false);
      assert.equal((await filled(page)).gclid, undefined);
      assert.deepEqual(problems, []);
    }
  });

  it('a click is known on its page whatever the storage holds', async () => {
    const { page, problems } = await site.open();
    await page.goto('/');
    for (const stored of ['null', '{gclid', '[1, null]', '5', '"gclid"', '{"gclid":null}']) {
      await page.evaluate((value) => localStorage.setItem('accueil', value), stored);
      await page.goto('/agreed?gclid=here');
      assert.equal((await filled(page)).gclid, 'here', stored);
    }
    assert.deepEqual(problems, []);
  });

  it('a form that is built later is filled, and none that is not marked', async () => {
    const { page } = await site.open();
    site.put(
      '/later',
      '<form><input type="hidden" name="gclid"></form><main></main>',
      'data-consent="granted"',
    );
    await page.goto('/later?gclid=later');
    assert.deepEqual(await filled(page), {});
    await page.evaluate(() => {
      const built = document.createElement('form');
      built.dataset.accueil = '';
      document.querySelector('main')?.append(built);
      const field = document.createElement('input');
      Object.assign(field, { type: 'hidden', name: 'gclid' });
      built.append(field);
    });
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('main input')?.value === 'later',
    );
    assert.deepEqual(await filled(page), { gclid: 'later' });
  });

  it('the campaign and the first page are kept when that is asked for', async () => {
    const { page } = await site.open();
    await page.goto('/campaign');
    const { origin } = new URL(page.url());
    assert.deepEqual(await filled(page), { landing_page: `${origin}/campaign` });
    await page.goto('/agreed?utm_source=unasked');
    await page.goto('/campaign?utm_source=letter&utm_term=ehpad&gclid=one');
    await page.goto('/campaign');
    const letter = { utm_source: 'letter', utm_term: 'ehpad', landing_page: `${origin}/campaign` };
    assert.deepEqual(await filled(page), { gclid: 'one', ...letter });
    await page.goto('/campaign?gclid=two');
    assert.deepEqual(await filled(page), { gclid: 'two', ...letter }, 'a click is not a campaign');
    await page.goto('/campaign?utm_source=paper');
    assert.deepEqual(await filled(page), {
      gclid: 'two',
      utm_source: 'paper',
      landing_page: `${origin}/campaign`,
    });
  });
});
