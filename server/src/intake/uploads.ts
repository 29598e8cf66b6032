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
 * Entries without a file up to this size, in bytes, do not count against the quota. Real forms are much smaller, so a
 * visitor's message is never refused because of what others have sent.
 */
const smallBytes = 16 * 1024;

/** Returns the quota use of an entry sent with a `browser` password; undefined when it is small. */
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

/** The size of the texts that may be long. */
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

interface UnreadUploadDeps {
  readonly read: Queries;
  readonly quota: UploadQuota;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

/**
 * Returns a hook that refuses a visitor's application when its CV would exceed a quota. It decides by the content length,
 * before the body is read, so that strangers can't make the service read megabytes in vain.
 */
export function refuseUnreadOverQuota({
  read,
  quota,
  secrets,
  clock,
}: UnreadUploadDeps): preParsingAsyncHookHandler {
  return async (request, _reply, payload) => {
    // Estimated from the length: the CV in base64, and up to `bodyLimitBytes` of other fields.
    const bytes = Math.floor(((Number(request.headers['content-length'] ?? 0) - bodyLimitBytes) * 3) / 4);
    if (bytes <= 0 || request.caller?.scope !== 'browser') return payload;
    const upload = { ...quota, address: secrets.addressHash(addressGroup(request.ip)), bytes };
    const exceeded = await exceededQuota(read, upload, clock().toISOString());
    if (exceeded !== undefined) throw overQuota(true, exceeded, clock());
    return payload;
  };
}

/** A 429 for an entry that would exceed a quota. Its message says what would be accepted. */
export function overQuota(hasFile: boolean, exceeded: ExceededQuota, now: Date): RequestError {
  const seconds = secondsOfQuotaLeft(now);
  const limit = exceeded === 'perAddress' ? 'from this address today' : 'today';
  const message = !hasFile
    ? `body: no more large entries are taken ${limit}: send less than ${smallBytes} bytes, or try again in ${seconds} seconds`
    : `cv: no more files are taken ${limit}: send the application without its CV, or try again in ${seconds} seconds`;
  return new RequestError('RATELIMIT', message, { 'retry-after': String(seconds) });
}
