// What PostgreSQL says while it can't serve, whoever made it so: 503 with Retry-After, and 200 again by itself.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import { execute } from '../fixtures/rows.ts';
import { startService, type TestService } from '../fixtures/service.ts';
import { administer } from '../fixtures/take-away.ts';

function assertUnavailable(answer: LightMyRequestResponse, what: string): void {
  assert.equal(answer.statusCode, 503, `${what}: ${answer.body}`);
  assert.equal(answer.headers['retry-after'], '5', what);
}

const create = ({ post, query }: TestService) =>
  post(`/fr/etablissement/3/commercial/create?${query}`, { lastNameClient: 'Canari' });
const lookUp = ({ get, query }: TestService) => get(`/fr/commercial/checkPhone?${query}&phone=0639981234`);

describe('a PostgreSQL under maintenance', () => {
  let service: TestService;
  before(async () => {
    service = await startService('postgres');
  });
  after(() => service.close());

  it('a PostgreSQL that takes no connections is 503 on every route, then 200 by itself', async () => {
    const routes = {
      create,
      lookUp,
      orientation: ({ exchange }: TestService) => exchange('/appli/partner/orientation', {}),
      ready: ({ get }: TestService) => get('/health/ready'),
    };
    const { database } = service.config;
    await administer(
      database,
      (name) => `alter database ${name} allow_connections false`,
      (name) => `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
    for (const [name, ask] of Object.entries(routes)) assertUnavailable(await ask(service), name);
    await administer(database, (name) => `alter database ${name} allow_connections true`);
    for (const [name, ask] of Object.entries(routes))
      assert.equal((await ask(service)).statusCode, 200, name);
  });

  it('the class of an error of PostgreSQL tells 503 from a fault of ours', async () => {
    const { database } = service;
    await execute(database, 'create table next_error (state text)');
    await execute(
      database,
      `create function fail() returns trigger language plpgsql as $$
        begin
          raise exception using errcode = (select state from next_error), message = 'as a test wants it';
        end $$`,
    );
    await execute(
      database,
      'create trigger fail before insert on entries for each row execute function fail()',
    );
    const answers = new Map<string, number>();
    for (const state of [...unavailable, ...ours]) {
      await execute(database, 'delete from next_error');
      await execute(database, `insert into next_error values ('${state}')`);
      const answer = await create(service);
      if (answer.statusCode === 503) assertUnavailable(answer, state);
      // A damaged page.
      if (state === 'XX001') assertUnavailable(await service.get('/health/ready'), 'ready');
      assert.doesNotMatch(answer.body, /as a test wants it/);
      answers.set(state, answer.statusCode);
    }
    assert.deepEqual(
      Object.fromEntries(answers),
      Object.fromEntries([...unavailable.map((state) => [state, 503]), ...ours.map((state) => [state, 500])]),
    );
    await execute(database, 'drop trigger fail on entries');
    assert.equal((await create(service)).statusCode, 200);
  });
});

// One of each class of https://www.postgresql.org/docs/current/errcodes-appendix.html that a server may send, and each
// one that is decided on its own.
const unavailable = [
  ...['08000', '08006', '08P01', '25006', '25P03', '25P04', '28000', '28P01', '3D000', '40003'],
  ...['53000', '53100', '53200', '53300', '53400', '55000', '55006', '55P03'],
  ...['57014', '57P01', '57P02', '57P03', '57P04', '57P05', '58000', '58030', '58P01'],
  ...['F0000', 'XX001', 'XX002'],
];
const ours = [
  ...['0A000', '21000', '22001', '22P02', '23502', '23514', '25P02', '26000', '34000'],
  ...['3F000', '42501', '42601', '42703', '42P01', '54000', 'P0001', 'XX000'],
];
