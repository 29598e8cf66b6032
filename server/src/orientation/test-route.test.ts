import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { listen, sendRaw } from '../../test/fixtures/raw-http.ts';
import { onSqlite, startService, type TestService, token } from '../../test/fixtures/service.ts';

onSqlite('the test route', (engine) => {
  let service: TestService;
  let port: number;
  before(async () => {
    service = await startService(engine);
    port = await listen(service.app);
  });
  after(() => service.close());

  /** Posts a body of a known length, or chunked, over a real socket. */
  async function post(headers: Record<string, string>, body?: Buffer | { chunks: readonly Buffer[] }) {
    const lines = Object.entries({ authorization: `Bearer ${token}`, ...headers }).map((line) =>
      line.join(': '),
    );
    const head = ['POST /appli/partner/test HTTP/1.1', 'Host: accueil', 'Connection: close', ...lines];
    const chunked = body !== undefined && 'chunks' in body;
    if (chunked) head.push('Transfer-Encoding: chunked');
    else if (body !== undefined) head.push(`Content-Length: ${body.length}`);
    const parts = chunked
      ? [...body.chunks.flatMap((chunk) => [`${chunk.length.toString(16)}\r\n`, chunk, '\r\n']), '0\r\n\r\n']
      : [body ?? ''];
    const answer = await sendRaw(port, `${head.join('\r\n')}\r\n\r\n`, ...parts);
    return `${answer.status} ${answer.headers.get('content-type')} ${answer.body}`;
  }
  const ok = '200 application/json; charset=utf-8 "OK"';

  it('the test route answers OK without a body', async () => {
    assert.equal(await post({}), ok);
    assert.equal(await post({ 'content-length': '0' }), ok);
    assert.equal(await post({ 'content-type': 'application/json' }), ok);
  });

  it('the test route ignores any body, of any type or none', async () => {
    const body = Buffer.from('{"half": ');
    for (const type of [
      'application/json',
      'application/json; charset=latin1',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'nonsense',
      ';;',
    ]) {
      assert.equal(await post({ 'content-type': type }, body), ok, type);
      assert.equal(await post({ 'content-type': type }, { chunks: [body] }), ok, `${type}, chunked`);
    }
    assert.equal(await post({}, body), ok);
    assert.equal(await post({ 'content-encoding': 'gzip' }, body), ok);
  });

  it('the test route ignores a body larger than any other route takes', async () => {
    const megabyte = Buffer.alloc(1024 * 1024, 0x7b);
    const chunks = Array.from({ length: 9 }, () => megabyte);
    assert.equal(await post({ 'content-type': 'application/json' }, { chunks }), ok);
    assert.equal(await post({}, Buffer.concat(chunks)), ok);
  });

  it('the test route asks for the token', async () => {
    for (const authorization of ['', 'Bearer wrong'])
      assert.match(
        await post({ authorization }, Buffer.from('{}')),
        /^401 application\/json; charset=utf-8 {"error":"/,
      );
  });
});
