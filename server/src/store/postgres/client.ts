import pg from 'pg';
import { postgresFailure, silence } from './failure.ts';
import { keepAlive, openHeartbeat } from './heartbeat.ts';
import { openSockets } from './sockets.ts';

const connectTimeoutMs = 5_000;
/** The server ends a transaction of ours in which nothing happens: a process that was cut off would keep its locks. */
const idleTransactionTimeoutMs = 60_000;

export interface SingleConnection {
  readonly client: pg.Client;
  close(): Promise<void>;
}

/**
 * Connects outside the pool, for work before the database is opened, and for statements that may take longer than the pool
 * allows. They have no time limit of their own: when the server stops responding, they are rejected within 6 seconds.
 */
export async function connectClient(url: string, application_name: string): Promise<SingleConnection> {
  const { stream, destroy, closed } = openSockets();
  const client = new pg.Client({
    stream,
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
    application_name,
    ...keepAlive,
  });
  // The running query fails too. Without a listener the error would end the process.
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => Promise.reject(connectFailure(error)));
  const heartbeat = openHeartbeat({ url, stream, sql: 'select 1', onSilence: () => destroy(silence()) });
  return { client, close: () => closed(heartbeat.close(), client.end()) };
}

/** Connects for some work, and closes the connection. */
export async function withClient<T>(
  url: string,
  application_name: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const { client, close } = await connectClient(url, application_name);
  try {
    return await work(client);
  } catch (error) {
    throw postgresFailure(error);
  } finally {
    await close();
  }
}

function connectFailure(error: unknown): unknown {
  // The driver's words for a server that has not answered in time.
  return error instanceof Error && error.message === 'timeout expired' ? silence() : postgresFailure(error);
}
