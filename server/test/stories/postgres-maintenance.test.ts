// What PostgreSQL says while it can't serve, whoever made it so: 503 with Retry-After, and 200 again by itself.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { DatabaseUnavailable } from '../../src/store/database.ts';
import { postgresFailure } from '../../src/store/postgres/failure.ts';
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
});

it('the class of an error of PostgreSQL tells 503 from a fault of ours', () => {
  for (const code of [...unavailable, ...ours]) {
    const error = Object.assign(new pg.DatabaseError('as a test wants it', 1, 'error'), { code });
    const isUnavailable = postgresFailure(error) instanceof DatabaseUnavailable;
    assert.equal(isUnavailable, unavailable.includes(code), code);
  }
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
