// A form that the capture script sends: nothing typed is lost, nothing is stored twice, and the visitor sees the outcome.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { newPassword } from '../../../server/test/fixtures/credentials.ts';
import { execute } from '../../../server/test/fixtures/rows.ts';
import { type CaptureSite, openCaptureSite } from './capture-site.ts';

/** Resolves with the event that ends the next submission. */
async function sent(
  page: Page,
  press: () => Promise<unknown>,
): Promise<{ type: string; detail: { readonly message?: string } }> {
  await page.evaluate(() => {
    const ends = ['accueil:sent', 'accueil:failed'].map(
      (type) =>
        new Promise((heard) => {
          document.addEventListener(type, (event) => heard({ type, detail: Object(event).detail }), {
            once: true,
          });
        }),
    );
    Object.assign(window, { end: Promise.race(ends) });
  });
  await press();
  return page.evaluate(() => Object(window).end);
}
const send = (page: Page) => sent(page, () => page.getByRole('button', { name: 'Envoyer' }).click());

describe('a form that the capture script sends', () => {
  let site: CaptureSite;
  before(async () => {
    site = await openCaptureSite();
    site.put(
      '/form',
      `<div><form data-accueil="${site.formUrl}">
        <label>Prénom <input name="commercialrelations[0].firstName"></label>
        <label>Nom de naissance <input name="commercialrelations[0].lastName"></label>
        <label>E-mail <input name="commercialrelations[0].email"></label>
        <label>Second <input name="commercialrelations[1].lastName"></label>
        <label>Âge <input name="ageClient" data-accueil-error="Un âge en chiffres."></label>
        <label><input type="checkbox" name="services" value="jardin"> Jardin</label>
        <label><input type="checkbox" name="services" value="coiffeur"> Coiffeur</label>
        <p data-accueil-when="failed" hidden>Pas partie</p>
        <button type="submit">Envoyer</button>
      </form>
      <p data-accueil-when="sent" hidden>Merci</p></div>`,
      'data-consent="granted"',
    );
  });
  after(() => site.close());

  async function open(query = '') {
    const window = await site.open();
    await window.page.goto(`/form${query}`);
    return window;
  }

  it('reaches the service as nested JSON, with the click and the consent', async () => {
    const { page, problems } = await open('?gclid=one');
    await page.getByLabel('Prénom').fill('Claire');
    await page.getByLabel('Second').fill('Martin');
    await page.getByLabel('Jardin').check();
    await page.getByLabel('Coiffeur').check();
    const { type, detail } = await send(page);
    assert.deepEqual([type, detail], ['accueil:sent', { status: 200 }]);
    const [entry, ...others] = await site.stored();
    assert.deepEqual(others, []);
    const { formDurationMs, gclidCapturedAt, ...said } = entry?.said ?? {};
    assert.equal(typeof formDurationMs, 'number');
    assert.ok(Math.abs(Number(gclidCapturedAt) - Date.now()) < 600_000);
    assert.deepEqual(said, {
      services: 'jardin, coiffeur',
      adUserData: 'GRANTED',
      adPersonalization: 'GRANTED',
    });
    assert.equal(entry?.gclid, 'one');
    assert.deepEqual(entry?.relations, [{ firstName: 'Claire' }, { lastName: 'Martin' }]);
    assert.equal(await page.getByText('Merci').isVisible(), true);
    assert.equal(await page.getByText('Pas partie').isVisible(), false);
    assert.equal(await page.getByLabel('Prénom').inputValue(), '');
    assert.deepEqual(problems, []);
  });

  it('is sent again by itself until the service is back, and stored once', async () => {
    const { page } = await open();
    await page.getByLabel('Nom de naissance').fill('Durand');
    await site.line.cut();
    const failed = page.waitForEvent('requestfailed');
    const end = send(page);
    await failed;
    assert.equal(await page.getByLabel('Nom de naissance').inputValue(), 'Durand');
    await site.line.mend();
    assert.equal((await end).type, 'accueil:sent');
    assert.deepEqual(
      (await site.stored()).map(({ relations }) => relations),
      [[{ lastName: 'Durand' }]],
    );
  });

  it('is stored once when the answer is lost', async () => {
    const { page } = await open();
    await page.getByLabel('Nom de naissance').fill('Petit');
    // The browser has asked whether it may: what is lost is the answer to the form itself.
    site.line.loseNextAnswer();
    assert.equal((await send(page)).type, 'accueil:sent');
    assert.equal((await site.stored()).length, 1);
  });

  it('is sent once however often the visitor presses', async () => {
    const { page } = await open();
    await page.getByLabel('Nom de naissance').fill('Leroy');
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(request.url());
    });
    await sent(page, () =>
      page.evaluate(() => {
        const form = document.querySelector('form');
        for (let n = 0; n < 3; n++) form?.requestSubmit();
      }),
    );
    assert.equal(posts.length, 1);
    assert.equal((await site.stored()).length, 1);
  });

  it('says at once that no more files are taken today, and is accepted without one', async () => {
    const address = site.formUrl.replace('etablissement/5/commercial/create', 'announcement/postuler');
    site.put(
      '/apply',
      `<form data-accueil="${address}"><label>CV <input type="file" name="cv"></label><button>Envoyer</button></form>`,
    );
    const { page } = await site.open();
    await page.goto('/apply');
    await execute(site.service.database, "insert into upload_bytes values ('2026-03-04', '', 524288000)");
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(request.url());
    });
    const buffer = Buffer.from('%PDF-1.4 small');
    await page.getByLabel('CV').setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer });
    const { type, detail } = await send(page);
    assert.deepEqual([type, detail], ['accueil:failed', { ...detail, status: 429, code: 'RATELIMIT' }]);
    assert.equal(posts.length, 1, 'it is not sent again for a minute');
    const said = await page.getByLabel('CV').evaluate((field: HTMLInputElement) => field.validationMessage);
    assert.match(said, /send the application without its CV/);
    await page.getByLabel('CV').setInputFiles([]);
    assert.equal((await send(page)).type, 'accueil:sent');
    await site.stored();
  });

  it('shows at the field what the service does not understand, and keeps what was typed', async () => {
    const { page } = await open();
    await page.getByLabel('Nom de naissance').fill('Moreau');
    await page.getByLabel('Âge').fill('très vieux');
    const { type, detail } = await send(page);
    assert.equal(type, 'accueil:failed');
    const { message: refusal, ...rest } = detail;
    assert.deepEqual(rest, { code: 'INVALID', status: 400 });
    assert.match(refusal ?? '', /^ageClient: /);
    const told = () =>
      page.evaluate(() => {
        const field = document.activeElement;
        return field instanceof HTMLInputElement ? [field.name, field.validationMessage] : [];
      });
    assert.deepEqual(await told(), ['ageClient', 'Un âge en chiffres.']);
    assert.equal(await page.getByLabel('Nom de naissance').inputValue(), 'Moreau');
    // To call is for what the visitor can't put right.
    assert.equal(await page.getByText('Pas partie').isVisible(), false);
    await page.getByLabel('Âge').fill('85');
    await page.getByLabel('E-mail').fill('claire@');
    await send(page);
    const [name, message] = await told();
    assert.equal(name, 'commercialrelations[0].email');
    assert.match(message ?? '', /^commercialrelations\[0\]\.email: /);
    await page.getByLabel('E-mail').fill('claire@example.org');
    assert.equal((await send(page)).type, 'accueil:sent');
    assert.deepEqual(
      (await site.stored()).map(({ said, relations }) => [said.ageClient, relations]),
      [[85, [{ lastName: 'Moreau', email: 'claire@example.org' }]]],
    );
  });

  it('says that it has not gone where the visitor can mend nothing: a hidden field, a site that may not', async () => {
    const { password } = await newPassword(site.service, 'browser', ['https://other.example.org']);
    const elsewhere = site.formUrl.replace(/password=.*/, `password=${password}`);
    for (const [url, status, code] of [
      [site.formUrl, 400, 'INVALID'],
      [elsewhere, 403, 'FORBIDDEN'],
    ] as const) {
      site.put(
        '/wrong',
        `<form data-accueil="${url}"><input type="hidden" name="sejourType" value="none">
        <p data-accueil-when="failed" hidden>Pas partie</p><button>Envoyer</button></form>`,
      );
      const { page } = await site.open();
      await page.goto('/wrong');
      const { type, detail } = await send(page);
      assert.deepEqual([type, detail], ['accueil:failed', { ...detail, status, code }]);
      assert.equal(await page.getByText('Pas partie').isVisible(), true);
    }
    assert.deepEqual(await site.stored(), []);
  });

  it('is not sent when a listener of the page prevents it', async () => {
    const { page } = await open();
    await page.evaluate(() => {
      document.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault());
    });
    await page.getByRole('button').click();
    assert.equal(await page.locator('form').getAttribute('data-accueil-state'), null);
    assert.deepEqual(await site.stored(), []);
  });

  it('is presumed spam when it was sent at once, or when the invisible field was filled', async () => {
    const { page } = await open();
    await page.clock.install();
    await page.reload();
    await send(page);
    await page.clock.fastForward(3_000);
    await page.getByLabel('Prénom').fill('Claire');
    await send(page);
    const trap = page.locator('[name=sujetAnnexe]');
    assert.equal(await trap.isVisible(), false);
    await trap.evaluate((field) => Object.assign(field, { value: 'spam' }));
    await send(page);
    assert.deepEqual(
      (await site.stored()).map(({ suspicion }) => suspicion),
      ['haste', null, 'trap'],
    );
  });
});
