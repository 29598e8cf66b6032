import { parisDay } from '../clock.ts';
import type { SuiviBody } from '../contract/orientation.ts';
import { idempotencyKeysOf } from '../entries/create/idempotency-keys.ts';
import { withoutImpossibleDays } from '../entries/possible-days.ts';
import { fieldsWithout, type RefusedFields } from '../entries/refused-fields.ts';
import { operation } from '../store/operation.ts';
import type { Normalized } from '../validation/normalize.ts';
import { followUp, type OrientationSubmission, type Sender, upsertOrientation } from './requests.ts';

interface OrientationInput extends Omit<OrientationSubmission, 'idempotencyKeys' | 'contentKey' | 'now'> {
  readonly idempotencyKey: string | undefined;
  readonly refused: RefusedFields;
}

/** Creates or updates a partner's request. */
export const submitOrientation = operation(
  'submitOrientation',
  (tx, { idempotencyKey, refused, ...input }: OrientationInput, { now, secrets: { contentKey } }) => {
    const { partner, test, message } = input;
    const idempotencyKeys = idempotencyKeysOf({
      sender: `p${partner.id}`,
      customId: undefined,
      idempotencyKey,
      content: () => JSON.stringify(['orientation', test, message]),
      contentKey,
      now: now.toISOString(),
    });
    return upsertOrientation(tx, {
      ...input,
      message: withoutImpossibleDays(fieldsWithout(message, refused), parisDay(now)),
      idempotencyKeys,
      contentKey,
      now,
    });
  },
);

interface FollowUpInput extends Omit<Sender, 'now'> {
  readonly numero: string;
  readonly refused: RefusedFields;
  readonly message: Normalized<SuiviBody>;
}

/** Stores a partner's follow-up. Returns undefined when the partner has no request with this number. */
export const submitFollowUp = operation(
  'submitFollowUp',
  (tx, { partner, test, numero, refused, message }: FollowUpInput, { now }) =>
    followUp(tx, { partner, test, now }, numero, fieldsWithout(message, refused)),
);
