import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { certifiedName, trustCertificate } from '../../test/fixtures/certificate.ts';
import { type Answering, openReceiver, type Receiver } from '../../test/fixtures/receiver.ts';
import { newWebhookSecret } from '../secrets.ts';
import type { Lookup } from './address-guard.ts';
import { openSender, type SenderOptions, type WebhookAttempt, type WebhookSender } from './send.ts';

const secret = newWebhookSecret();
const body = '{"event":"processed","data":{"comment":"Rappelée « à 14 h 30 » 😀"}}';
const loopback = ['127.0.0.0/8'];
/** A limit that only what never ends reaches. */
const patient = 10_000;

/** Resources of a test, closed after it in reverse order. */
const opened: (() => Promise<void>)[] = [];
const closeOpened = async () => {
  for (const close of opened.splice(0).reverse()) await close();
};

async function receiverThat(answering?: Answering, options?: { tls?: boolean }): Promise<Receiver> {
  const receiver = await openReceiver(answering, options);
  opened.push(() => receiver.close());
  return receiver;
}

function sender(
  options: Partial<SenderOptions> & { connectMs?: number; exchangeMs?: number } = {},
): WebhookSender {
  const { connectMs = patient, exchangeMs = patient, ...rest } = options;
  const limits = { connectMs, exchangeMs };
  const one = openSender({ allow: loopback, clock: () => new Date(), limits, ...rest });
  opened.push(() => one.close());
  return one;
}

function to(url: string, more: Partial<WebhookAttempt> = {}): WebhookAttempt {
  return { url, webhookId: 'msg_0123456789', body, secrets: [secret], ...more };
}

/** A look-up that returns these addresses for any name in turn, then the last one for ever. */
function resolving(...answers: string[][]): Lookup {
  return (_, __, callback) => {
    const addresses = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
}

/** Writes these bytes as they are, and leaves the connection open. */
const writing =
  (raw: string): Answering =>
  (response) => {
    response.socket?.write(raw);
  };

/** An answer as its bytes, the length left to the connection's end. */
const answer = (status: string, ...lines: string[]) =>
  [`HTTP/1.1 ${status}`, ...lines, 'Content-Length: 0', '', ''].join('\r\n');

describe('sending', () => {
  afterEach(closeOpened);
  it('a delivery is one POST of the very bytes, signed, with nothing else in it', async () => {
    const receiver = await receiverThat((response) => response.end('merci'));
    const outcome = await sender().send(to(`${receiver.url}/hook?site=1`));
    const answered = { status: 200, failureReason: null, responseExcerpt: 'merci', retryAfterSeconds: null };
    assert.deepEqual(outcome, { kind: 'delivered', ms: outcome.ms, ...answered });
    const [received] = receiver.received;
    assert.ok(received && receiver.received.length === 1);
    assert.deepEqual([received.method, received.path, received.body], ['POST', '/hook?site=1', body]);
    assert.equal(
      Object.keys(received.headers).sort().join(),
      'connection,content-length,content-type,host,user-agent,webhook-id,webhook-signature,webhook-timestamp',
    );
    assert.equal(received.headers['content-type'], 'application/json');
    assert.ok(!JSON.stringify(received.headers).includes(secret.slice('whsec_'.length)));
    verify(received.body, received.headers, secret);
  });

  it('each attempt is signed anew, under the same id', async () => {
    const receiver = await receiverThat((response) => response.writeHead(500).end());
    const clock = { now: new Date(Date.now() - 60_000) };
    const { send } = sender({ clock: () => clock.now });
    await send(to(receiver.url));
    clock.now = new Date(clock.now.getTime() + 60_000);
    await send(to(receiver.url));
    const [first, second] = receiver.received;
    assert.ok(first && second);
    assert.equal(first.headers['webhook-id'], second.headers['webhook-id']);
    assert.equal(
      Number(second.headers['webhook-timestamp']) - Number(first.headers['webhook-timestamp']),
      60,
    );
    for (const { body, headers } of [first, second]) verify(body, headers, secret);
  });

  it('no delivery goes out unsigned', async () => {
    const receiver = await receiverThat();
    for (const secrets of [[], ['whsec_'], ['canary']]) {
      const outcome = await sender().send(to(receiver.url, { secrets }));
      assert.deepEqual(
        [outcome.kind, outcome.failureReason],
        ['retryable', 'The signing secret of the endpoint is not usable'],
      );
    }
    assert.equal(receiver.received.length, 0);
  });

  it('a connection is used again, and no cookie is sent back', async () => {
    let connections = 0;
    const receiver = await receiverThat((response) => response.setHeader('Set-Cookie', 'a=canary').end('ok'));
    receiver.server.on('connection', () => {
      connections += 1;
    });
    const { send } = sender();
    for (let i = 0; i < 3; i += 1) await send(to(receiver.url));
    assert.equal(connections, 1);
    assert.ok(receiver.received.every(({ headers }) => headers.cookie === undefined));
  });

  it('a delivery does not wait for another one to the same receiver', async () => {
    const held = Promise.withResolvers<void>();
    const receiver = await receiverThat(async (response, { path }) => {
      if (path === '/slow') await held.promise;
      response.end();
    });
    const { send } = sender();
    const slow = send(to(`${receiver.url}/slow`));
    assert.equal((await send(to(`${receiver.url}/fast`))).kind, 'delivered');
    held.resolve();
    assert.equal((await slow).kind, 'delivered');
  });
});

describe('answers', () => {
  afterEach(closeOpened);
  it('a status and Retry-After decide what becomes of a delivery', async () => {
    for (const [raw, kind, retryAfterSeconds, cause] of [
      [answer('202 Accepted', 'Retry-After: 60'), 'delivered', null, null],
      ['HTTP/1.1 204 No Content\r\n\r\n', 'delivered', null, null],
      [`HTTP/1.1 103 Hints\r\nRetry-After: 9\r\n\r\n${answer('500 Oops')}`, 'retryable', null, /500$/],
      [answer('200 OK', 'Content-Type: text/plain;\tcharset=utf-8'), 'delivered', null, null],
      [answer('304 Not Modified'), 'retryable', null, /answered 304: redirects are not followed/],
      [answer('400 Bad Request'), 'retryable', null, /answered 400$/],
      [answer('410 Gone'), 'gone', null, /answered 410: it wants no more events/],
      [answer('429 Too Many Requests', 'Retry-After: 120'), 'retryable', 120, /answered 429$/],
      [answer('429 Too Many Requests', 'Retry-After: soon'), 'retryable', null, /answered 429$/],
      [answer('503 Unavailable', 'Retry-After: Wed, 04 Mar 2026 09:02:00 GMT'), 'retryable', 120, /503$/],
      [answer('503 Unavailable', 'Retry-After: 5', 'Retry-After: 9'), 'retryable', 5, /answered 503$/],
      [answer('999 What'), 'retryable', null, /answered 999$/],
    ] as const) {
      const receiver = await receiverThat(writing(raw));
      const clock = () => new Date('2026-03-04T09:00:00.000Z');
      const outcome = await sender({ clock }).send(to(receiver.url));
      assert.deepEqual([outcome.kind, outcome.retryAfterSeconds], [kind, retryAfterSeconds], raw);
      if (cause === null) assert.equal(outcome.failureReason, null, raw);
      else assert.match(outcome.failureReason ?? '', cause, raw);
    }
  });

  it('a redirect is a failure, and nothing is sent elsewhere', async () => {
    const elsewhere = await receiverThat();
    for (const status of [301, 302, 303, 307, 308]) {
      const receiver = await receiverThat((response) =>
        response.writeHead(status, { location: elsewhere.url }).end(),
      );
      const outcome = await sender().send(to(receiver.url));
      assert.deepEqual([outcome.kind, outcome.status], ['retryable', status]);
    }
    assert.equal(elsewhere.received.length, 0);
  });

  it('an answer of 100 MB is not read to its end, and counts by its status', async () => {
    const whole = 100_000_000;
    let written = 0;
    let socket: Socket | null = null;
    const receiver = await receiverThat((response) => {
      socket = response.socket;
      response.writeHead(200, { 'content-length': whole });
      const block = Buffer.alloc(100_000, 'a');
      const write = () => {
        while (written < whole) {
          written += block.length;
          if (!response.write(block)) return void response.once('drain', write);
        }
      };
      write();
    });
    const outcome = await sender().send(to(receiver.url));
    assert.deepEqual([outcome.kind, outcome.status], ['delivered', 200]);
    assert.equal(outcome.responseExcerpt, 'a'.repeat(1024));
    await closed(socket);
    assert.ok(written < whole / 2, `${written} bytes were sent`);
  });

  it('an answer is kept to 1 KiB, as text that can be stored and shown', async () => {
    const receiver = await receiverThat((response) =>
      response.end(`\u0000\u001B[31m\té\r\n${'é'.repeat(600)}`),
    );
    const { responseExcerpt } = await sender().send(to(receiver.url));
    assert.equal(responseExcerpt.slice(0, 12), '\uFFFD\uFFFD[31m\té\r\néé');
    assert.ok(Buffer.byteLength(responseExcerpt) <= 1024 && responseExcerpt.endsWith('é'));
    const binary = await receiverThat((response) => response.end(Buffer.alloc(2000, 0xff)));
    assert.equal((await sender().send(to(binary.url))).responseExcerpt, '\uFFFD'.repeat(341));
  });
});

describe('faults of receivers', () => {
  afterEach(closeOpened);
  it('an answer that breaks off or is no HTTP is a failure with its cause', async () => {
    const hangsUp = /^The connection was closed/;
    const ending =
      (raw: string): Answering =>
      (response) =>
        void response.socket?.end(raw);
    for (const [answering, status, says] of [
      [(response) => void response.socket?.resetAndDestroy(), null, /^The connection was reset/],
      [(response) => void response.socket?.destroy(), null, hangsUp],
      [ending('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nok'), 200, hangsUp],
      [ending('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nok'), 200, hangsUp],
      [ending('HTTP/1.1 103 Early Hints\r\nRetry-After: 9\r\n\r\n'), null, hangsUp],
      [writing('Bonjour !\r\n\r\n'), null, /^The answer is not HTTP/],
      [
        writing('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
        null,
        hangsUp,
      ],
      [writing(`HTTP/1.1 200 OK\r\nX: ${'a'.repeat(20_000)}`), null, /^The headers .* are too large/],
    ] satisfies [Answering, number | null, RegExp][]) {
      const receiver = await receiverThat(answering);
      const outcome = await sender().send(to(receiver.url));
      assert.deepEqual([outcome.kind, outcome.status], ['retryable', status], String(says));
      assert.match(outcome.failureReason ?? '', says);
      assert.equal(receiver.received.length, 1);
    }
  });

  it('a receiver that is not there is a failure', async () => {
    const receiver = await openReceiver();
    await receiver.close();
    const outcome = await sender().send(to(receiver.url));
    assert.deepEqual([outcome.kind, outcome.failureReason], ['retryable', 'The connection was refused']);
  });

  it('a receiver that never answers is let go in time', async () => {
    const receiver = await receiverThat(() => undefined);
    const outcome = await sender({ exchangeMs: 50 }).send(to(receiver.url));
    assert.deepEqual(
      [outcome.kind, outcome.failureReason],
      ['retryable', 'No complete answer within 0.05 s'],
    );
  });

  it('a receiver that drips is let go in time, and what it said is kept', async (t) => {
    for (const [begins, drip, status, excerpt] of [
      ['HTTP/1.1 200 OK\r\n', 'X: a\r\n', null, ''],
      ['HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n', 'a', 200, 'aaaa'],
    ] as const) {
      const begun = Promise.withResolvers<Socket>();
      const receiver = await receiverThat(({ socket }) => {
        if (socket !== null) socket.write(begins, () => begun.resolve(socket));
      });
      t.mock.timers.enable({ apis: ['setTimeout'] });
      const sending = sender().send(to(receiver.url));
      const socket = await begun.promise;
      for (let drips = 0; drips < 4; drips++) {
        await new Promise((resolve) => socket.write(drip, resolve));
        // What was written is read in the next turns of the event loop.
        for (let turns = 0; turns < 5; turns++) await setImmediate();
        t.mock.timers.tick(patient / 4);
      }
      const { kind, failureReason, ...outcome } = await sending;
      assert.deepEqual([kind, failureReason], ['retryable', 'No complete answer within 10 s']);
      assert.deepEqual([outcome.status, outcome.responseExcerpt], [status, excerpt]);
      t.mock.timers.reset();
      await closed(socket);
    }
  });

  it('a receiver that does not shake hands is let go in time', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    const sockets: Socket[] = [];
    silent.on('connection', (socket) => sockets.push(socket));
    await once(silent, 'listening');
    opened.push(async () => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    const address = silent.address();
    assert.ok(address !== null && typeof address !== 'string');
    const outcome = await sender({ connectMs: 50 }).send(to(`https://127.0.0.1:${address.port}`));
    assert.equal(outcome.failureReason, 'No connection could be made in time');
  });

  it('an attempt in progress gets an outcome when the sender stops', async () => {
    const asked = Promise.withResolvers<void>();
    const receiver = await receiverThat(() => asked.resolve());
    const { send, close } = sender();
    const sending = send(to(receiver.url));
    await asked.promise;
    await close();
    const cause = 'The sender was stopped before the answer was complete';
    assert.equal((await sending).failureReason, cause);
    assert.equal((await send(to(receiver.url))).failureReason, cause);
    const unused = sender();
    await unused.close();
    assert.equal((await unused.send(to(receiver.url))).failureReason, cause);
    assert.equal(receiver.received.length, 1);
  });
});

describe('names', () => {
  afterEach(closeOpened);
  const named = (receiver: Receiver) => `http://${certifiedName}:${receiver.port}/`;

  it('a name that can’t be looked up is an ordinary failure', async () => {
    for (const [code, says] of [
      ['ENOTFOUND', 'The name of the receiver is not known'],
      ['EAI_AGAIN', 'The name of the receiver could not be looked up'],
    ] as const) {
      const lookup: Lookup = (_, __, callback) => callback(Object.assign(new Error(code), { code }), []);
      const outcome = await sender({ lookup }).send(to('https://receiver.example.org/'));
      assert.deepEqual([outcome.kind, outcome.status, outcome.failureReason], ['retryable', null, says]);
    }
  });

  it('a look-up that never ends is let go in time', async () => {
    const outcome = await sender({ lookup: () => undefined, connectMs: 50 }).send(
      to('https://receiver.example.org/'),
    );
    assert.equal(outcome.failureReason, 'No connection could be made in time');
  });

  it('a name that is found too late is not sent to any more', async () => {
    const receiver = await receiverThat();
    const found = Promise.withResolvers<void>();
    const lookup: Lookup = (...[, , callback]) =>
      void found.promise.then(() => callback(null, [{ address: '127.0.0.1', family: 4 }]));
    const outcome = await sender({ lookup, exchangeMs: 50 }).send(to(named(receiver)));
    assert.equal(outcome.failureReason, 'No complete answer within 0.05 s');
    const connected = once(receiver.server, 'connection');
    found.resolve();
    const [socket] = await connected;
    await closed(socket);
    assert.equal(receiver.received.length, 0);
  });

  it('a name that changes to a private address is refused from then on', async () => {
    const receiver = await receiverThat((response) => response.setHeader('Connection', 'close').end());
    const { send } = sender({ lookup: resolving(['127.0.0.1'], ['169.254.169.254']) });
    assert.equal((await send(to(named(receiver)))).kind, 'delivered');
    const { kind, failureReason } = await send(to(named(receiver)));
    assert.equal(kind, 'retryable');
    assert.match(failureReason ?? '', /169\.254\.169\.254 is not a public address/);
  });
});

describe('addresses', () => {
  afterEach(closeOpened);
  it('a private address is refused without a connection', async () => {
    const receiver = await receiverThat();
    let connections = 0;
    receiver.server.on('connection', () => {
      connections += 1;
    });
    const { send } = sender({ allow: [] });
    const tls = receiver.url.replace('http:', 'https:');
    for (const url of [receiver.url, tls, `http://localhost:${receiver.port}`]) {
      const { kind, status, failureReason } = await send(to(url));
      assert.deepEqual([kind, status], ['retryable', null]);
      assert.match(failureReason ?? '', /WEBHOOK_ALLOW/);
    }
    assert.equal(connections, 0);
  });

  it('an address that answers in place of the allowed one is refused', async () => {
    const receiver = await receiverThat();
    // Connecting to this address reaches 127.0.0.1.
    const { send } = sender({ allow: ['0.0.0.0'] });
    const { kind, failureReason } = await send(to(`http://0.0.0.0:${receiver.port}/`));
    assert.equal(kind, 'retryable');
    assert.match(failureReason ?? '', /^127\.0\.0\.1 is not a public address/);
    assert.equal(receiver.received.length, 0);
  });
});

describe('TLS', () => {
  afterEach(closeOpened);
  const lookup = resolving(['127.0.0.1']);

  it('a certificate must be known and for this name', async (t) => {
    const receiver = await receiverThat(undefined, { tls: true });
    const unknown = await sender().send(to(receiver.url));
    assert.equal(unknown.failureReason, 'The certificate of the receiver is not signed by a known authority');
    trustCertificate(t);
    const { send } = sender({ lookup });
    assert.equal((await send(to(`https://${certifiedName}:${receiver.port}/`))).kind, 'delivered');
    const other = await send(to(`https://other.example.org:${receiver.port}/`));
    assert.equal(other.failureReason, 'The certificate of the receiver is for another name');
    assert.equal(receiver.received.length, 1);
  });

  it('a receiver without TLS is a failure at https', async () => {
    const receiver = await receiverThat();
    const outcome = await sender().send(to(receiver.url.replace('http:', 'https:')));
    assert.equal(outcome.failureReason, 'No TLS connection could be made');
  });
});

it('no cause tells the address of an endpoint, which may hold a secret', async (t) => {
  t.after(closeOpened);
  const receiver = await receiverThat((response) => void response.socket?.destroy());
  const gone = await openReceiver();
  await gone.close();
  for (const url of [receiver.url, gone.url, receiver.url.replace('http:', 'https:'), 'https://10.0.0.1']) {
    const outcome = await sender().send(to(`${url}/?token=canary`));
    assert.equal(outcome.kind, 'retryable');
    assert.doesNotMatch(JSON.stringify(outcome), /canary/);
  }
  for (const [error, says] of [
    [Object.assign(new Error('canary'), { code: 'ESERVFAIL' }), 'Sending failed: ESERVFAIL'],
    [new Error('canary'), 'Sending failed'],
  ] as const) {
    const lookup: Lookup = (...[, , callback]) => callback(error, []);
    assert.equal((await sender({ lookup }).send(to('https://receiver.example.org/'))).failureReason, says);
  }
});

function verify(received: string, headers: Receiver['received'][number]['headers'], by: string): void {
  const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  assert.deepEqual(new Webhook(by).verify(received, texts), JSON.parse(body));
}

async function closed(socket: Socket | null): Promise<void> {
  assert.ok(socket);
  if (socket.closed) return;
  const closing = Promise.withResolvers<void>();
  // A reset is one way to close.
  socket.on('error', () => undefined).once('close', () => closing.resolve());
  await closing.promise;
}
