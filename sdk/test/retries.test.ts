import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { inspect } from 'node:util';
import type { Fetch, FetchInit } from '../src/fetch.ts';
import {
  AccueilClient,
  AccueilError,
  ConnectionLost,
  InternalError,
  OrientationClient,
  RateLimitError,
  TimedOut,
  UnavailableError,
  UnexpectedAnswer,
} from '../src/index.ts';
import { type Answering, answers, drops, notedPauses, openRaw } from './listening.ts';

const password = 'pw_canary &é/+%-0123456789';
const ok = answers(200, 'ok');
const refuses = (status: number, code: string, headers?: Record<string, string>) =>
  answers(status, { error: { message: `${code}: as told`, code } }, headers);

describe('calls of the SDK', () => {
  const open: { close(): Promise<void> }[] = [];
  after(() => Promise.all(open.map((one) => one.close())));

  /** A client of a server with these responses, whose pauses take no time. */
  async function clientOf(answering: [Answering, ...Answering[]], options = {}) {
    const server = await openRaw(...answering);
    open.push(server);
    const { wait, pauses } = notedPauses();
    const accueil = new AccueilClient({ baseUrl: server.url, password, wait, ...options });
    return { accueil, pauses, asked: server.asked, url: server.url };
  }

  it('a call is repeated after lost connections, with the same bytes and key', async () => {
    const { accueil, asked, pauses } = await clientOf([drops, drops, ok]);
    await accueil.createCommercial(5, { comment: 'é 😀' });
    assert.equal(asked.length, 3);
    assert.equal(new Set(asked.map(({ body }) => body)).size, 1);
    const keys = new Set(asked.map(({ headers }) => headers['idempotency-key']));
    assert.equal(keys.size, 1);
    assert.match(String([...keys][0]), /^[\da-f]{32}$/);
    assert.equal(pauses.length, 2);
    await accueil.createCommercial(5, { comment: 'é 😀' });
    assert.ok(!keys.has(asked[3]?.headers['idempotency-key']), 'another call, another key');
  });

  it('a call is repeated while the service is away, and after a fault of its own', async () => {
    const { accueil, asked } = await clientOf(
      [
        refuses(503, 'UNAVAILABLE', { 'retry-after': '5' }),
        (response) => void response.writeHead(502).end('<h1>Bad gateway</h1>'),
        refuses(500, 'INTERNAL'),
        // An answer that breaks off.
        (response) => {
          response.writeHead(200, { 'content-length': '4' });
          response.write('"o', () => response.socket?.destroy());
        },
        ok,
      ],
      { retries: 4 },
    );
    await accueil.createApplication({});
    assert.equal(asked.length, 5);
  });

  it('pauses grow by chance, and are never less than asked for', async () => {
    const fails = refuses(503, 'UNAVAILABLE');
    const { accueil, pauses } = await clientOf(
      [fails, fails, refuses(429, 'RATELIMIT', { 'retry-after': '7' }), fails, ok],
      { retries: 4 },
    );
    await accueil.checkPhone('0639981234').catch(() => undefined);
    const [first = 0, second = 0, third = 0, fourth = 0] = pauses;
    assert.ok(first >= 250 && first <= 500, String(first));
    assert.ok(second >= 500 && second <= 1000, String(second));
    assert.equal(third, 7000);
    assert.ok(fourth >= 2000 && fourth <= 4000, String(fourth));
  });

  it('a call waits for half a minute at most, and says what was asked for', async () => {
    const { accueil, asked, pauses } = await clientOf([refuses(429, 'RATELIMIT', { 'retry-after': '31' })]);
    await assert.rejects(accueil.createSurvey(5, {}), {
      constructor: RateLimitError,
      code: 'RATELIMIT',
      retryAfterSeconds: 31,
    });
    assert.equal(asked.length, 1);
    assert.deepEqual(pauses, []);
  });

  it('a refused call is not repeated', async () => {
    for (const [status, code] of [
      [400, 'INVALID'],
      [401, 'UNAUTHORIZED'],
      [409, 'CONFLICT'],
    ] as const) {
      const { accueil, asked } = await clientOf([refuses(status, code)]);
      await assert.rejects(accueil.createSurvey(5, {}), { code, status });
      assert.equal(asked.length, 1, code);
    }
  });

  it('a call ends after its retries with what came last', async () => {
    const { accueil, asked } = await clientOf([drops, drops, refuses(500, 'INTERNAL')], { retries: 2 });
    await assert.rejects(accueil.createSurvey(5, {}), InternalError);
    assert.equal(asked.length, 3);
    const never = await clientOf([drops], { retries: 0 });
    await assert.rejects(never.accueil.createSurvey(5, {}), {
      constructor: ConnectionLost,
      status: undefined,
    });
    assert.equal(never.asked.length, 1);
    const { accueil: behindProxy } = await clientOf(
      [(response) => void response.writeHead(504).end('<html>')],
      { retries: 0 },
    );
    await assert.rejects(behindProxy.createSurvey(5, {}), { constructor: UnavailableError, status: 504 });
  });

  it('a call does not wait for an answer for ever, nor for the rest of one', async () => {
    let asked = 0;
    /** Never ends but by the signal. */
    const stalling = ({ signal }: FetchInit) =>
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const neverAnswers: Fetch = (_, init) => {
      asked++;
      return stalling(init);
    };
    const neverEnds: Fetch = async (_, init) => {
      asked++;
      return { status: 200, headers: new Headers(), text: () => stalling(init) };
    };
    const { wait } = notedPauses();
    for (const fetch of [neverAnswers, neverEnds]) {
      asked = 0;
      const options = { baseUrl: 'https://desk.example.org', password, wait, fetch };
      const accueil = new AccueilClient({ ...options, retries: 1, timeoutMs: 1 });
      await assert.rejects(accueil.checkPhone('0639981234'), { constructor: TimedOut, code: 'TIMEOUT' });
      assert.equal(asked, 2);
    }
  });

  it('a timeout that no timer can hold, or none, is accepted', async () => {
    for (const timeoutMs of [2 ** 31, Number.POSITIVE_INFINITY]) {
      const { accueil } = await clientOf([ok], { retries: 0, timeoutMs });
      await accueil.createSurvey(5, {});
    }
  });

  it('a call ends when its signal says so, with the signal’s reason', async () => {
    const stop = new AbortController();
    const { accueil, asked } = await clientOf([() => stop.abort(new Error('The visitor went away'))]);
    await assert.rejects(accueil.createSurvey(5, {}, { signal: stop.signal }), /The visitor went away/);
    await assert.rejects(accueil.createSurvey(5, {}, { signal: stop.signal }), /The visitor went away/);
    assert.equal(asked.length, 1);
  });

  it('a call ends in the middle of a pause when its signal says so', async () => {
    const stop = new AbortController();
    const accueil = new AccueilClient({
      baseUrl: 'https://desk.example.org',
      password,
      fetch: async () => {
        setImmediate(() => stop.abort());
        return new Response(null, { status: 503, headers: { 'retry-after': '30' } });
      },
    });
    await assert.rejects(accueil.createSurvey(5, {}, { signal: stop.signal }), { name: 'AbortError' });
  });

  it('nothing is taken for stored that does not say so', async () => {
    for (const answering of [
      answers(200, { status: 'ok' }),
      answers(200, 'OK'),
      (response) => void response.end('<title>Sign in to this network</title>'),
      (response) => void response.writeHead(204).end(),
      (response) => void response.writeHead(404).end('<h1>Not found</h1>'),
      (response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
    ] satisfies Answering[]) {
      const { accueil, asked } = await clientOf([answering]);
      await assert.rejects(accueil.createSurvey(5, {}), {
        constructor: UnexpectedAnswer,
        code: 'UNEXPECTED',
      });
      assert.equal(asked.length, 1);
    }
  });

  it('nothing is taken for an answer that is none', async () => {
    const { accueil } = await clientOf([answers(200, { entries: [] })]);
    const calls = [
      accueil.findByCustomId('a'),
      accueil.checkPhone('0639981234'),
      accueil.listGroup('group_a'),
      accueil.showEstablishment(5),
      accueil.countGroupJobs('group_a'),
      accueil.countJobs(),
      accueil.countContacts(2026),
    ];
    for (const call of calls) await assert.rejects(call, UnexpectedAnswer);
  });

  it('no error of the SDK shows the password', async () => {
    const echo: Answering = (response, asked) =>
      answers(404, { error: { message: `Cannot POST ${asked.url} with ${password}`, code: 'NOTFOUND' } })(
        response,
        asked,
      );
    const { url } = await clientOf([echo]);
    const asInForms = new URLSearchParams({ password }).toString();
    const { url: parsing } = await clientOf([
      answers(400, { error: { message: asInForms, code: 'INVALID' } }, { 'x-request-id': asInForms }),
    ]);
    const failingFetch = async (address: string) => {
      throw new TypeError(`error sending request for url (${address})`, { cause: new Error(address) });
    };
    const failures: unknown[] = [];
    for (const options of [
      { baseUrl: url },
      { baseUrl: parsing },
      { baseUrl: url, fetch: failingFetch },
      { baseUrl: await closedUrl() },
    ]) {
      const { wait } = notedPauses();
      const accueil = new AccueilClient({ ...options, password, wait });
      failures.push(accueil);
      await accueil.createSurvey(5, {}).then(
        () => assert.fail('nothing was thrown'),
        (error) => failures.push(error),
      );
    }
    assert.equal(failures.filter((one) => one instanceof AccueilError).length, 4);
    for (const failure of failures) {
      const shown = inspect(failure, { depth: 10, showHidden: true }) + JSON.stringify(failure);
      for (const secret of [password, encodeURIComponent(password), 'pw_canary']) {
        assert.ok(!shown.includes(secret), shown);
      }
    }
  });

  it('a call says why there was no connection', async () => {
    const accueil = new AccueilClient({ baseUrl: await closedUrl(), password, retries: 0 });
    await assert.rejects(accueil.createSurvey(5, {}), {
      constructor: ConnectionLost,
      message: 'The connection failed: ECONNREFUSED',
    });
  });
});

describe('messages of a partner', () => {
  it('a partner’s message is repeated with the same key; its token is in the header alone', async () => {
    const result = {
      NumeroDemandeOrientationCR: '',
      NumeroDemandeOrientationRES: 'RES-000001',
      MessageProblemes: '',
      Messagetraitements: '',
    };
    const server = await openRaw(drops, answers(503, { error: 'later' }), answers(200, result));
    const { wait } = notedPauses();
    const token = 'tok_canary-0123456789';
    const partner = new OrientationClient({ baseUrl: server.url, partner: 'a/b', token, wait });
    assert.deepEqual(await partner.sendOrientation({ 'PersonneAgee / Nom': 'Lefèvre' }), result);
    assert.equal(new Set(server.asked.map(({ headers }) => headers['idempotency-key'])).size, 1);
    for (const { url, headers, body } of server.asked) {
      assert.equal(url, '/appli/a%2Fb/orientation');
      assert.equal(headers.authorization, `Bearer ${token}`);
      assert.equal(body, '{"PersonneAgee / Nom":"Lefèvre"}');
    }
    await server.close();
  });
});

describe('clients', () => {
  it('impossible options are refused without repeating their values', () => {
    for (const options of [
      { baseUrl: 'desk.example.org', password },
      { baseUrl: 'ftp://desk.example.org', password },
      { baseUrl: `https://site:${password}@desk.example.org`, password },
      { baseUrl: `https://desk.example.org?password=${password}`, password },
      { baseUrl: 'https://desk.example.org', password: '' },
      { baseUrl: 'https://desk.example.org', password, retries: -1 },
      { baseUrl: 'https://desk.example.org', password, timeoutMs: 0 },
    ]) {
      assert.throws(
        () => new AccueilClient(options),
        (error) => error instanceof TypeError && !String(error.stack).includes('pw_canary'),
      );
    }
    const partner = { baseUrl: 'https://desk.example.org', partner: 'p' };
    assert.throws(
      () => new OrientationClient({ ...partner, token: 'tok_canary\n' }),
      (error) => error instanceof TypeError && !String(error.stack).includes('tok_canary'),
    );
  });

  it('a key that no header can hold is refused', async () => {
    const accueil = new AccueilClient({ baseUrl: 'https://desk.example.org', password });
    for (const idempotencyKey of ['', 'clé', 'a\nb', 'x'.repeat(256)]) {
      await assert.rejects(async () => accueil.createSurvey(5, {}, { idempotencyKey }), TypeError);
    }
  });
});

/** An address on which no server listens any more. */
async function closedUrl(): Promise<string> {
  const server = await openRaw(drops);
  await server.close();
  return server.url;
}
