import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Desk, signIn } from '../../test/fixtures/desk.ts';
import { onBothEngines, onSqlite, startService, type TestService } from '../../test/fixtures/service.ts';
import type { Engine } from '../store/dialect.ts';

const event = /^id: (\S+)\nevent: entries\ndata:\n\n$/;

const create = (service: TestService) =>
  service.post(`/fr/etablissement/3/commercial/create?${service.query}`, {});

async function open(engine: Engine) {
  const service = await startService(engine);
  return { service, url: await service.app.listen({ host: '127.0.0.1', port: 0 }) };
}

/** Returns the messages of a stream, one after the other, however they are cut into chunks; undefined at its end. */
function reading(answer: Response): () => Promise<string | undefined> {
  const chunks = (answer.body ?? assert.fail()).pipeThrough(new TextDecoderStream()).getReader();
  let unread = '';
  return async () => {
    while (!unread.includes('\n\n')) {
      const { value } = await chunks.read();
      if (value === undefined) return undefined;
      unread += value;
    }
    const end = unread.indexOf('\n\n') + 2;
    const message = unread.slice(0, end);
    unread = unread.slice(end);
    return message;
  };
}

// All at the same time, each with a service of its own: an open page is notified after two seconds.
describe('what is told to open pages', { concurrency: true }, () => {
  onBothEngines('open pages', (engine) => {
    it('open pages are told when something arrives, until the session ends', async () => {
      const { service, url } = await open(engine);
      const { headers } = await signIn(service);
      assert.equal((await fetch(`${url}/desk/changes`)).status, 401);
      const answer = await fetch(`${url}/desk/changes`, { headers });
      assert.equal(answer.headers.get('content-type'), 'text/event-stream');
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      const next = reading(answer);
      assert.equal(await next(), 'retry: 5000\n\n');
      assert.match((await next()) ?? '', /^id: \S+\n\n$/);
      await create(service);
      assert.match((await next()) ?? '', event);
      service.clock.now = new Date(service.clock.now.getTime() + 30 * 60_000);
      await create(service);
      assert.equal(await next(), undefined);
      await service.close();
    });

    it('open pages are told at once of what has come since they were read', async () => {
      const { service, url } = await open(engine);
      const { headers, get } = await signIn(service);
      const { changes } = (await get('/desk/session')).json<{ changes: string }>();
      const watch = async (more: Readonly<Record<string, string>> = {}) => {
        const next = reading(
          await fetch(`${url}/desk/changes?since=${changes}`, { headers: { ...headers, ...more } }),
        );
        assert.equal(await next(), 'retry: 5000\n\n');
        return next;
      };
      await create(service);
      const told = await (await watch())();
      assert.match(told ?? '', event);
      // A broken connection is opened again with the last cursor it received.
      const [, last = ''] = event.exec(told ?? '') ?? [];
      const again = await watch({ 'last-event-id': last });
      await create(service);
      const toldAgain = await again();
      assert.match(toldAgain ?? '', event);
      assert.notEqual(toldAgain, told);
      await service.close();
    });
  });

  onSqlite('streams', (engine) => {
    it('at most 20 streams per user; the 21st closes the oldest', async (t) => {
      const { service, url } = await open(engine);
      t.after(() => service.close());
      const watch = async ({ headers }: Pick<Desk, 'headers'>) => {
        const next = reading(await fetch(`${url}/desk/changes`, { headers }));
        assert.equal(await next(), 'retry: 5000\n\n');
        return next;
      };
      const other = await watch(await signIn(service));
      const desk = await signIn(service);
      const streams: Awaited<ReturnType<typeof watch>>[] = [];
      for (let i = 0; i < 22; i++) streams.push(await watch(desk));
      const [first, second, ...rest] = streams;
      /** Everything that a stream has still to tell. */
      const toEnd = async (next: (typeof streams)[number] | undefined) => {
        assert.ok(next);
        while ((await next()) !== undefined);
      };
      await toEnd(first);
      await toEnd(second);
      for (const next of [other, ...rest]) assert.match((await next()) ?? '', /^id: /);
      await create(service);
      for (const next of [other, ...rest]) assert.match((await next()) ?? '', event);
    });

    it('a stream makes no session last longer, and ends when the service stops', async () => {
      const { service, url } = await open(engine);
      const { headers, get } = await signIn(service);
      const later = (minutes: number) => {
        service.clock.now = new Date(service.clock.now.getTime() + minutes * 60_000);
      };
      later(20);
      const watching = await fetch(`${url}/desk/changes`, { headers });
      const all = watching.text();
      later(15);
      assert.equal((await get('/desk/session')).statusCode, 401);
      await service.close();
      assert.match(await all, /^retry: 5000\n\n/);
    });
  });
});
