import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { pdf } from '../fixtures/documents.ts';
import { listen, sendRaw, sendWhole } from '../fixtures/raw-http.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../fixtures/service.ts';
import { storedEntry } from '../fixtures/stored-entry.ts';

const json = 'application/json';

onSqlite('a request body', (engine) => {
  let service: TestService;
  let port: number;
  let path: string;
  before(async () => {
    service = await startService(engine);
    port = await listen(service.app);
    path = `/fr/etablissement/3/commercial/create?${service.query}`;
  });
  after(() => service.close());

  const send = (
    payload: string | Buffer,
    headers: Record<string, string> = { 'content-type': json },
    to = path,
  ) => service.app.inject({ method: 'POST', url: to, headers, payload });

  it('a body is JSON or a form, in UTF-8, and says so', async () => {
    for (const type of [
      'application/json',
      'Application/JSON',
      'application/json;charset=UTF-8',
      'application/json; charset="utf-8"',
      'application/json; charset=utf8',
      'application/json; profile="https://example.org"; charset=utf-8',
      'application/json; foo=bar',
    ])
      assert.equal((await send('{"lastNameClient":"Lèvé"}', { 'content-type': type })).body, '"ok"', type);
    for (const type of [
      ...['text/plain', 'text/json', 'application/xml', 'application/x-www-form-urlencoded; charset=latin1'],
      ...['application/jsonp', 'application/json-seq', 'application/vnd.api+json'],
      ...['iso-8859-1', 'utf-16'].map((charset) => `application/json; charset=${charset}`),
      ...[
        'application/json; profile=x; charset=latin1',
        'application',
        'application/',
        '*/*',
        ';',
        undefined,
      ],
    ]) {
      const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
      assertFailure(await send('{}', headers), 415, 'UNSUPPORTED', /^Content-Type: /);
    }
    const utf16 = Buffer.from('\uFEFF{}', 'utf16le');
    assertFailure(await send(utf16), 400, 'INVALID', /^body: expected well-formed JSON/);
  });

  it('a compressed body is refused', async () => {
    const encoded = (encoding: string, body: string | Buffer = '{}') =>
      send(body, { 'content-type': json, 'content-encoding': encoding });
    for (const encoding of ['gzip', 'deflate', 'br', 'identity, gzip'])
      assertFailure(await encoded(encoding, gzipSync('{}')), 415, 'UNSUPPORTED', /compressed/);
    for (const encoding of ['identity', 'Identity', '']) assert.equal((await encoded(encoding)).body, '"ok"');
  });

  it('a byte order mark is dropped, and invalid bytes become U+FFFD', async () => {
    assert.equal((await send('\uFEFF{"customId":"bom"}')).body, '"ok"');
    assert.equal((await storedEntry(service.database, 'bom')).extra, null);
    const parts = [
      '{"customId":"bytes","lastNameClient":"L',
      [0xe8, 0x76, 0xff],
      '","comment":"',
      [0xed, 0xa0, 0x80],
    ];
    const invalid = Buffer.concat([...parts, '."}'].map((part) => Buffer.from(part)));
    assert.equal((await send(invalid)).body, '"ok"');
    const { fields, comment } = await storedEntry(service.database, 'bytes');
    assert.deepEqual(fields, { lastNameClient: 'L\ufffdv\ufffd' });
    assert.match(comment ?? '', /^\ufffd+\.$/);
  });

  it('a body must be there', async () => {
    for (const to of ['commercial', 'survey']) {
      const url = `/fr/etablissement/3/${to}/create?${service.query}`;
      assertFailure(await service.post(url), 400, 'INVALID', /^body: expected a JSON object/);
      for (const body of ['', ' ', undefined])
        assertFailure(await service.post(url, body, { 'content-type': json }), 400, 'INVALID', /^body: /);
    }
    for (const to of ['orientation', 'suivi']) {
      const answer = await service.exchange(`/appli/partner/${to}`);
      assert.equal(answer.statusCode, 400);
      assert.deepEqual(answer.json(), { error: 'body: expected a JSON object' });
    }
  });

  describe('over the limit', () => {
    const filled = (bytes: number) => `{"comment":"a"${' '.repeat(bytes - '{"comment":"a"}'.length)}}`;

    it('a body over 256 KiB is refused', async () => {
      assert.equal((await send(filled(256 * 1024))).body, '"ok"');
      assertFailure(await send(filled(256 * 1024 + 1)), 413, 'TOOLARGE', /^body: /);
      const exchange = await service.exchange('/appli/partner/orientation', filled(256 * 1024 + 1));
      assert.equal(exchange.statusCode, 413);
      assert.equal(typeof exchange.json().error, 'string');
    });

    it('an application over 8 MiB, or 256 KiB beside its CV, is refused', async () => {
      const to = `/fr/announcement/postuler?${service.query}`;
      assertFailure(await service.post(to, filled(8 * 1024 * 1024 + 1)), 413, 'TOOLARGE', /^body: /);
      const larger = Buffer.concat([pdf(), Buffer.alloc(5 * 1024 * 1024)]).toString('base64');
      assertFailure(await service.post(to, { cv: { content: larger } }), 413, 'TOOLARGE', /^cv\.content: /);
      const content = Buffer.concat([pdf(), Buffer.alloc(5_000_000)]).toString('base64');
      const long = 'a'.repeat(300_000);
      const refused: (string | object)[] = [
        filled(256 * 1024 + 1),
        filled(8 * 1024 * 1024),
        '['.repeat(4_000_000),
        `{"a":[${'{},'.repeat(2_000_000)}{}]}`,
        { list: Array.from({ length: 260_000 }, () => 1) },
        { list: Array.from({ length: 140_000 }, () => 1), cv: { content } },
        { message: long },
        { cv: { name: long, content: 'JVBERi0=' } },
        { content },
        { x: { cv: { content } } },
        { cv: [{ content }] },
        `{"cv":{"content":"${content}"},"cv":{"content":"JVBERi0="}}`,
        { [long]: 1 },
      ];
      for (const body of refused) {
        const answer = await service.post(to, body);
        assertFailure(answer, 413, 'TOOLARGE', /^body: expected at most 262144 bytes beside cv\.content/);
      }
      const list = Array.from({ length: 60_000 }, () => 1);
      assert.equal((await service.post(to, { list, cv: { content, name: 'a.pdf' } })).body, '"ok"');
      assert.equal((await service.post(to, { cv: { name: 'a.pdf', content }, list })).body, '"ok"');
    });

    it('a CV is read as it was written, slashes escaped or lines broken', async () => {
      const to = `/fr/announcement/postuler?${service.query}`;
      const file = Buffer.concat([pdf(), Buffer.alloc(400_000, '\u{10ffff}')]);
      const base64 = file.toString('base64');
      const lines = base64.replaceAll(/.{76}/g, '$&\r\n');
      const written = [
        JSON.stringify({ customId: 'cv 0', cv: { content: base64 } }),
        JSON.stringify({ customId: 'cv 1', cv: { content: base64 } }).replaceAll('/', '\\/'),
        JSON.stringify({ customId: 'cv 2', cv: { content: `data:application/pdf;base64,${lines}` } }),
        `{"cv":{"content":"${base64.replaceAll('A', '\\u0041')}"},"customId":"cv 3"}`,
        JSON.stringify({ customId: 'cv 4', cv: `data:application/pdf;base64,${base64}` }),
      ];
      for (const [i, body] of written.entries()) {
        assert.equal((await service.post(to, body)).body, '"ok"');
        const { file: stored } = await storedEntry(service.database, `cv ${i}`);
        assert.ok(stored !== null && file.equals(stored.content), `cv ${i}`);
      }
    });

    it('a refusal arrives, also when all was sent before anybody reads', async () => {
      for (const [to, bytes, status] of [
        [path, 300_000, 413],
        [path, 3_000_000, 413],
        [`/fr/announcement/postuler?${service.query}`, 9_000_000, 413],
        ['/fr/etablissement/3/commercial/create', 3_000_000, 401],
        ['/nowhere', 3_000_000, 404],
      ] as const)
        for (const connection of ['close', 'keep-alive'])
          for (const length of [`Content-Length: ${bytes}`, 'Transfer-Encoding: chunked']) {
            const head = `POST ${to} HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\nContent-Type: application/json\r\n${length}\r\n\r\n`;
            const body = ' '.repeat(bytes);
            const chunk = `${bytes.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
            const answer = await sendWhole(port, Buffer.from(head + (length.startsWith('C') ? body : chunk)));
            assert.equal(answer.status, status, `${to} ${bytes} ${connection} ${length}: ${answer.whole}`);
          }
    });
  });

  describe('on the wire', () => {
    const head = (more: string) =>
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n${more}\r\n\r\n`;

    it('a body may come in chunks that cut characters', async () => {
      const bytes = Buffer.from('{"customId":"chunks","comment":"é😀"}');
      const parts = Array.from(bytes, (byte) =>
        Buffer.concat([Buffer.from('1\r\n'), Buffer.from([byte]), Buffer.from('\r\n')]),
      );
      const answer = await sendRaw(port, head('Transfer-Encoding: chunked'), ...parts, '0\r\n\r\n');
      assert.equal(answer.status, 200, answer.whole);
      assert.equal((await storedEntry(service.database, 'chunks')).comment, 'é😀');
    });

    it('a body may come after « Expect: 100-continue »', async () => {
      const answer = await sendRaw(port, head('Content-Length: 2\r\nExpect: 100-continue'), '{}');
      assert.match(answer.whole, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
    });

    it('a body with no valid length, with two, or in bad chunks is refused', async () => {
      for (const [more, sent] of [
        ['Content-Length: two', '{}'],
        ['Content-Length: -1', '{}'],
        ['Content-Length: 2\r\nTransfer-Encoding: chunked', '{}'],
        ['Transfer-Encoding: chunked', 'zz\r\n{}\r\n0\r\n\r\n'],
      ] as const) {
        const answer = await sendRaw(port, head(more), sent);
        assert.equal(answer.status, 400, more);
        assert.equal(JSON.parse(answer.body).error.code, 'INVALID');
      }
    });
  });
});
