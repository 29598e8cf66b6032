import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Caller } from '../access/credentials.ts';
import type { Clock } from '../clock.ts';
import type { EntryKind } from '../contract/enumerations.ts';
import { RequestError } from '../contract/request-error.ts';
import type { WireNames } from '../contract/wire-names.ts';
import type { Directory } from '../directory.ts';
import type { DiskReserve } from '../entries/create/cv.ts';
import { submitEntries } from '../entries/create/submit-entries.ts';
import type { UploadQuota } from '../entries/create/upload-quota.ts';
import type { NewEntry, Suspicion } from '../entries/entry.ts';
import type { RefusedFields } from '../entries/refused-fields.ts';
import { mainErrors, Ok, sendJson } from '../http/answers.ts';
import type { Authentication } from '../http/authentication.ts';
import { formTypes } from '../http/form-body.ts';
import { idempotencyConflict, idempotencyKeyOf } from '../http/idempotency.ts';
import type { Secrets } from '../secrets.ts';
import type { Cached } from '../store/cache.ts';
import { type Database, ForeignKeyViolation } from '../store/database.ts';
import { retryUniqueViolation } from '../store/retry.ts';
import { additionalIn, unplacedFields } from '../validation/field-rows.ts';
import { type AdditionalFields, additionalKey, type Normalized } from '../validation/normalize.ts';
import { overQuota, uploadOf } from './uploads.ts';

/** A field hidden from people, which bots fill in (docs/capture.md, « Spam »). */
const honeypotField = 'sujetAnnexe';
/** The time from the display of the form to its submission, in milliseconds. */
const durationField = 'formDurationMs';
/** A form filled in faster than this is suspicious. */
const minFillMs = 3_000;

/**
 * Returns why an entry sent with a `browser` password looks like spam; null when it does not. The contract names neither
 * field, and a form without both is never suspicious.
 */
function suspicionOf(extra: AdditionalFields = {}): Suspicion | null {
  if (honeypotField in extra) return 'trap';
  const duration = extra[durationField];
  if (duration === undefined) return null;
  return Number(duration) >= minFillMs ? null : 'haste';
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The residences; set on routes that create entries. */
    directory: Directory | null;
    refusedFields: RefusedFields;
  }
  interface FastifyContextConfig {
    /** What a route creates. */
    entryKind?: EntryKind;
  }
}

/** Dependencies of the routes that create entries. */
export interface IntakeDeps {
  readonly authentication: Authentication;
  readonly directory: Cached<Directory>;
  readonly refusedFields: Cached<RefusedFields>;
  readonly database: Database;
  /** Whether staff are notified by e-mail of new entries. */
  readonly notifyStaff: boolean;
  readonly secrets: Secrets;
  /** The quota of `browser` passwords. */
  readonly quota: UploadQuota;
  /** The disk space that CVs must leave free; undefined where free space can't be determined. */
  readonly diskReserve: DiskReserve | undefined;
  readonly wireNames: WireNames;
  readonly clock: Clock;
}

/** What the schemas of routes that create entries have in common. */
export const creating = {
  tags: ['Main API'],
  consumes: formTypes,
  response: { 200: Ok, ...mainErrors },
};

export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error('A creating route without authentication');
  return request.caller;
}

/**
 * Hooks that run before the body is read: they authenticate the caller and look up the residences. After the body is read,
 * only a CV and the commit are awaited. Any other await would make each of many concurrent requests wait until the last
 * one is validated.
 */
export function preBodyHooks({
  authentication,
  directory,
  refusedFields,
}: IntakeDeps): onRequestAsyncHookHandler[] {
  return [
    authentication.creating,
    async (request) => {
      request.directory = await directory.get();
      request.refusedFields = await refusedFields.get();
    },
  ];
}

/** Returns the residences, as they were before the body was read. */
export function directoryOf(request: FastifyRequest): Directory {
  if (request.directory === null) throw new Error('A creating route without residences');
  return request.directory;
}

/** A 404 for an unknown residence in a path (docs/interface.md, « Errors »). */
export function noEstablishment(id: number): RequestError {
  return new RequestError('NOTFOUND', `path: no establishment has the id ${id}`);
}

/**
 * Stores an entry durably. Returns false when its residence was removed after the request began. Rejects with a
 * `RequestError` when its texts exceed a quota (a file that does is left out) or its `Idempotency-Key` was used with other content.
 */
export async function submit(
  entry: NewEntry,
  deps: IntakeDeps,
  request: FastifyRequest<CreatingRoute>,
): Promise<boolean> {
  const { database, notifyStaff, clock } = deps;
  const caller = callerOf(request);
  const isVisitor = caller.scope === 'browser';
  const suspicion = isVisitor ? suspicionOf(request.body[additionalKey]) : null;
  const submission = {
    refused: request.refusedFields,
    entry: { ...entry, callerId: caller.id, test: request.query.test === 1, browser: isVisitor, suspicion },
    // Different for a caller's two kinds of password. Otherwise a visitor who sends the backend's key or customId first
    // could turn the backend's entry into a conflict or a replay.
    sender: `${isVisitor ? 'b' : 'c'}${caller.id}`,
    idempotencyKey: idempotencyKeyOf(request),
    upload: isVisitor ? uploadOf(entry, request, deps) : undefined,
    notifyStaff,
    hasReceipt: caller.hasReceipts,
    hasRule: entry.establishmentId !== null && directoryOf(request).withRule.has(entry.establishmentId),
  };
  try {
    const result = await retryUniqueViolation(() => database.write(submitEntries, submission, clock()));
    if (result.state === 'over quota') {
      const { file } = entry;
      if (file === null || file.notKept !== undefined) throw overQuota(result.quota, clock());
      return await submit({ ...entry, file: { ...file, notKept: 'quota' } }, deps, request);
    }
    if (result.state === 'conflict') throw idempotencyConflict();
    return true;
  } catch (error) {
    // Of the rows that an entry references, only residences can be deleted.
    if (error instanceof ForeignKeyViolation) return false;
    throw error;
  }
}

/** Characters of `X-Unread-Fields`. */
const longestHeader = 1_000;

/**
 * Sends the response of a route that creates entries. A test is told which fields have no place (docs/interface.md, « Test
 * mode »).
 */
export function sendOk(request: FastifyRequest<CreatingRoute>, reply: FastifyReply): FastifyReply {
  if (request.query.test === 1) {
    let names = '';
    for (const { name } of unplacedFields(additionalIn(request.body))) {
      const longer = `${names}${names && ', '}${encodeURIComponent(name.toWellFormed())}`;
      if (longer.length > longestHeader) break;
      names = longer;
    }
    if (names !== '') reply.header('x-unread-fields', names);
  }
  return sendJson(reply, '"ok"');
}

interface CreatingRoute {
  Body: Normalized<object>;
  Querystring: { readonly test?: number };
}
