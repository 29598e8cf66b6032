import pg from 'pg';
import { postgresFailure } from './failure.ts';

const connectTimeoutMs = 5_000;

/** Connects outside the pool, for work before the database is opened. */
export async function connectClient(url: string, application_name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name,
  });
  // The running query fails too. Without a listener the error would end the process.
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => Promise.reject(postgresFailure(error)));
  return client;
}
