import type { Secrets } from '../secrets.ts';

/** What functions that manage credentials, users and sessions need besides the transaction. */
export interface Administration {
  readonly secrets: Secrets;
  readonly now: Date;
}
