import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Caller } from '../access/credentials.ts';
import type { Clock } from '../clock.ts';
import { RequestError } from '../contract/request-error.ts';
import { receiveEntries } from '../entries/create/submit-entries.ts';
import type { UploadQuota } from '../entries/create/upload-quota.ts';
import type { NewEntry } from '../entries/entry.ts';
import { sendJson } from '../http/answers.ts';
import type { Authentication } from '../http/authentication.ts';
import { idempotencyConflict, idempotencyKeyOf } from '../http/idempotency.ts';
import type { Directory } from '../residences/directory.ts';
import type { Secrets } from '../secrets.ts';
import type { Cached } from '../store/cache.ts';
import { type Database, ForeignKeyViolation } from '../store/database.ts';
import { retryUniqueViolation } from '../store/retry.ts';
import { type Normalized, additionalKey } from '../validation/normalize.ts';
import { suspicionOf } from './suspicion.ts';
import { overQuota, uploadOf } from './uploads.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The residences, on a route that takes entries in. */
    directory: Directory | null;
  }
}

/** What the creating routes need. */
export interface IntakeDeps {
  readonly authentication: Authentication;
  readonly directory: Cached<Directory>;
  readonly database: Database;
  /** Whether staff are notified by e-mail of new entries. */
  readonly notifyStaff: boolean;
  readonly secrets: Secrets;
  /** Of what comes with `browser` passwords. */
  readonly quota: UploadQuota;
  readonly clock: Clock;
}

/** The caller that the authentication hook has let in. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error('A creating route without authentication');
  return request.caller;
}

/**
 * What happens before the body is read: a caller is let in, and the residences are looked up. Once it is read, nothing is
 * awaited but a CV and the commit: what comes in crowds would otherwise all wait for the last one's validation.
 */
export function beforeBody({ authentication, directory }: IntakeDeps): onRequestAsyncHookHandler[] {
  return [
    authentication.creating,
    async (request) => {
      request.directory = await directory.get();
    },
  ];
}

/** The residences as they were before the body was read. */
export function directoryOf(request: FastifyRequest): Directory {
  if (request.directory === null) throw new Error('A creating route without residences');
  return request.directory;
}

/** 404 for an establishment in a path that is not there (docs/interface.md, « Errors »). */
export function noEstablishment(id: number): RequestError {
  return new RequestError('NOTFOUND', `path: no establishment has the id ${id}`);
}

/** Stores an entry: it is durable on return. Returns false when its residence was removed since the request began. */
export async function submit(
  entry: NewEntry,
  deps: IntakeDeps,
  request: FastifyRequest<{ Body: Normalized<object> }>,
): Promise<boolean> {
  const { database, notifyStaff, clock } = deps;
  const caller = callerOf(request);
  const isVisitor = caller.scope === 'browser';
  const suspicion = isVisitor ? suspicionOf(request.body[additionalKey]) : null;
  const submission = {
    entry: isVisitor ? { ...entry, browser: true, suspicion } : entry,
    // Apart for a caller's two kinds of password: a visitor who sends the backend's key or customId first must not make
    // the backend's entry a conflict or a repetition.
    sender: `${isVisitor ? 'b' : 'c'}${caller.id}`,
    idempotencyKey: idempotencyKeyOf(request),
    upload: isVisitor ? uploadOf(entry, request, deps) : undefined,
    notifyStaff,
  };
  try {
    const result = await retryUniqueViolation(() => database.write(receiveEntries, submission, clock()));
    if (result.state === 'over quota') throw overQuota(entry.file !== null, result.quota, clock());
    if (result.state === 'conflict') throw idempotencyConflict();
    return true;
  } catch (error) {
    // Residences are the only rows named by an entry that can be deleted.
    if (error instanceof ForeignKeyViolation) return false;
    throw error;
  }
}

/** Sends the answer of a creating route. */
export function sendOk(reply: FastifyReply): FastifyReply {
  return sendJson(reply, '"ok"');
}
