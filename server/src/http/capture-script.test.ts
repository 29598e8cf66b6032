import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startService, type TestService } from '../../test/fixtures/service.ts';

describe('GET /accueil.js', () => {
  const built = readFileSync(new URL('../../../sdk/dist/accueil.js', import.meta.url));
  let service: TestService;
  before(async () => {
    service = await startService('sqlite');
  });
  after(() => service.close());

  it('GET /accueil.js is the script as built, for pages of any site', async () => {
    const answer = await service.get('/accueil.js');
    assert.equal(answer.statusCode, 200);
    assert.deepEqual(answer.rawPayload, built);
    const { headers } = answer;
    assert.equal(headers['content-type'], 'text/javascript; charset=utf-8');
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['content-encoding'], undefined);
  });

  it('the capture script is compressed for who says so', async () => {
    for (const [accepted, encoding, decompress] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ] as const) {
      const answer = await service.get('/accueil.js', { 'accept-encoding': accepted });
      assert.equal(answer.headers['content-encoding'], encoding);
      assert.equal(answer.headers.vary, 'accept-encoding');
      assert.deepEqual(decompress(answer.rawPayload), built);
      assert.ok(answer.rawPayload.length <= 2_100);
    }
  });

  it('browsers keep the capture script, and ask whether it has changed', async () => {
    const first = await service.get('/accueil.js', { 'accept-encoding': 'br' });
    assert.equal(first.headers['cache-control'], 'no-cache');
    const etag = first.headers.etag ?? '';
    assert.match(etag, /^"[\w-]+"$/);
    const again = await service.get('/accueil.js', { 'accept-encoding': 'br', 'if-none-match': etag });
    assert.equal(again.statusCode, 304);
    assert.equal(again.body, '');
    assert.equal(again.headers.etag, etag);
    const plain = await service.get('/accueil.js', { 'if-none-match': etag });
    assert.equal(plain.statusCode, 200, 'what is encoded otherwise is something else');
  });
});
