import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Caller } from '../access/credentials.ts';
import type { Clock } from '../clock.ts';
import { RequestError } from '../contract/request-error.ts';
import { NotThere } from '../database/port.ts';
import type { Snapshot } from '../database/snapshot.ts';
import type { NewEntry } from '../entries/entry.ts';
import type { Reception } from '../entries/reception.ts';
import type { UploadQuota } from '../entries/upload-quota.ts';
import { sendJson } from '../http/answers.ts';
import type { Authentication } from '../http/authentication.ts';
import { idempotencyConflict, idempotencyKeyOf } from '../http/idempotency.ts';
import type { Directory } from '../residences/rules.ts';
import type { Secrets } from '../secrets.ts';
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
  readonly directory: Snapshot<Directory>;
  readonly reception: Reception;
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
      request.directory = await directory.current();
    },
  ];
}

/** 404 for an establishment in a path that is not there (docs/interface.md, « Errors »). */
export function requireEstablishment({ establishments }: Directory, id: number): void {
  if (!establishments.has(id)) {
    throw new RequestError('NOTFOUND', `path: no establishment has the id ${id}`);
  }
}

/**
 * Stores what a route has read, which `entryAt` makes an entry of, and answers `ok` once it is durable. When a residence
 * was removed between the first bytes of the request and the last, the entry is made anew.
 */
export async function receive(
  entryAt: (directory: Directory) => NewEntry,
  deps: IntakeDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const before = request.directory;
  if (before === null) throw new Error('A creating route without residences');
  const caller = callerOf(request);
  const isVisitor = caller.scope === 'browser';
  const store = async (entry: NewEntry) => {
    const outcome = await deps.reception.receive({
      entry: isVisitor ? fromBrowser(entry) : entry,
      // Receipts of a caller's two kinds of password never meet: a visitor who sends the backend's key or customId first
      // must not make the backend's entry a conflict or a repetition.
      sender: `${isVisitor ? 'b' : 'c'}${caller.id}`,
      idempotencyKey: idempotencyKeyOf(request),
      upload: isVisitor ? uploadOf(entry, request, deps) : undefined,
    });
    if (outcome.state === 'over quota') throw overQuota(entry.file !== null, outcome.quota, deps.clock());
    return outcome;
  };
  const outcome = await store(entryAt(before)).catch(async (error: unknown) => {
    if (!(error instanceof NotThere)) throw error;
    return store(entryAt(await deps.directory.fresh()));
  });
  if (outcome.state === 'conflict') throw idempotencyConflict();
  return sendJson(reply, '"ok"');
}

/** An entry that came with a `browser` password. */
function fromBrowser(entry: NewEntry): NewEntry {
  const suspicion = suspicionOf(entry);
  return { ...entry, browser: true, ...(suspicion !== undefined && { suspicion }) };
}
