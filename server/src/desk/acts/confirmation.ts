import Type, { type Static, type TObject } from 'typebox';
import type { StoredChange } from '../../entries/change/change-entry.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { PersonKey, requireMail, type StoredLetter } from '../messages/letter.ts';
import type { Done } from './act.ts';
import type { ActDeps } from './act-route.ts';

/** What the body of an act has that plans, moves or cancels visits. */
export const confirmation = {
  confirm: Type.Optional(
    Type.Array(Type.Enum(['email'], { type: 'string' }), {
      minItems: 1,
      maxItems: 1,
      description:
        'Tells the family of the visit that this plans, moves or cancels, with the template that is on for that and a calendar file, ten seconds later. One that is named in `actions` without another change is told of as it is planned.',
    }),
  ),
  to: Type.Optional(
    Type.String({
      description: 'The address that you have seen: 409 if the message would go to another one.',
    }),
  ),
  person: Type.Optional(PersonKey),
};
type Confirmation = Static<TObject<typeof confirmation>>;

/** Throws a `ValidationError` for a message that cannot be sent, and for an address without a message. */
export function checkConfirmation({ confirm, to }: Confirmation, { mail }: Pick<ActDeps, 'mail'>): void {
  if (confirm) requireMail(mail, 'confirm');
  else if (to !== undefined) throw new ValidationError('to', 'expected with a message alone');
}

/** What an act has done, with the message that went with it. */
export function withLetter(
  done: StoredChange | undefined,
  letter: StoredLetter | undefined,
): Done | undefined {
  if (letter === undefined || done === undefined) return done;
  return { ...done, message: { id: letter.sent.id, sendsAt: letter.sendsAt } };
}
