import { statfs } from 'node:fs/promises';
import type { FastifyRequest, preParsingAsyncHookHandler } from 'fastify';
import type { Clock } from '../clock.ts';
import { RequestError } from '../contract/request-error.ts';
import {
  type ExceededQuota,
  exceededQuota,
  secondsOfQuotaLeft,
  type Upload,
  type UploadQuota,
} from '../entries/create/upload-quota.ts';
import type { NewEntry } from '../entries/entry.ts';
import { addressGroup } from '../http/address.ts';
import { bodyLimitBytes } from '../http/json-body.ts';
import type { Secrets } from '../secrets.ts';
import type { Queries } from '../store/database.ts';

/**
 * What an entry without a file may hold and not count, in bytes. No form comes near, and a visitor's words are never refused
 * for what others have sent.
 */
const smallBytes = 16 * 1024;

/** What an entry that came with a `browser` password uses of the quota; undefined when it is small. */
export function uploadOf(
  entry: NewEntry,
  request: FastifyRequest,
  { quota, secrets }: { readonly quota: UploadQuota; readonly secrets: Secrets },
): Upload | undefined {
  const { file } = entry;
  const bytes = textBytes(entry) + (file?.content.length ?? 0);
  if (file === null && bytes <= smallBytes) return undefined;
  return { ...quota, address: secrets.addressHash(addressGroup(request.ip)), bytes };
}

/** The texts that may be long. */
function textBytes({ fields, extra, comment, relations, actions }: NewEntry): number {
  const texts = [
    fields,
    extra,
    comment,
    ...relations.flatMap((relation) => [relation.fields, relation.extra]),
    ...actions.flatMap((action) => [action.comment, action.extra]),
  ];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0);
}

export interface UnreadUploadDeps {
  readonly read: Queries;
  readonly quota: UploadQuota;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

/**
 * Refuses a visitor's application before its body is read, by its length alone, when a quota has no room for the CV in it:
 * strangers send megabytes as fast as they like.
 */
export function refuseUnreadOverQuota({
  read,
  quota,
  secrets,
  clock,
}: UnreadUploadDeps): preParsingAsyncHookHandler {
  return async (request, _reply, payload) => {
    // The CV in base64, and at most so much beside it.
    const bytes = Math.floor(((Number(request.headers['content-length'] ?? 0) - bodyLimitBytes) * 3) / 4);
    if (bytes <= 0 || request.caller?.scope !== 'browser') return payload;
    const upload = { ...quota, address: secrets.addressHash(addressGroup(request.ip)), bytes };
    const exceeded = await exceededQuota(read, upload, clock().toISOString());
    if (exceeded !== undefined) throw overQuota(true, exceeded, clock());
    return payload;
  };
}

/** 429 for an entry that would exceed a quota: says what passes. */
export function overQuota(hasFile: boolean, exceeded: ExceededQuota, now: Date): RequestError {
  const seconds = secondsOfQuotaLeft(now);
  const limit = exceeded === 'perAddress' ? 'from this address today' : 'today';
  const message = !hasFile
    ? `body: no more large entries are taken ${limit}: send less than ${smallBytes} bytes, or try again in ${seconds} seconds`
    : `cv: no more files are taken ${limit}: send the application without its CV, or try again in ${seconds} seconds`;
  return new RequestError('RATELIMIT', message, { 'retry-after': String(seconds) });
}

/** The room that CVs leave on the disk of a folder. */
export interface DiskReserve {
  readonly folder: string;
  readonly bytes: number;
}

/** An operator has to make room: whoever waits less asks in vain. */
const diskFullRetrySeconds = 60 * 60;

/** 503 when a CV would use the last room of the disk, which is kept for leads. */
export async function requireDiskSpace({ folder, bytes }: DiskReserve): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= bytes) return;
  throw new RequestError(
    'UNAVAILABLE',
    'cv: no room for files at the moment: please send the application without its CV, or try again later',
    { 'retry-after': String(diskFullRetrySeconds) },
  );
}
