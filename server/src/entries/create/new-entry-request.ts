import type { NewEntry } from '../entry.ts';
import type { IdempotencyKey } from './idempotency-keys.ts';
import type { ExceededQuota, Upload } from './upload-quota.ts';

/** An entry to create, and the keys by which a retry is recognized. */
export interface NewEntryRequest {
  readonly entry: NewEntry;
  readonly idempotencyKeys: readonly IdempotencyKey[];
  /** Its use of the quota of `browser` passwords; absent when it does not count against the quota. */
  readonly upload?: Upload | undefined;
  /** False when its residence has no assignment rule: then none is looked up. */
  readonly hasRule?: boolean | undefined;
  /** The id of an entry that will be rolled back: PostgreSQL does not take back the ids that a sequence has given. */
  readonly id?: number | undefined;
}

export type CreateResult =
  | { readonly state: 'created'; readonly id: number }
  /** The same content was stored before. */
  | { readonly state: 'replayed'; readonly id: number }
  /** The `Idempotency-Key` was used before with other content. */
  | { readonly state: 'conflict' };

/** The result for an entry with an upload: over quota, it is not stored. */
export type SubmitResult = CreateResult | { readonly state: 'over quota'; readonly quota: ExceededQuota };
