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

  describe('is JSON in UTF-8', () => {
    const accepted = [
      'application/json',
      'Application/JSON',
      'application/json; charset=utf-8',
      'application/json;charset=UTF-8',
      'application/json; charset="utf-8"',
      'application/json; charset=utf8',
      'application/json; profile="https://example.org"; charset=utf-8',
      'application/json; foo=bar',
    ];
    for (const type of accepted) {
      it(`sent as ${type}`, async () => {
        const answer = await send('{"lastNameClient":"Lèvé"}', { 'content-type': type });
        assert.equal(answer.body, '"ok"');
      });
    }

    const refused = [
      'text/plain',
      'text/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      'application/json-seq',
      'application/vnd.api+json',
      'application/json; charset=iso-8859-1',
      'application/json; charset=utf-16',
      'application/json; profile=x; charset=latin1',
      'application',
      'application/',
      '*/*',
      ';',
    ];
    for (const type of refused) {
      it(`not sent as ${type}`, async () => {
        assertFailure(await send('{}', { 'content-type': type }), 415, 'UNSUPPORTED', /^Content-Type: /);
      });
    }

    it('not sent without a type', async () => {
      assertFailure(await send('{}', {}), 415, 'UNSUPPORTED', /^Content-Type: /);
    });

    it('not compressed', async () => {
      for (const encoding of ['gzip', 'deflate', 'br', 'identity, gzip']) {
        const answer = await send(gzipSync('{}'), { 'content-type': json, 'content-encoding': encoding });
        assertFailure(answer, 415, 'UNSUPPORTED', /compressed/);
      }
      for (const encoding of ['identity', 'Identity', '']) {
        const answer = await send('{}', { 'content-type': json, 'content-encoding': encoding });
        assert.equal(answer.body, '"ok"', encoding);
      }
    });

    it('with or without a byte order mark', async () => {
      assert.equal((await send('\uFEFF{"customId":"bom"}')).body, '"ok"');
      assert.equal((await storedEntry(service.database, 'bom')).extra, null);
    });

    it('in which invalid bytes become U+FFFD', async () => {
      const invalid = Buffer.concat([
        Buffer.from('{"customId":"bytes","lastNameClient":"L'),
        Buffer.from([0xe8, 0x76, 0xff]),
        Buffer.from('","comment":"'),
        Buffer.from([0xed, 0xa0, 0x80]),
        Buffer.from('."}'),
      ]);
      assert.equal((await send(invalid)).body, '"ok"');
      const { fields, comment } = await storedEntry(service.database, 'bytes');
      assert.deepEqual(fields, { lastNameClient: 'L\ufffdv\ufffd' });
      assert.match(comment ?? '', /^\ufffd+\.$/);
    });

    it('and not in UTF-16', async () => {
      assertFailure(
        await send(Buffer.from('\uFEFF{}', 'utf16le')),
        400,
        'INVALID',
        /^body: expected well-formed JSON/,
      );
    });

    it('of whose equal keys the last counts', async () => {
      await send('{"customId":"first","customId":"twice","lastNameClient":"A","lastNameClient":"B"}');
      assert.deepEqual((await storedEntry(service.database, 'twice')).fields, { lastNameClient: 'B' });
    });
  });

  describe('must be there', () => {
    for (const to of ['commercial', 'survey']) {
      it(`for a ${to}`, async () => {
        const url = `/fr/etablissement/3/${to}/create?${service.query}`;
        assertFailure(await service.post(url), 400, 'INVALID', /^body: expected a JSON object/);
        assertFailure(await service.post(url, ''), 400, 'INVALID', /^body: /);
        assertFailure(await service.post(url, ' '), 400, 'INVALID', /^body: /);
        assertFailure(
          await service.post(url, undefined, { 'content-type': json }),
          400,
          'INVALID',
          /^body: /,
        );
      });
    }

    it('for an orientation and a follow-up', async () => {
      for (const to of ['orientation', 'suivi']) {
        const answer = await service.exchange(`/appli/partner/${to}`);
        assert.equal(answer.statusCode, 400);
        assert.deepEqual(answer.json(), { error: 'body: expected a JSON object' });
      }
    });
  });

  describe('over the limit is refused', () => {
    const filled = (bytes: number) => `{"comment":"a"${' '.repeat(bytes - '{"comment":"a"}'.length)}}`;

    it('of 256 KiB', async () => {
      assert.equal((await send(filled(256 * 1024))).body, '"ok"');
      assertFailure(await send(filled(256 * 1024 + 1)), 413, 'TOOLARGE', /^body: /);
      const exchange = await service.exchange('/appli/partner/orientation', filled(256 * 1024 + 1));
      assert.equal(exchange.statusCode, 413);
      assert.equal(typeof exchange.json().error, 'string');
    });

    it('of 8 MiB for an application', async () => {
      const to = `/fr/announcement/postuler?${service.query}`;
      assertFailure(await service.post(to, filled(8 * 1024 * 1024 + 1)), 413, 'TOOLARGE', /^body: /);
      const content = Buffer.concat([pdf(), Buffer.alloc(5 * 1024 * 1024)]).toString('base64');
      assertFailure(await service.post(to, { cv: { content } }), 413, 'TOOLARGE', /^cv\.content: /);
    });

    it('of 256 KiB for an application, its CV apart', async () => {
      const to = `/fr/announcement/postuler?${service.query}`;
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

    it('and a CV is read as it was written, slashes escaped or lines broken', async () => {
      const to = `/fr/announcement/postuler?${service.query}`;
      const file = Buffer.concat([pdf(), Buffer.alloc(400_000, '\u{10ffff}')]);
      const base64 = file.toString('base64');
      const lines = base64.replaceAll(/.{76}/g, '$&\r\n');
      const written = [
        JSON.stringify({ customId: 'cv 0', cv: { content: base64 } }),
        JSON.stringify({ customId: 'cv 1', cv: { content: base64 } }).replaceAll('/', '\\/'),
        JSON.stringify({ customId: 'cv 2', cv: { content: `data:application/pdf;base64,${lines}` } }),
        `{"cv":{"content":"${base64.replaceAll('A', '\\u0041')}"},"customId":"cv 3"}`,
      ];
      for (const [i, body] of written.entries()) {
        assert.equal((await service.post(to, body)).body, '"ok"');
        const { file: stored } = await storedEntry(service.database, `cv ${i}`);
        assert.ok(stored !== null && file.equals(stored.content), `cv ${i}`);
      }
    });

    it('with an answer that arrives, when all of it is sent before anybody reads', async () => {
      const bodies = [
        { path, bytes: 300_000, status: 413 },
        { path, bytes: 3_000_000, status: 413 },
        { path: `/fr/announcement/postuler?${service.query}`, bytes: 9_000_000, status: 413 },
        { path: '/fr/etablissement/3/commercial/create', bytes: 3_000_000, status: 401 },
        { path: '/nowhere', bytes: 3_000_000, status: 404 },
      ];
      for (const { path, bytes, status } of bodies) {
        for (const connection of ['close', 'keep-alive']) {
          for (const length of [`Content-Length: ${bytes}`, 'Transfer-Encoding: chunked']) {
            const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\nContent-Type: application/json\r\n${length}\r\n\r\n`;
            const body = Buffer.alloc(bytes, ' ');
            const parts = length.startsWith('C')
              ? [body]
              : [`${bytes.toString(16)}\r\n`, body, '\r\n0\r\n\r\n'];
            for (let times = 0; times < 5; times++) {
              const answer = await sendWhole(
                port,
                Buffer.concat([head, ...parts].map((part) => Buffer.from(part))),
              );
              assert.equal(
                answer.status,
                status,
                `${path} ${bytes} ${connection} ${length}: ${answer.whole}`,
              );
            }
          }
        }
      }
    });

    it('whether its length is announced or not', async () => {
      const host = 'Host: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n';
      const announced = await sendRaw(port, `POST ${path} HTTP/1.1\r\n${host}Content-Length: 262145\r\n\r\n`);
      assert.equal(announced.status, 413);
      assert.equal(JSON.parse(announced.body).error.code, 'TOOLARGE');
      const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
      const chunked = await sendRaw(
        port,
        `POST ${path} HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n`,
        chunk.repeat(5),
      );
      assert.equal(chunked.status, 413);
    });
  });

  describe('may come', () => {
    const head = (more: string) =>
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n${more}\r\n\r\n`;

    it('in chunks that cut characters', async () => {
      const bytes = Buffer.from('{"customId":"chunks","comment":"é😀"}');
      const parts = Array.from(bytes, (byte) =>
        Buffer.concat([Buffer.from('1\r\n'), Buffer.from([byte]), Buffer.from('\r\n')]),
      );
      const answer = await sendRaw(port, head('Transfer-Encoding: chunked'), ...parts, '0\r\n\r\n');
      assert.equal(answer.status, 200, answer.whole);
      assert.equal((await storedEntry(service.database, 'chunks')).comment, 'é😀');
    });

    it('after the service was asked whether it wants it', async () => {
      const answer = await sendRaw(port, head('Content-Length: 2\r\nExpect: 100-continue'), '{}');
      assert.match(answer.whole, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
    });

    it('with a length that is none, or with two, not at all', async () => {
      for (const length of [
        'Content-Length: two',
        'Content-Length: -1',
        'Content-Length: 2\r\nTransfer-Encoding: chunked',
      ]) {
        const answer = await sendRaw(port, head(length), '{}');
        assert.equal(answer.status, 400, length);
        assert.equal(JSON.parse(answer.body).error.code, 'INVALID');
      }
    });

    it('in bad chunks not at all', async () => {
      const answer = await sendRaw(port, head('Transfer-Encoding: chunked'), 'zz\r\n{}\r\n0\r\n\r\n');
      assert.equal(answer.status, 400);
      assert.equal(JSON.parse(answer.body).error.code, 'INVALID');
    });
  });
});
