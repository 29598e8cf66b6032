import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { readSession } from '../access/sessions.ts';
import type { App } from '../http/app-type.ts';
import { privateHeaders } from '../http/common-headers.ts';
import { type SessionCookie, signedIn } from '../http/desk-access.ts';
import { changeCursor } from './change-cursor.ts';
import type { DeskDeps } from './deps.ts';

/** How often the database is read while a page is connected. */
const pollIntervalMs = 2_000;
/** Proxies close a connection that is silent for longer. */
const heartbeatIntervalMs = 25_000;

/** Each stream keeps a connection open and costs a session look-up per event. */
const maxStreamsPerUser = 20;

interface Watcher {
  readonly request: FastifyRequest;
  readonly response: ServerResponse;
  /** The last cursor sent; undefined for a page that named none when it connected. */
  lastCursor: string | undefined;
  lastWriteAtMs: number;
}

/**
 * Notifies open pages of changes by server-sent events. They have no content: each page fetches what its user may see. One
 * query per interval serves all pages of this process; none runs while no page is connected.
 */
export function changeRoutes(
  scope: App,
  { database, secrets, clock, sessionCookie }: DeskDeps & { readonly sessionCookie: SessionCookie },
): void {
  const watchers = new Set<Watcher>();
  let timer: NodeJS.Timeout | undefined;
  let stopping = false;

  scope.get(
    '/desk/changes',
    {
      config: { desk: 'signed-in', askedByPages: true, staysOpen: true },
      // A HEAD response would never end either.
      exposeHeadRoute: false,
      schema: {
        querystring: Type.Object({ since: Type.Optional(Type.String({ maxLength: 100 })) }),
      },
    },
    (request, reply) => {
      reply.hijack();
      const response = reply.raw;
      response.writeHead(200, {
        ...privateHeaders,
        'content-type': 'text/event-stream',
        'x-accel-buffering': 'no',
      });
      response.write('retry: 5000\n\n');
      if (stopping) {
        response.end();
        return;
      }
      const last = request.headers['last-event-id'];
      const lastCursor = typeof last === 'string' && last !== '' ? last : request.query.since;
      const watcher: Watcher = { request, response, lastCursor, lastWriteAtMs: performance.now() };
      endOldest(signedIn(request).id);
      watchers.add(watcher);
      response.once('close', () => watchers.delete(watcher));
      // Without a listener, a write after the end, or to a page that has gone, would crash the process.
      response.on('error', () => watchers.delete(watcher));
      // Poll now: something may have changed since `lastCursor`, and a page without one needs a cursor to start from.
      clearTimeout(timer);
      timer = setTimeout(poll, 0).unref();
    },
  );
  scope.addHook('preClose', async () => {
    stopping = true;
    clearTimeout(timer);
    for (const { response } of watchers) response.end();
  });

  /**
   * Makes room for another stream of a user. A page whose stream is closed reconnects after five seconds and gets what it
   * has missed; after a 429 a browser would not reconnect.
   */
  function endOldest(userId: number): void {
    const own = [...watchers].filter(({ request }) => signedIn(request).id === userId);
    for (const watcher of own.slice(0, Math.max(0, own.length + 1 - maxStreamsPerUser))) {
      watchers.delete(watcher);
      watcher.response.end();
    }
  }

  async function poll(): Promise<void> {
    timer = undefined;
    try {
      const cursor = await changeCursor(database.read, secrets);
      for (const watcher of watchers) await notify(watcher, cursor);
    } catch (error) {
      scope.log.debug(
        { cause: error instanceof Error ? error.message : error },
        'pages are not told of changes',
      );
    }
    if (watchers.size > 0) timer ??= setTimeout(poll, pollIntervalMs).unref();
  }

  async function notify(watcher: Watcher, cursor: string): Promise<void> {
    const { request, response, lastCursor } = watcher;
    watcher.lastCursor = cursor;
    const isHeartbeatDue = performance.now() - watcher.lastWriteAtMs >= heartbeatIntervalMs;
    if (cursor === lastCursor && !isHeartbeatDue) return;
    watcher.lastWriteAtMs = performance.now();
    const token = sessionCookie.read(request) ?? '';
    const session = await readSession(database.read, { secrets, now: clock() }, token);
    if (session === undefined) response.end();
    else if (cursor === lastCursor) response.write(': still here\n\n');
    // Without `data` a browser raises no event, but remembers the id for `Last-Event-ID`.
    else
      response.write(
        lastCursor === undefined ? `id: ${cursor}\n\n` : `id: ${cursor}\nevent: entries\ndata:\n\n`,
      );
  }
}
