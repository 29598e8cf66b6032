import type { Partner } from '../access/credentials.ts';
import type { OrientationBody, SuiviBody } from '../contract/orientation.ts';
import { operation } from '../database/operation.ts';
import { idempotencyKeysOf } from '../entries/idempotency-keys.ts';
import type { Cleaned } from '../reading/clean.ts';
import { followUp, upsertOrientation } from './requests.ts';

export interface OrientationInput {
  readonly partner: Partner;
  readonly test: boolean;
  readonly message: Cleaned<OrientationBody>;
  readonly idempotencyKey: string | undefined;
  /** Whether staff are told by e-mail of what arrives. */
  readonly notifyStaff: boolean;
}

/** Creates or updates a partner's request. */
export const receiveOrientation = operation(
  'receiveOrientation',
  (tx, { idempotencyKey, ...input }: OrientationInput, { now, secrets: { contentKey } }) => {
    const { partner, test, message } = input;
    const idempotencyKeys = idempotencyKeysOf({
      sender: `p${partner.id}`,
      customId: undefined,
      idempotencyKey,
      content: () => JSON.stringify(['orientation', test, message]),
      contentKey,
      now: now.toISOString(),
    });
    return upsertOrientation(tx, { ...input, idempotencyKeys, now });
  },
);

export interface FollowUpInput {
  readonly partner: Partner;
  readonly test: boolean;
  readonly numero: string;
  readonly message: Cleaned<SuiviBody>;
}

/** Stores a partner's follow-up. Returns undefined when the partner has no request with this number. */
export const receiveFollowUp = operation(
  'receiveFollowUp',
  (tx, { partner, test, numero, message }: FollowUpInput, { now }) =>
    followUp(tx, { partner, test, now }, numero, message),
);
