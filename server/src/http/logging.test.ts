import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { newPassword } from '../../test/fixtures/credentials.ts';
import { startService, type TestService } from '../../test/fixtures/service.ts';
import { minuteMs } from '../clock.ts';

describe('the log', () => {
  let service: TestService;
  beforeEach(async () => {
    service = await startService('sqlite', { LOG_LEVEL: 'info' });
  });
  afterEach(() => service.close());

  const answered = () => service.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered');
  const create = (body: unknown, query = service.query) =>
    service.post(`/fr/etablissement/3/commercial/create?${query}`, body);

  it('the log has of a refusal its time, code and field, in the contract’s words', async () => {
    await create({ emailClient: 'nobody' });
    await create({ commercialrelations: [{ email: 'a@b.example.org' }, { email: 'nobody' }] });
    await create({ 'Madame Durand': { 'au 4': 'x'.repeat(20_001) } });
    await create({}, '');
    await create('{');
    await service.get(`/fr/customId/nothing?${service.query}`);
    assert.deepEqual(
      answered().map(({ status, code, field }) => [status, code, field]),
      [
        [400, 'INVALID', 'emailClient'],
        [400, 'INVALID', 'commercialrelations[1].email'],
        [400, 'INVALID', '…'],
        [401, 'UNAUTHORIZED', 'password'],
        [400, 'INVALID', 'body'],
        [404, 'NORESULT', 'customId'],
      ],
    );
    for (const { time } of answered()) assert.equal(new Date(time).toISOString(), time);
    assert.doesNotMatch(service.log.join(''), /Durand|au 4/);
  });

  it('few refusals of strangers a minute are logged, the others counted', async () => {
    const { password: browser } = await newPassword(service, 'browser', []);
    for (let i = 0; i < 150; i++) {
      assert.equal((await service.get(`/wp-login/${i}`)).statusCode, 404);
      await create({ emailClient: 'nobody' }, `password=${browser}`);
    }
    assert.equal(answered().length, 60);
    for (let i = 0; i < 100; i++) await create({ emailClient: 'nobody' });
    assert.equal(answered().length, 160, 'all those of callers are there');
    assert.deepEqual(
      answered().flatMap(({ unlogged }) => unlogged ?? []),
      [240],
    );
    service.clock.now = new Date(service.clock.now.getTime() + minuteMs);
    await service.get('/wp-login');
    assert.equal(answered().length, 161);
  });
});
