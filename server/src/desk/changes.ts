import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { readSession } from '../access/sessions.ts';
import type { App } from '../http/app-type.ts';
import { privateHeaders } from '../http/common-headers.ts';
import { type SessionCookie, signedIn } from '../http/desk-access.ts';
import { deskErrors } from '../http/desk-answers.ts';
import { changeCursor } from './change-cursor.ts';
import type { DeskDeps } from './deps.ts';

/** How often the database is asked while somebody watches. */
const pollIntervalMs = 2_000;
/** Proxies close a connection on which nothing comes for longer. */
const heartbeatIntervalMs = 25_000;

/** Of one user: each keeps a connection, and what it is told is looked up for each. */
const maxStreamsPerUser = 20;

interface Watcher {
  readonly request: FastifyRequest;
  readonly response: ServerResponse;
  /** The cursor of what it has been told of; undefined when it has not said what it has read. */
  lastCursor: string | undefined;
  lastWriteAtMs: number;
}

/**
 * Tells open pages that something has arrived or changed, as server-sent events without content: what a user may see,
 * the page asks for itself. One question to the database for all pages of this process; none while nobody watches.
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
      config: { desk: 'signed-in', askedByPages: true },
      // Its answer would never end either.
      exposeHeadRoute: false,
      schema: {
        tags: ['Session'],
        summary: 'Be told when something arrives or changes',
        description:
          'Server-sent events (`text/event-stream`): an event `entries`, without content, soon after an entry has come or has been changed by anybody. Each has an id, which a browser names by itself, as `Last-Event-ID`, when it opens the stream again: what came in between is told then. The connection ends with the session, and does not make it last longer. A user has 20 at most: one more ends the oldest, which a browser opens again.',
        querystring: Type.Object({
          since: Type.Optional(
            Type.String({
              maxLength: 100,
              description:
                '`changes` of the session as it was read before everything else, or the id of an event: what has changed since is told at once. Without it, what changes from now on is.',
            }),
          ),
        }),
        response: { ...deskErrors },
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
      // A write after the end, or to a page that has gone, would end the process.
      response.on('error', () => watchers.delete(watcher));
      // Something may have changed since it has read, and who has not read is told of what changes after this look.
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
   * Makes room for another stream of a user. The page whose stream ends opens it again by itself, five seconds later, and is
   * told of what it has missed; refused with 429 it would not try again.
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
    // Without `data` it is no event, but the id that a browser names when it opens the stream again.
    else
      response.write(
        lastCursor === undefined ? `id: ${cursor}\n\n` : `id: ${cursor}\nevent: entries\ndata:\n\n`,
      );
  }
}
