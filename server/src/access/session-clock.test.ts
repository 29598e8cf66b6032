import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { signIn } from '../../test/fixtures/desk.ts';
import { onSqlite, startService, type TestService } from '../../test/fixtures/service.ts';

onSqlite('a session, when the clock goes back', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  it('a session goes on when the clock goes back by minutes, and ends by hours', async () => {
    const desk = await signIn(service);
    const status = async () => (await desk.get('/desk/session')).statusCode;
    const step = (minutes: number) => {
      service.clock.now = new Date(service.clock.now.getTime() + minutes * 60_000);
    };
    step(-4);
    assert.equal(await status(), 200);
    step(-6 * 60);
    assert.equal(await status(), 401);
    const again = await signIn(service);
    assert.equal((await again.get('/desk/session')).statusCode, 200);
  });
});
