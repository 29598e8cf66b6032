import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { sql } from '#kysely';
import { readSession } from '../access/sessions.ts';
import type { Queries } from '../database/port.ts';
import { rawStatement } from '../database/statement.ts';
import type { App } from '../http/app-type.ts';
import { privateHeaders } from '../http/common-headers.ts';
import type { SessionCookie } from '../http/desk-access.ts';
import { deskErrors } from './answers.ts';
import type { DeskDeps } from './desk.ts';

/** How often the database is asked while somebody watches. */
const askEveryMs = 2_000;
/** Proxies close a connection on which nothing comes for longer. */
const beatEveryMs = 25_000;

const newestOf = rawStatement<Record<never, never>, { entry: number | null; line: number | null }>(
  () => sql`select (select max(id) from entries) as entry, (select max(id) from history) as line`,
);

interface Watcher {
  readonly request: FastifyRequest;
  readonly response: ServerResponse;
  beatAtMs: number;
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
  let seen: string | undefined;
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
          'Server-sent events (`text/event-stream`): an event `entries`, without content, soon after an entry has come or has been changed by anybody. The connection ends with the session, and does not make it last longer.',
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
      const watcher: Watcher = { request, response, beatAtMs: performance.now() };
      watchers.add(watcher);
      response.once('close', () => watchers.delete(watcher));
      // The first look, at once, is what later ones are compared with.
      timer ??= setTimeout(ask, seen === undefined ? 0 : askEveryMs).unref();
    },
  );
  scope.addHook('preClose', async () => {
    stopping = true;
    clearTimeout(timer);
    for (const { response } of watchers) response.end();
  });

  async function ask(): Promise<void> {
    timer = undefined;
    try {
      const now = await newest(database.read);
      const isNew = seen !== undefined && now !== seen;
      seen = now;
      for (const watcher of watchers) await tell(watcher, isNew);
    } catch (error) {
      scope.log.debug(
        { cause: error instanceof Error ? error.message : error },
        'pages are not told of changes',
      );
    }
    // Nobody knows what happens while nobody watches: whoever comes next has just read everything.
    if (watchers.size === 0) seen = undefined;
    else timer ??= setTimeout(ask, askEveryMs).unref();
  }

  async function tell(watcher: Watcher, isNew: boolean): Promise<void> {
    const { request, response } = watcher;
    const beats = performance.now() - watcher.beatAtMs >= beatEveryMs;
    if (!isNew && !beats) return;
    watcher.beatAtMs = performance.now();
    const token = sessionCookie.read(request) ?? '';
    const session = await readSession(database.read, { secrets, now: clock() }, token);
    if (session === undefined) response.end();
    else response.write(isNew ? 'event: entries\ndata:\n\n' : ': still here\n\n');
  }
}

async function newest(read: Queries): Promise<string> {
  const found = await read.first(newestOf, {});
  return `${found?.entry} ${found?.line}`;
}
