import type { NewEntry } from '../entry.ts';
import type { IdempotencyKey } from './idempotency-keys.ts';
import type { ExceededQuota, Upload } from './upload-quota.ts';

/** One creation: an entry, and the keys by which it is known when it is sent again. */
export interface NewEntryRequest {
  readonly entry: NewEntry;
  readonly idempotencyKeys: readonly IdempotencyKey[];
  /** What it uses of the quota of `browser` passwords; absent for what does not count. */
  readonly upload?: Upload | undefined;
}

export type CreateResult =
  | { readonly state: 'created'; readonly id: number }
  /** The same content was stored before. */
  | { readonly state: 'replayed'; readonly id: number }
  /** The `Idempotency-Key` was used before with other content. */
  | { readonly state: 'conflict' };

/** The same of what may exceed a quota: then it is not stored. */
export type SubmitResult = CreateResult | { readonly state: 'over quota'; readonly quota: ExceededQuota };
