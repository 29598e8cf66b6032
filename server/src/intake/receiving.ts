import type { FastifyReply, FastifyRequest } from 'fastify';
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

/** 404 for an establishment in a path that is not there (docs/interface.md, « Errors »). */
export async function requireEstablishment(directory: Snapshot<Directory>, id: number): Promise<void> {
  if (!(await directory.current()).establishments.has(id)) {
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
