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

  it('is one page and one style, under a strict policy', async () => {
    const { statusCode, headers } = await service.get('/docs');
    assert.equal(statusCode, 200);
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    const style = await service.get('/docs/style.css');
    assert.equal(style.statusCode, 200);
    assert.equal(style.headers['content-type'], 'text/css; charset=utf-8');
    assert.doesNotMatch(style.body, /url\(|@import/);
  });

  it('loads nothing but its style, and runs nothing', () => {
    assert.deepEqual(
      page.match(/<(?:script|style|img|iframe|object|embed|form)\b|\son\w+=|\sstyle=/gi),
      null,
    );
    assert.deepEqual(attributes(page, 'src'), []);
    const links = attributes(page, 'href').filter((link) => !link.startsWith('#'));
    assert.deepEqual([...new Set(links)].sort(), ['docs/style.css', 'openapi.json']);
  });

  it('shows every route, and every link on it leads somewhere', () => {
    const ids = attributes(page, 'id');
    assert.equal(new Set(ids).size, ids.length);
    for (const { id } of Object.values(operations)) assert.ok(ids.includes(id), id);
    for (const link of attributes(page, 'href').filter((one) => one.startsWith('#'))) {
      assert.ok(ids.includes(link.slice(1)), link);
    }
  });

  it('shows a field of a body with its type, meaning and example, also within objects', () => {
    assert.match(
      page,
      /<code>commercialrelations\[\]\.email<\/code> <span class="quiet">text \(email\)<\/span>/,
    );
    assert.match(
      page,
      /<code>PersonneAgee \/ Age<\/code>.*\n.*Age in years\..*\(from 0 to 130\).*<code>86<\/code>/,
    );
    assert.match(page, /<code>NumeroDemandeOrientationCR<\/code> <span class="quiet">text, required<\/span>/);
    assert.match(page, /When <code>type<\/code> is <code>postuler<\/code>/);
  });

  it('shows a request that can be pasted, and its answer', () => {
    assert.match(
      page,
      /curl -s &quot;http:\/\/127\.0\.0\.1:8080\/fr\/customId\/site-2026-0002\?password=\$PASSWORD&quot;/,
    );
    assert.match(page, /&quot;customId&quot;: &quot;site-2026-0002&quot;/);
    assert.match(page, /<dt>409<\/dt><dd><code>CONFLICT<\/code>/);
  });

  it('is well-formed', () => {
    assert.deepEqual(unclosed(page), []);
    assert.deepEqual(unclosed('<p><b>x</p>'), ['b']);
  });

  it('stays text, whatever the settings hold', async () => {
    const hostile = await startService('sqlite', {
      PUBLIC_URL: 'http://127.0.0.1/"><script>alert(1)</script>',
    });
    try {
      const { body } = await hostile.get('/docs');
      assert.doesNotMatch(body, /<script/);
      assert.match(body, /&quot;&gt;&lt;script&gt;/);
    } finally {
      await hostile.close();
    }
  });
});

function attributes(page: string, name: string): string[] {
  return [...page.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value);
}

/** Elements that are not closed where they should be. */
function unclosed(page: string): string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  for (const [, closing, name = ''] of page.matchAll(/<(\/?)([a-z]\w*)(?:\s[^>]*)?>/g)) {
    if (['meta', 'link', 'br', 'hr'].includes(name)) continue;
    if (closing === '') open.push(name);
    else {
      const last = open.pop();
      if (last !== name) wrong.push(last ?? name);
      if (last !== name && open.at(-1) === name) open.pop();
    }
  }
  return [...wrong, ...open];
}
