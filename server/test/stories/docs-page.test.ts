import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { operations } from '../../src/contract/operations.ts';
import { startService, type TestService } from '../fixtures/service.ts';

describe('the reference at /docs', () => {
  let service: TestService;
  let page: string;
  before(async () => {
    service = await startService('sqlite');
    page = (await service.get('/docs')).body;
  });
  after(() => service.close());

  it('the reference is one page and one style, loads nothing else and runs nothing', async () => {
    const { statusCode, headers } = await service.get('/docs');
    assert.deepEqual([statusCode, headers['content-type']], [200, 'text/html; charset=utf-8']);
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    const style = await service.get('/docs/style.css');
    assert.deepEqual([style.statusCode, style.headers['content-type']], [200, 'text/css; charset=utf-8']);
    assert.doesNotMatch(style.body, /url\(|@import/);
    assert.doesNotMatch(page, /<(?:script|style|img|iframe|object|embed|form)\b|\son\w+=|\sstyle=/i);
    assert.deepEqual(attributes(page, 'src'), []);
    const links = attributes(page, 'href').filter((link) => !link.startsWith('#'));
    assert.deepEqual([...new Set(links)].sort(), ['docs/style.css', 'openapi.json']);
  });

  it('the reference shows every route, and every link on it leads somewhere', () => {
    const ids = attributes(page, 'id');
    assert.equal(new Set(ids).size, ids.length);
    for (const { id } of Object.values(operations)) assert.ok(ids.includes(id), id);
    for (const link of attributes(page, 'href').filter((one) => one.startsWith('#'))) {
      assert.ok(ids.includes(link.slice(1)), link);
    }
  });

  it('the reference shows fields with type, meaning and example, and requests with answers', () => {
    const code = (text: string) => `<code>${text}</code>`;
    for (const shown of [
      `${code('commercialrelations[].email')} <span class="quiet">text (email)</span>`,
      `${code('NumeroDemandeOrientationCR')} <span class="quiet">text, required</span>`,
      `When ${code('type')} is ${code('postuler')}`,
      'curl -s &quot;http://127.0.0.1:8080/fr/customId/site-2026-0002?password=$PASSWORD&quot;',
      '&quot;customId&quot;: &quot;site-2026-0002&quot;',
      `<dt>409</dt><dd>${code('CONFLICT')}`,
    ])
      assert.ok(page.includes(shown), shown);
    assert.match(
      page,
      /<code>PersonneAgee \/ Age<\/code>.*\n.*Age in years\..*\(from 0 to 130\).*<code>86<\/code>/,
    );
  });

  it('hostile settings stay text in the reference', async (t) => {
    const PUBLIC_URL = 'http://127.0.0.1/"><script>alert(1)</script>';
    const hostile = await startService('sqlite', { PUBLIC_URL });
    t.after(() => hostile.close());
    const { body } = await hostile.get('/docs');
    assert.doesNotMatch(body, /<script/);
    assert.match(body, /&quot;&gt;&lt;script&gt;/);
  });
});

function attributes(page: string, name: string): string[] {
  return [...page.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value);
}
