import type { FastifyRequest } from 'fastify';
import { RequestError } from '../contract/request-error.ts';
import {
  type ExceededQuota,
  secondsOfQuotaLeft,
  type Upload,
  type UploadQuota,
} from '../entries/create/upload-quota.ts';
import type { NewEntry } from '../entries/entry.ts';
import { addressGroup } from '../http/address.ts';
import type { Secrets } from '../secrets.ts';

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
  const file = entry.file?.notKept === undefined ? entry.file : null;
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

/** A 429 for a large entry that would exceed a quota. Its message says what would be accepted. */
export function overQuota(exceeded: ExceededQuota, now: Date): RequestError {
  const seconds = secondsOfQuotaLeft(now);
  const limit = exceeded === 'perAddress' ? 'from this address today' : 'today';
  return new RequestError(
    'RATELIMIT',
    `body: no more large entries are taken ${limit}: send less than ${smallBytes} bytes, or try again in ${seconds} seconds`,
    { 'retry-after': String(seconds) },
  );
}
