import { hash } from 'node:crypto';
import type { NewEntryValues } from '../../store/entry-columns.ts';
import { batchOperation } from '../../store/operation.ts';
import type { NewEntry } from '../entry.ts';
import { addNotifications } from '../notifications.ts';
import { entryWithout, type RefusedFields } from '../refused-fields.ts';
import { createEntries } from './create-entries.ts';
import { idempotencyKeysOf } from './idempotency-keys.ts';
import type { NewEntryRequest } from './new-entry-request.ts';
import type { Upload } from './upload-quota.ts';

/** An entry sent by a caller. */
export interface Submission extends Pick<NewEntryRequest, 'entry' | 'hasRule' | 'id'> {
  /** `c` and the caller's id, or `b` and the caller's id for its `browser` passwords. */
  readonly sender: string;
  /** Its fields of these names are not stored. */
  readonly refused?: RefusedFields;
  readonly idempotencyKey: string | undefined;
  /** Its use of the quota of `browser` passwords; undefined when it does not count against the quota. */
  readonly upload: Upload | undefined;
  /** Whether staff are notified by e-mail of new entries. */
  readonly notifyStaff: boolean;
  /** Whether people get a receipt of it. */
  readonly hasReceipt?: boolean;
}

/** Stores a batch of submissions idempotently. */
export const submitEntries = batchOperation(
  'submitEntries',
  async (tx, submissions: readonly Submission[], { now: date, secrets: { contentKey } }) => {
    const now = date.toISOString();
    const requests = submissions.map(
      ({ entry, sender, refused = [], idempotencyKey, upload, hasRule, id }) => {
        const customId = entry.customId ?? undefined;
        const content = () => comparableContent(entry);
        return {
          // Recognized by what was sent: a resend is the same, whatever is refused since.
          entry: withoutLostFile(entryWithout(entry, refused)),
          upload,
          hasRule,
          id,
          idempotencyKeys: idempotencyKeysOf({ sender, customId, idempotencyKey, content, contentKey, now }),
        };
      },
    );
    const results = await createEntries(tx, requests, now);
    // A setting of the process, so the same for the whole batch.
    if (submissions[0]?.notifyStaff === true) {
      const created = submissions.flatMap(({ entry, hasReceipt = false }, i) => {
        const result = results[i];
        return result?.state === 'created' ? [{ id: result.id, entry, hasReceipt }] : [];
      });
      await addNotifications(tx, created, now);
    }
    return results;
  },
);

/** Returns an entry without a file that can't be kept: its fields say why, beside the name as sent. */
function withoutLostFile(entry: NewEntry): NewEntry {
  const notKept = entry.file?.notKept;
  if (notKept === undefined) return entry;
  const fields: { readonly cv?: object } = JSON.parse(entry.fields);
  return { ...entry, file: null, fields: JSON.stringify({ ...fields, cv: { ...fields.cv, notKept } }) };
}

/** Which values of an entry the sender decides; a residence may have been taken from the job offer. */
const isSent: Readonly<Record<keyof NewEntryValues, boolean>> = {
  kind: true,
  establishmentId: false,
  callerId: true,
  partnerId: true,
  customId: true,
  type: true,
  sejourType: true,
  resultat: true,
  motif: true,
  status: true,
  flagged: true,
  suspicion: false,
  test: true,
  contactDate: false,
  receivedAt: false,
  comment: true,
  commentBy: true,
  gclid: true,
  partnerid: true,
  announcementId: true,
  fields: true,
  extra: true,
  browser: false,
};
const sentNames = (Object.keys(isSent) as (keyof NewEntryValues)[]).filter((name) => isSent[name]);

/**
 * Returns the text to hash: everything that the sender sent, without what the service added (the time of receipt, the
 * action of an admission, the residence of a job offer, which may change before a retry). Each text has its length before
 * it, so that it can't pass for two. A release that changes this format stores a second entry for a request retried across
 * the upgrade.
 */
function comparableContent(entry: NewEntry): string {
  const { establishmentId, placedByOffer, relations, file } = entry;
  const actions = entry.actions.filter(({ stage }) => stage === null);
  let content = '';
  const add = (value: string | number | boolean | null | undefined) => {
    content += typeof value === 'string' ? `${value.length}:${value}` : `${value};`;
  };
  // Opinions are flagged by the service.
  for (const name of sentNames) add(name === 'flagged' && entry.kind === 'survey' ? false : entry[name]);
  add(placedByOffer === true ? null : establishmentId);
  add(relations.length);
  for (const { fields, extra } of relations) {
    add(fields);
    add(extra);
  }
  add(actions.length);
  for (const action of actions) for (const value of Object.values(action)) add(value);
  if (file !== null)
    for (const value of [file.name, file.type, hash('sha256', file.content, 'base64url')]) add(value);
  return content;
}
