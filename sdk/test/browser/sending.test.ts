// A form that the capture script sends: nothing typed is lost, nothing is stored twice, and the visitor sees the outcome.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { newPassword } from '../../../server/test/fixtures/credentials.ts';
import { blocksOf, docs } from '../../../server/test/fixtures/docs-blocks.ts';
import { type CaptureSite, openCaptureSite } from './capture-site.ts';

/** Resolves with the event that ends the next submission. */
async function sent(
  page: Page,
  press: () => Promise<unknown>,
): Promise<{ type: string; detail: { readonly status?: number; readonly message?: string } }> {
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
/** Presses a button and returns the status that the form's event reports. */
const press = async (page: Page, name: string) =>
  (await sent(page, () => page.getByRole('button', { name }).click())).detail.status;

describe('forms that the capture script sends', () => {
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
  /** A window on a page with this body. */
  async function openBody(body: string) {
    site.put('/page', body, 'data-consent="granted"');
    const window = await site.open();
    await window.page.goto('/page');
    return window;
  }

  it('a form reaches the service as nested JSON, with the click and the consent', async () => {
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
    assert.equal(typeof gclidCapturedAt, 'number');
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

  it('a form is sent again until the service is back, and stored once', async () => {
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

  it('a form is stored once when the answer is lost', async () => {
    const { page } = await open();
    await page.getByLabel('Nom de naissance').fill('Petit');
    // The browser has asked whether it may: what is lost is the answer to the form itself.
    site.line.loseNextAnswer();
    assert.equal((await send(page)).type, 'accueil:sent');
    assert.equal((await site.stored()).length, 1);
  });

  it('a form is sent once however often the visitor presses', async () => {
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

  it('a refused field says why, and what was typed stays', async () => {
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

  it('a form says that it has not gone where the visitor can mend nothing', async () => {
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

  it('a form is not sent when a listener of the page prevents it', async () => {
    const { page } = await open();
    await page.evaluate(() => {
      document.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault());
    });
    await page.getByRole('button').click();
    assert.equal(await page.locator('form').getAttribute('data-accueil-state'), null);
    assert.deepEqual(await site.stored(), []);
  });

  it('a form sent at once, or with the invisible field filled, is presumed spam', async () => {
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

  it('the form of docs/capture.md arrives, and the visitor sees it', async () => {
    const text = docs().find(({ path }) => path === 'docs/capture.md')?.text ?? '';
    const [element, form, ...others] = blocksOf(text).filter(({ language }) => language === 'html');
    assert.ok(element !== undefined && form !== undefined && others.length === 0);
    const script = element.text.replace('https://desk.example.org', '');
    const sending = form.text.replace(/data-accueil="[^"]*"/, `data-accueil="${site.formUrl}"`);
    site.put('/guide', `${script}${sending}`, null);
    const { page, problems } = await site.open();
    await page.goto('/guide');
    await page.getByLabel('Téléphone').fill('06 39 98 12 34');
    await page.getByLabel('Son âge').fill('87');
    await page.getByRole('button', { name: 'Envoyer' }).click();
    await page.getByText('Merci, nous vous rappelons.').waitFor();
    assert.equal(await page.getByText('Envoi en cours').isVisible(), false);
    assert.deepEqual(
      (await site.stored()).map(({ said, relations }) => [said.ageClient, relations]),
      [[87, [{ phone: '06 39 98 12 34' }]]],
    );
    assert.deepEqual(problems, []);
  });

  it('the SDK creates entries from a page, and shows what is refused', async () => {
    site.put('/sdk', '', null);
    const { page } = await site.open();
    await page.goto('/sdk');
    const seen = await page.evaluate(
      async ({ baseUrl, password }) => {
        const modulePath = '/index.js';
        const { AccueilClient } = await import(modulePath);
        const accueil = new AccueilClient({ baseUrl, password, retries: 0 });
        await accueil.createCommercial(5, { commercialrelations: [{ lastName: 'Martin' }] });
        const refused = await accueil.createSurvey(5, { email: 'claire' }).catch((error: unknown) => error);
        const forbidden = await accueil.countContacts(2026).catch((error: unknown) => error);
        return {
          refused: [refused.name, refused.field, typeof refused.requestId],
          forbidden: forbidden.name,
        };
      },
      { baseUrl: site.line.url, password: site.password },
    );
    // The browser blocks responses that a browser password may not read.
    assert.deepEqual(seen, { refused: ['InvalidError', 'email', 'string'], forbidden: 'ConnectionLost' });
    assert.deepEqual(
      (await site.stored()).map(({ relations }) => relations),
      [[{ lastName: 'Martin' }]],
    );
  });

  // Pages that the script does not expect.

  it('a form whose fields hide what a form has is sent', async () => {
    const names = ['dataset', 'reset', 'submit', 'action', 'elements', 'constructor', '__proto__.name'];
    const { page, problems } = await openBody(
      `<form data-accueil="${site.formUrl}">
        ${names.map((name) => `<input name="${name}" value="1">`).join('')}
        <input name="delais" aria-label="Message"><button>Envoyer</button>
      </form>`,
    );
    await page.getByLabel('Message').fill('Bonjour');
    assert.equal(await press(page, 'Envoyer'), 200);
    assert.equal(await page.getByLabel('Message').inputValue(), '');
    const [entry] = await site.stored();
    const { delais, reset, submit, action, elements } = entry?.said ?? {};
    assert.deepEqual([delais, reset, submit, action, elements], ['Bonjour', '1', '1', '1', '1']);
    assert.equal(Object.getOwnPropertyDescriptor(entry?.said, 'constructor')?.value, '1');
    assert.equal(await page.evaluate(() => Object('').name), undefined, 'no prototype has changed');
    assert.deepEqual(problems, []);
  });

  it('what the pressed button says is sent, be it taken away by the page', async () => {
    const { page } = await openBody(
      `<form data-accueil="${site.formUrl}">
        <button name="souhait" value="visite">Visiter</button>
        <button name="souhait" value="brochure">Recevoir la brochure</button>
      </form>
      <form data-accueil="${site.formUrl}"><input name="delais" value="Immédiat"><button>Envoyer</button></form>`,
    );
    assert.equal(await press(page, 'brochure'), 200);
    assert.equal((await site.stored())[0]?.said.souhait, 'brochure');
    await page.evaluate(() => {
      document.addEventListener('submit', ({ submitter }) => submitter?.remove());
    });
    assert.equal(await press(page, 'Envoyer'), 200);
    assert.equal((await site.stored())[0]?.said.delais, 'Immédiat');
  });

  it('the state of a form shows beside it alone', async () => {
    const form = (name: string) =>
      `<form data-accueil="${site.formUrl}"><button>${name}</button><p data-accueil-when="sent" hidden>${name} : merci</p></form>`;
    const { page } = await openBody(form('Visiter') + form('Écrire'));
    assert.equal(await press(page, 'Visiter'), 200);
    assert.equal(await page.getByText('Visiter : merci').isVisible(), true);
    assert.equal(await page.getByText('Écrire : merci').isVisible(), false);
  });

  it('a refused choice is mended by another one, and by a reset', async () => {
    const { page } = await openBody(
      `<form data-accueil="${site.formUrl}">
        <label><input type="radio" name="sejourType" value="long" checked> Long</label>
        <label><input type="radio" name="sejourType" value="commercial.sejourType.permanent"> Permanent</label>
        <label>Âge <input name="ageClient"></label>
        <button>Envoyer</button><button type="reset">Effacer</button>
      </form>`,
    );
    assert.equal(await press(page, 'Envoyer'), 400);
    await page.getByLabel('Permanent').check();
    await page.getByLabel('Âge').fill('vieux');
    assert.equal(await press(page, 'Envoyer'), 400);
    await page.getByRole('button', { name: 'Effacer' }).click();
    await page.getByLabel('Permanent').check();
    assert.equal(await press(page, 'Envoyer'), 200);
  });

  it('a form that two scripts look after is sent once', async () => {
    const { page } = await openBody(
      `<form data-accueil="${site.formUrl}"><button>Envoyer</button></form><script src="/accueil.js"></script>`,
    );
    await site.stored();
    assert.equal(await press(page, 'Envoyer'), 200);
    assert.equal((await site.stored()).length, 1);
  });

  it('a form with a file that can’t be read is not sent without it', async () => {
    const file = join(tmpdir(), `cv-${process.pid}.pdf`);
    const url = site.formUrl.replace('etablissement/5/commercial/create', 'announcement/postuler');
    const { page, context } = await openBody(
      `<form data-accueil="${url}"><label>CV <input type="file" name="cv"></label><button>Envoyer</button></form>`,
    );
    writeFileSync(file, '%PDF-1.4\n');
    // As a person chooses it: what Playwright chooses stays in the browser's memory.
    const browser = await context.newCDPSession(page);
    const { result } = await browser.send('Runtime.evaluate', {
      expression: 'document.querySelector("[type=file]")',
    });
    await browser.send('DOM.setFileInputFiles', { files: [file], objectId: String(result.objectId) });
    rmSync(file);
    assert.equal(await press(page, 'Envoyer'), 400);
    assert.deepEqual(await site.stored(), []);
  });
});
