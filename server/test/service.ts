import assert from 'node:assert/strict';
import { lookup } from 'node:dns';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import { addFirstCredentials } from '../src/access/first-credentials.ts';
import { type Secrets, secretsOf } from '../src/access/secrets.ts';
import { buildApp } from '../src/app.ts';
import { type Config, parseConfig } from '../src/config.ts';
import { openDatabase } from '../src/database/open.ts';
import type { Database, Engine } from '../src/database/port.ts';
import type { App } from '../src/http/app-type.ts';
import { addFirstResidences } from '../src/residences/first-residences.ts';
import { addressGuard } from '../src/webhooks/address-guard.ts';
import { engines, testDatabaseUrl } from './engines.ts';
import { memoryFolder } from './memory-folder.ts';
import { dropDatabase } from './postgres.ts';

/** A whole service on a database of its own, with a clock that stands still until a test moves it. */
export interface TestService {
  readonly app: App;
  /** What staff call. `app` hands over to it. */
  readonly desk: () => Promise<App>;
  readonly database: Database;
  readonly secrets: Secrets;
  readonly config: Config;
  /** Everything it has logged, one JSON object a line. */
  readonly log: string[];
  /** `setForwardMs`: how far the time of day was set forward (or back, below 0), beside what has passed. */
  readonly clock: { now: Date; setForwardMs: number };
  /** A full password of the caller `site`, and its query string. */
  readonly password: string;
  readonly query: string;
  /** A token of the partner `partner`. */
  readonly token: string;
  get(path: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** A body that is no string is sent as JSON. */
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Posts to the orientation exchange with the token. */
  exchange(path: string, body?: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

export const password = 'pw_canary-0123456789-full';
export const token = 'tok_canary-0123456789-partner';
export const secretKey = 'canary-secret-key-of-the-tests-0123456789';

/** Runs the same tests on both engines. */
export function onBothEngines(name: string, tests: (engine: Engine) => void): void {
  for (const engine of engines) describe(`${name} (${engine})`, () => tests(engine));
}

/** Starts a service; `env` adds settings. */
export async function startService(engine: Engine, env: Record<string, string> = {}): Promise<TestService> {
  const place = await newMigratedDatabase(engine);
  // Where the clock stands still, a minute with its limit never ends.
  const settings = { SECRET_KEY: secretKey, LOG_LEVEL: 'debug', RATE_LIMIT_PARTNER: '0' };
  const config = parseConfig({ ...settings, ...place.env, ...env });
  const clock = { now: new Date('2026-03-04T09:00:00.000Z'), setForwardMs: 0 };
  const log: string[] = [];
  const database = await openDatabase({
    location: config.database,
    poolSize: 8,
    now: clock.now,
    onProblem: () => undefined,
  });
  const secrets = secretsOf(secretKey);
  await database.write(async (tx) => {
    await addFirstResidences(tx);
    await addFirstCredentials(tx, { secrets, now: clock.now }, { password, token, admin: undefined });
  });
  const { app, desk } = await buildApp({
    config,
    database,
    secrets,
    clock: () => clock.now,
    monotonicClock: () => clock.now.getTime() - clock.setForwardMs,
    log: { level: config.logLevel, stream: { write: (line) => void log.push(line) } },
    version: '0.0.0-test',
    refusalOfUrl: addressGuard(config.webhookAllow, lookup).refusalOfUrl,
  });
  const query = `password=${password}`;
  const post: TestService['post'] = (path, body, headers = {}) => {
    const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    return app.inject({
      method: 'POST',
      url: path,
      headers: { ...(payload !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(payload !== undefined && { payload }),
    });
  };
  return {
    app,
    desk,
    database,
    secrets,
    config,
    log,
    clock,
    password,
    query,
    token,
    get: (path, headers = {}) => app.inject({ method: 'GET', url: path, headers }),
    post,
    exchange: (path, body, headers = {}) =>
      post(path, body, { authorization: `Bearer ${token}`, ...headers }),
    async close() {
      await app.close();
      await database.close();
      await place.remove();
    },
  };
}

/** A database of an engine, as settings. */
export interface Place {
  readonly env: Record<string, string>;
  remove(): Promise<void>;
}

/** An empty database. */
export async function newDatabase(engine: Engine): Promise<Place> {
  return engine === 'postgres' ? postgresPlace() : sqlitePlace();
}

/** A database that has its schema, as a service that was stopped leaves it. */
async function newMigratedDatabase(engine: Engine): Promise<Place> {
  const { TEST_SQLITE_TEMPLATE, TEST_POSTGRES_TEMPLATE } = process.env;
  return engine === 'postgres' ? postgresPlace(TEST_POSTGRES_TEMPLATE) : sqlitePlace(TEST_SQLITE_TEMPLATE);
}

async function postgresPlace(template?: string): Promise<Place> {
  const url = await testDatabaseUrl(template);
  return { env: { DATABASE_URL: url }, remove: () => dropDatabase(url) };
}

function sqlitePlace(template?: string): Place {
  const folder = mkdtempSync(join(memoryFolder(), 'accueil-test-'));
  if (template !== undefined) copyFileSync(template, join(folder, 'accueil.db'));
  return { env: { DATA_DIR: folder }, remove: async () => rmSync(folder, { recursive: true, force: true }) };
}

/** Checks a failure of the main API: its status, its code and what its message names. */
export function assertFailure(
  response: LightMyRequestResponse,
  status: number,
  code: string,
  names?: RegExp,
): void {
  assert.equal(response.statusCode, status, response.body);
  const { error } = response.json<{ error: { message: string; code: string } }>();
  assert.equal(error.code, code);
  assert.deepEqual(Object.keys(response.json()), ['error']);
  assert.deepEqual(Object.keys(error).sort(), ['code', 'message']);
  if (names !== undefined) assert.match(error.message, names);
}
