import Type, { type Static, type TObject } from 'typebox';
import { ValidationError } from '../../validation/validation-error.ts';
import { ChannelName, type ChannelSettings, PersonKey, requireChannel } from '../messages/letter.ts';

/** What the body of an act has that plans, moves or cancels visits. */
export const confirmation = {
  confirm: Type.Optional(
    Type.Array(ChannelName, {
      minItems: 1,
      uniqueItems: true,
    }),
  ),
  to: Type.Optional(Type.String()),
  mobile: Type.Optional(Type.String()),
  person: Type.Optional(PersonKey),
};
type Confirmation = Static<TObject<typeof confirmation>>;

/** Throws a `ValidationError` for a message that cannot be sent, and for an address or a number without a message to it. */
export function checkConfirmation(
  { confirm = [], to, mobile }: Confirmation,
  settings: ChannelSettings,
): void {
  if (confirm.includes('email')) requireChannel('email', settings, 'confirm');
  else if (to !== undefined) throw new ValidationError('to', 'expected with an e-mail alone');
  if (confirm.includes('sms')) requireChannel('sms', settings, 'confirm');
  else if (mobile !== undefined) throw new ValidationError('mobile', 'expected with an SMS alone');
}
