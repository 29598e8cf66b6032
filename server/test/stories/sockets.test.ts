import assert from 'node:assert/strict';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { after, before, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { connectTo, listen, parseAnswer, type RawAnswer, sendRaw, sendWhole } from '../fixtures/raw-http.ts';
import { onSqlite, startService, type TestService } from '../fixtures/service.ts';

const canary = 'pw_canary-on-the-wire';

function assertMainFailure(answer: RawAnswer, status: number, code: string, says: RegExp): void {
  assert.equal(answer.status, status, answer.whole);
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
  assert.equal(answer.headers.get('content-length'), String(Buffer.byteLength(answer.body)));
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  const { error } = JSON.parse(answer.body);
  assert.equal(error.code, code);
  assert.match(error.message, says);
}

onSqlite('requests on the wire', (engine) => {
  let service: TestService;
  let port: number;
  before(async () => {
    service = await startService(engine, { LOG_LEVEL: 'trace' });
    port = await listen(service.app);
  });
  after(() => service.close());

  it('what is no HTTP is answered in our shape', async () => {
    const garbage = [
      `GARBAGE ${canary}\r\n\r\n`,
      `FOO /fr/jobs?password=${canary} HTTP/1.1\r\nHost: x\r\n\r\n`,
      `GET /fr/jobs?password=${canary} HTTP/9.9\r\nHost: x\r\n\r\n`,
      `GET /fr/jobs?password=${canary} HTTP/1.1\r\nHo st: x\r\n\r\n`,
      `GET /fr/jobs?password=${canary} HTTP/1.1\r\nX-A: a\u0000b\r\n\r\n`,
      Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03, 0x0d, 0x0a]),
    ];
    for (const bytes of garbage) {
      assertMainFailure(await sendRaw(port, bytes), 400, 'INVALID', /^request: expected well-formed HTTP/);
    }
  });

  it('what is no HTTP is answered although more of it is on its way', async () => {
    const more = Buffer.alloc(10_000_000, 'no HTTP ');
    const garbage = 'GARBAGE\r\n\r\n';
    const badChunk = `POST /fr/etablissement/3/survey/create?${service.query} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`;
    for (let times = 0; times < 2; times++) {
      for (const begin of [garbage, badChunk])
        assert.equal((await sendWhole(port, Buffer.concat([Buffer.from(begin), more]))).status, 400, begin);
      const headers = `GET /fr/jobs HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(10_000_000)}\r\n\r\n`;
      assertMainFailure(await sendWhole(port, Buffer.from(headers)), 400, 'INVALID', /^headers: larger/);
    }
  });

  it('a failure has the shape of its API however the address is written', async () => {
    for (const target of ['http://example.org/appli/partner/test', '/%61ppli/partner/test']) {
      const answer = await sendRaw(port, `POST ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      assert.equal(answer.status, 401, answer.whole);
      assert.deepEqual(JSON.parse(answer.body), { error: 'Authorization: expected Bearer and a token' });
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
    }
  });

  it('headers or an address that are too large get a response that says so', async () => {
    const head = (target: string, more = '') =>
      `GET ${target} HTTP/1.1\r\nHost: x\r\n${more}Connection: close\r\n\r\n`;
    const long = 'a'.repeat(20_000);
    for (const request of [
      head(`/fr/jobs?password=${canary}&x=${long}`),
      head('/fr/jobs', `X-Long: ${long}\r\n`),
    ]) {
      assertMainFailure(await sendRaw(port, request), 400, 'INVALID', /^headers: larger/);
    }
    const inPath = await sendRaw(
      port,
      head(`/fr/customId/${'a'.repeat(15_000)}?password=${service.password}`),
    );
    assertMainFailure(inPath, 400, 'INVALID', /^path: longer/);
  });

  it('a caller that goes away in the middle is no failure of ours', async () => {
    const before = service.log.length;
    const socket = await connectTo(port);
    socket.write(
      `POST /fr/etablissement/3/survey/create?${service.query} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"last`,
    );
    // Its request has reached the service once another one, sent later, has been answered.
    await sendRaw(port, 'GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    socket.destroy();
    await once(socket, 'close');
    while (!service.log.slice(before).some((line) => line.includes('a connection broke')))
      await setImmediate();
    const worse = service.log.slice(before).filter((line) => JSON.parse(line).level >= 50);
    assert.deepEqual(worse, []);
  });

  it('no password of a malformed request is in the log', () => {
    assert.ok(service.log.some((line) => line.includes('no HTTP request')));
    assert.deepEqual(
      service.log.filter(
        (line) =>
          line.includes('canary') || line.includes(Buffer.from(canary).toString('base64').slice(0, 12)),
      ),
      [],
    );
    // Bytes would be logged as numbers.
    const asNumbers = [...Buffer.from('canary')].join(',');
    assert.ok(!service.log.some((line) => line.includes(asNumbers)));
  });
});

onSqlite('while it shuts down', (engine) => {
  it('while it shuts down, what runs is finished and what comes after is 503', async () => {
    const service = await startService(engine);
    const port = await listen(service.app);
    const socket = await connectTo(port);
    const answered = text(socket);
    const head = (path: string, headers: string) =>
      `POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n`;
    const path = `/fr/etablissement/3/survey/create?${service.query}`;
    const begun = service.log.length;
    socket.write(`${head(path, '')}{`);
    const idle = await connectTo(port);
    const hungUp = once(idle, 'close');
    // The first request is under way once a later one has been answered.
    await sendRaw(port, 'GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    assert.ok(service.log.length > begun);

    const closed = service.close();
    await hungUp;
    const token = `Authorization: Bearer ${service.token}\r\n`;
    socket.write(`}${head(path, '')}{}${head('/appli/partner/orientation', token)}{}`);
    const whole = await answered;
    await closed;
    const answers = whole.split(/(?=HTTP\/1\.1 )/).map(parseAnswer);
    assert.equal(answers[0]?.body, '"ok"');
    assert.ok(answers[1] !== undefined, whole);
    assertMainFailure(answers[1], 503, 'UNAVAILABLE', /shutting down/);
    assert.match(answers[1].headers.get('retry-after') ?? '', /^\d+$/);
    assert.equal(answers[1].headers.get('connection'), 'close');
  });
});
