import { hash } from 'node:crypto';
import { batchOperation } from '../database/operation.ts';
import type { Instant } from '../database/tables.ts';
import { type Creation, countEntries, storeEntries } from './create-entries.ts';
import type { NewEntry } from './entry.ts';
import { addNotifications } from './notifications.ts';
import { receiptsOf } from './receipts.ts';
import type { Upload } from './upload-quota.ts';

/** An entry as a caller has sent it. */
export interface Arrival {
  readonly entry: NewEntry;
  /** Who sent it: `c` and the caller's id, or `b` and the caller's id for its `browser` passwords. */
  readonly sender: string;
  readonly idempotencyKey: string | undefined;
  /** What it uses of the quota of `browser` passwords; undefined for what does not count. */
  readonly upload: Upload | undefined;
  /** Whether staff are told by e-mail of what arrives. */
  readonly tellsStaff: boolean;
}

/** Stores what arrives together, each content only once. */
export const receiveEntries = batchOperation(
  'receiveEntries',
  async (tx, arrivals: readonly Arrival[], { now: date, secrets }) => {
    const now = date.toISOString();
    const outcomes = await storeEntries(tx, creationsOf(arrivals, secrets.contentKey, now), now);
    await countEntries(tx, arrivals, outcomes);
    // A setting of the process: what holds for one holds for all.
    if (arrivals[0]?.tellsStaff === true) await addNotifications(tx, arrivals, outcomes, now);
    return outcomes;
  },
);

function creationsOf(arrivals: readonly Arrival[], contentKey: string, now: Instant): Creation[] {
  return arrivals.map(({ entry, sender, idempotencyKey, upload }) => {
    const customId = entry.customId ?? undefined;
    return {
      entry,
      upload,
      receipts: receiptsOf({
        sender,
        customId,
        idempotencyKey,
        content: () => contentOf(entry),
        contentKey,
        now,
      }),
    };
  });
}

/**
 * All that the sender said, and nothing of what the service added: when it came, an action that tells a result, the
 * residence of a job offer, which may be another one by the next try.
 * A release that changes it stores once more what is sent again across the upgrade.
 */
function contentOf(entry: NewEntry) {
  const { actions, file, placedByOffer } = entry;
  const establishmentId = placedByOffer === true ? null : entry.establishmentId;
  const added = {
    contactDate: undefined,
    receivedAt: undefined,
    phoneKeys: undefined,
    suspicion: undefined,
    browser: undefined,
  };
  return JSON.stringify([
    // JSON leaves out what is undefined. A rest pattern would take ten times as long.
    { ...entry, ...added, establishmentId, placedByOffer: undefined, actions: undefined, file: undefined },
    actions.filter(({ stage }) => stage === null),
    file && [file.name, file.type, hash('sha256', file.content, 'base64url')],
  ]);
}
