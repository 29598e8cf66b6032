import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Caller } from '../access/credentials.ts';
import type { Clock } from '../clock.ts';
import type { Snapshot } from '../database/snapshot.ts';
import type { NewEntry } from '../entries/entry.ts';
import type { Reception } from '../entries/reception.ts';
import { sendJson } from '../http/answers.ts';
import type { Authentication } from '../http/authentication.ts';
import { RequestError } from '../http/errors.ts';
import { idempotencyConflict, idempotencyKeyOf } from '../http/idempotency.ts';
import type { Directory } from '../residences/rules.ts';
import { suspicionOf } from './suspicion.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The residences, on a route that takes entries in. */
    directory: Directory | null;
  }
}

/** What the creating routes need. */
export interface IntakeDeps {
  readonly authentication: Authentication;
  readonly directory: Snapshot<Directory>;
  readonly reception: Reception;
  readonly clock: Clock;
}

/** The caller that the authentication hook has let in. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error('A creating route without authentication');
  return request.caller;
}

/**
 * What happens before the body is read: a caller is let in, and the residences are looked up. Once it is read, nothing is
 * awaited but the commit: what comes in crowds would otherwise all wait for the last one's validation.
 */
export function beforeBody({ authentication, directory }: IntakeDeps): onRequestAsyncHookHandler[] {
  return [
    authentication.creating,
    async (request) => {
      request.directory = await directory.current();
    },
  ];
}

/** The residences when the request came. */
export function directoryOf(request: FastifyRequest): Directory {
  if (request.directory === null) throw new Error('A creating route without residences');
  return request.directory;
}

/** 404 for an establishment in a path that is not there (docs/interface.md, « Errors »). */
export function requireEstablishment(request: FastifyRequest, id: number): void {
  if (!directoryOf(request).establishments.has(id)) {
    throw new RequestError('NOTFOUND', `path: no establishment has the id ${id}`);
  }
}

/** Stores what a route has read, and answers `ok` once it is durable. */
export async function receive(
  entry: NewEntry,
  { reception }: IntakeDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = callerOf(request);
  const suspicion = suspicionOf(caller, entry);
  const outcome = await reception.receive({
    entry: suspicion === undefined ? entry : { ...entry, suspicion },
    sender: `c${caller.id}`,
    idempotencyKey: idempotencyKeyOf(request),
  });
  if (outcome.state === 'conflict') throw idempotencyConflict();
  return sendJson(reply, '"ok"');
}
