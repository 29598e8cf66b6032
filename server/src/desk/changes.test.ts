import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signIn } from '../../test/desk.ts';
import { onBothEngines, startService } from '../../test/service.ts';

// All at the same time, each with a service of its own: it is two seconds until an open page is told.
describe('what is told to open pages', { concurrency: true }, () => {
  onBothEngines('open pages', (engine) => {
    it('are told when something arrives, until their session ends', async () => {
      const service = await startService(engine);
      const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
      const { headers } = await signIn(service);
      assert.equal((await fetch(`${url}/desk/changes`)).status, 401);
      const answer = await fetch(`${url}/desk/changes`, { headers });
      assert.equal(answer.headers.get('content-type'), 'text/event-stream');
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      const events = (answer.body ?? assert.fail()).pipeThrough(new TextDecoderStream()).getReader();
      const next = async () => (await events.read()).value;
      assert.equal(await next(), 'retry: 5000\n\n');
      // Whatever comes is seen against what was there at the first look: so until one is told of, another one comes.
      let told = false;
      const arriving = (async () => {
        while (!told) {
          await service.post(`/fr/etablissement/3/commercial/create?${service.query}`, {});
          await new Promise((resolve) => setTimeout(resolve, 200));
        }
      })();
      assert.equal(await next(), 'event: entries\ndata:\n\n');
      service.clock.now = new Date(service.clock.now.getTime() + 30 * 60_000);
      assert.equal(await next(), undefined);
      told = true;
      await arriving;
      await service.close();
    });

    it('are let go when the service stops, which does not wait for them', async () => {
      const service = await startService(engine);
      const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
      const { headers } = await signIn(service);
      const answer = await fetch(`${url}/desk/changes`, { headers });
      const all = answer.text();
      await service.close();
      assert.equal(await all, 'retry: 5000\n\n');
    });

    it('make no session last longer', async () => {
      const service = await startService(engine);
      const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
      const { headers, get } = await signIn(service);
      const later = (minutes: number) => {
        service.clock.now = new Date(service.clock.now.getTime() + minutes * 60_000);
      };
      later(20);
      const watching = await fetch(`${url}/desk/changes`, { headers });
      assert.equal(watching.status, 200);
      await watching.body?.cancel();
      later(15);
      assert.equal((await get('/desk/session')).statusCode, 401);
      await service.close();
    });
  });
});
