// Pages that the script does not expect: names that hide what a form has, several forms, several scripts.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type CaptureSite, openCaptureSite } from './capture-site.ts';

/** Presses a button and returns the status that the form's event reports. */
async function press(page: Page, name: string): Promise<number> {
  await page.evaluate(() => {
    const ends = ['accueil:sent', 'accueil:failed'].map(
      (type) => new Promise((heard) => document.addEventListener(type, heard, { once: true })),
    );
    Object.assign(window, { end: Promise.race(ends).then((event) => Object(event).detail.status) });
  });
  await page.getByRole('button', { name }).click();
  return page.evaluate(() => Object(window).end);
}

describe('the capture script in pages of others', () => {
  let site: CaptureSite;
  before(async () => {
    site = await openCaptureSite();
  });
  after(() => site.close());

  /** A window on a page with this body. */
  async function open(body: string) {
    site.put('/page', body, 'data-consent="granted"');
    const window = await site.open();
    await window.page.goto('/page');
    return window;
  }

  it('sends a form whose fields hide what a form has', async () => {
    const names = ['dataset', 'reset', 'submit', 'action', 'elements', 'constructor', '__proto__.name'];
    const { page, problems } = await open(
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

  it('sends what the button says that was pressed', async () => {
    const { page } = await open(
      `<form data-accueil="${site.formUrl}">
        <button name="souhait" value="visite">Visiter</button>
        <button name="souhait" value="brochure">Recevoir la brochure</button>
      </form>`,
    );
    assert.equal(await press(page, 'brochure'), 200);
    assert.equal((await site.stored())[0]?.said.souhait, 'brochure');
  });

  it('sends a form whose button the page takes away', async () => {
    const { page } = await open(
      `<form data-accueil="${site.formUrl}"><input name="delais" value="Immédiat"><button>Envoyer</button></form>`,
    );
    await page.evaluate(() => {
      document.addEventListener('submit', ({ submitter }) => submitter?.remove());
    });
    await site.stored();
    assert.equal(await press(page, 'Envoyer'), 200);
    assert.equal((await site.stored())[0]?.said.delais, 'Immédiat');
  });

  it('shows the state of each form beside it alone', async () => {
    const form = (name: string) =>
      `<form data-accueil="${site.formUrl}"><button>${name}</button><p data-accueil-when="sent" hidden>${name} : merci</p></form>`;
    const { page } = await open(form('Visiter') + form('Écrire'));
    assert.equal(await press(page, 'Visiter'), 200);
    assert.equal(await page.getByText('Visiter : merci').isVisible(), true);
    assert.equal(await page.getByText('Écrire : merci').isVisible(), false);
  });

  it('lets a refused choice be mended by another one, and by a reset', async () => {
    const { page } = await open(
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

  it('sends a form once, of which two scripts look after', async () => {
    const { page } = await open(
      `<form data-accueil="${site.formUrl}"><button>Envoyer</button></form><script src="/accueil.js"></script>`,
    );
    await site.stored();
    assert.equal(await press(page, 'Envoyer'), 200);
    assert.equal((await site.stored()).length, 1);
  });

  it('does not send a form without the file that it can’t read', async () => {
    const file = join(tmpdir(), `cv-${process.pid}.pdf`);
    const url = site.formUrl.replace('etablissement/5/commercial/create', 'announcement/postuler');
    const { page, context } = await open(
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
