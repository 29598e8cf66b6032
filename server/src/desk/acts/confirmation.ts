import Type, { type Static, type TObject } from 'typebox';
import { ValidationError } from '../../validation/validation-error.ts';
import { ChannelName, type ChannelSettings, PersonKey, requireChannel } from '../messages/letter.ts';

/** What the body of an act has that plans, moves or cancels visits. */
export const confirmation = {
  confirm: Type.Optional(
    Type.Array(ChannelName, {
      minItems: 1,
      uniqueItems: true,
      description:
        'Tells the family of the visit that this plans, moves or cancels, with the template that is on for that: by e-mail ten seconds later and with a calendar file, by SMS in the hours for them, 400 if that is after the visit. One that is named in `actions` without another change is told of as it is planned.',
    }),
  ),
  to: Type.Optional(
    Type.String({
      description: 'The address that you have seen: 409 if the message would go to another one.',
    }),
  ),
  mobile: Type.Optional(
    Type.String({ description: 'The same for the mobile number, with `confirm` by `sms`.' }),
  ),
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
