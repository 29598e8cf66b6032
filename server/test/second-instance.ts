import type { LightMyRequestResponse } from 'fastify';
import { buildApp } from '../src/app.ts';
import { openDatabase } from '../src/database/open.ts';
import type { Database } from '../src/database/port.ts';
import type { App } from '../src/http/app-type.ts';
import type { TestService } from './service.ts';

/** Another accueil process, as far as the first can tell: an app and connections of its own on the same database. */
export interface SecondInstance {
  readonly app: App;
  readonly database: Database;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  exchange(path: string, body: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

export async function startSecondInstance({
  config,
  secrets,
  clock,
  token,
}: TestService): Promise<SecondInstance> {
  const database = await openDatabase({
    location: config.database,
    poolSize: 8,
    now: clock.now,
    onProblem: () => undefined,
  });
  const app = await buildApp({
    config,
    database,
    secrets,
    clock: () => clock.now,
    monotonicClock: () => clock.now.getTime() - clock.setForwardMs,
    log: { level: 'silent' },
    version: '0.0.0-test',
    refusalOfUrl: () => null,
  });
  const post: SecondInstance['post'] = (path, body, headers = {}) =>
    app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(body),
    });
  return {
    app,
    database,
    post,
    exchange: (path, body, headers = {}) =>
      post(path, body, { authorization: `Bearer ${token}`, ...headers }),
    async close() {
      await app.close();
      await database.close();
    },
  };
}
