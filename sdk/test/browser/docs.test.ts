// The form of docs/capture.md, copied from it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { blocksOf, docs } from '../../../server/test/fixtures/docs-blocks.ts';
import { type CaptureSite, openCaptureSite } from './capture-site.ts';

const text = docs().find(({ path }) => path === 'docs/capture.md')?.text ?? '';
const blocks = blocksOf(text).filter(({ language }) => language === 'html');
const [element = '', form = ''] = blocks.map((block) => block.text);

describe('the form of the guide', () => {
  let site: CaptureSite;
  before(async () => {
    site = await openCaptureSite();
  });
  after(() => site.close());

  it('arrives, and the visitor sees it', async () => {
    assert.equal(blocks.length, 2);
    const script = element.replace('https://desk.example.org', '');
    site.put('/', `${script}${form.replace(/data-accueil="[^"]*"/, `data-accueil="${site.formUrl}"`)}`, null);
    const { page, problems } = await site.open();
    await page.goto('/');
    await page.getByLabel('Téléphone').fill('06 39 98 12 34');
    await page.getByLabel('Son âge').fill('87');
    await page.getByRole('button', { name: 'Envoyer' }).click();
    await page.getByText('Merci, nous vous rappelons.').waitFor();
    assert.equal(await page.getByText('Envoi en cours').isVisible(), false);
    const [entry, ...others] = await site.stored();
    assert.deepEqual(others, []);
    assert.equal(entry?.said.ageClient, 87);
    assert.deepEqual(entry?.relations, [{ phone: '06 39 98 12 34' }]);
    assert.deepEqual(problems, []);
  });
});
