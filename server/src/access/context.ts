import type { Secrets } from '../secrets.ts';

/** What the functions that change access need besides the transaction. */
export interface Administration {
  readonly secrets: Secrets;
  readonly now: Date;
}
