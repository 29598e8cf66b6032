import { hash } from 'node:crypto';
import { batchOperation } from '../../store/operation.ts';
import type { NewEntry } from '../entry.ts';
import { addNotifications } from '../notifications.ts';
import { createEntries } from './create-entries.ts';
import { idempotencyKeysOf } from './idempotency-keys.ts';
import type { NewEntryRequest } from './new-entry-request.ts';
import type { Upload } from './upload-quota.ts';

/** An entry sent by a caller. */
export interface Submission {
  readonly entry: NewEntry;
  /** `c` and the caller's id, or `b` and the caller's id for its `browser` passwords. */
  readonly sender: string;
  readonly idempotencyKey: string | undefined;
  /** Its use of the quota of `browser` passwords; undefined when it does not count against the quota. */
  readonly upload: Upload | undefined;
  /** Whether staff are notified by e-mail of new entries. */
  readonly notifyStaff: boolean;
  /** Both as in {@link NewEntryRequest}. */
  readonly hasRule?: boolean | undefined;
  readonly id?: number | undefined;
}

/** Stores a batch of submissions idempotently. */
export const submitEntries = batchOperation(
  'submitEntries',
  async (tx, submissions: readonly Submission[], { now: date, secrets: { contentKey } }) => {
    const now = date.toISOString();
    const requests = submissions.map(({ entry, sender, idempotencyKey, upload, hasRule, id }) => {
      const customId = entry.customId ?? undefined;
      const content = () => contentOf(entry);
      return {
        entry,
        upload,
        hasRule,
        id,
        idempotencyKeys: idempotencyKeysOf({ sender, customId, idempotencyKey, content, contentKey, now }),
      };
    });
    const results = await createEntries(tx, requests, now);
    // A setting of the process, so the same for the whole batch.
    if (submissions[0]?.notifyStaff === true) await addNotifications(tx, submissions, results, now);
    return results;
  },
);

/**
 * Returns the text to hash: everything that the sender sent, without what the service added (the time of receipt, the
 * action of an admission, the residence of a job offer, which may change before a retry). Values that are JSON already
 * are appended as they are: JSON text has no line breaks, so a line break separates them safely. A release that changes
 * this format stores a second entry for a request retried across the upgrade.
 */
function contentOf(entry: NewEntry): string {
  const { actions, relations, file, placedByOffer, fields, extra } = entry;
  const values = {
    ...entry,
    establishmentId: placedByOffer === true ? null : entry.establishmentId,
    // JSON omits undefined members. A rest pattern would take ten times as long.
    contactDate: undefined,
    receivedAt: undefined,
    phoneKeys: undefined,
    suspicion: undefined,
    browser: undefined,
    placedByOffer: undefined,
    fields: undefined,
    extra: undefined,
    relations: undefined,
    actions: actions.filter(({ stage }) => stage === null),
    file: file && [file.name, file.type, hash('sha256', file.content, 'base64url')],
  };
  const texts = relations.flatMap((relation) => [relation.fields, relation.extra ?? '']);
  return [JSON.stringify(values), fields, extra ?? '', ...texts].join('\n');
}
