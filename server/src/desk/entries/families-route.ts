import Type from 'typebox';
import { email } from '../../contract/fields.ts';
import { deskRoute } from '../../http/desk-route.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { byPhone, type LookUpDeps } from './known-family.ts';

const Query = Type.Object({
  phone: Type.Optional(
    Type.String({
      // Untrimmed: a leading space may be a `+` that was not encoded.
      format: 'raw',
      maxLength: 255,
      examples: ['06 39 98 12 34'],
    }),
  ),
  email: email('A whole e-mail address.'),
});

/** Families already known, while a phone number is being typed. */
export const findFamilies = deskRoute('findFamilies', 'GET /desk/families', {
  right: 'entries.look-up',
  query: Query,
  async run({ lookUpFamily }: LookUpDeps, { phone, email: address, by }) {
    if (phone === undefined && address === undefined)
      throw new ValidationError('phone', 'expected here, or an address in email');
    return lookUpFamily(by, {
      ...(phone === undefined ? { phoneKeys: [] } : byPhone(phone)),
      emails: address === undefined ? [] : [address],
    });
  },
});
