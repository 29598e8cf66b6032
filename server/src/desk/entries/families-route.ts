import Type from 'typebox';
import { email } from '../../contract/fields.ts';
import { deskRoute } from '../../http/desk-route.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { byPhone, KnownFamily, type LookUpDeps } from './known-family.ts';

const Query = Type.Object({
  phone: Type.Optional(
    Type.String({
      // Untrimmed: a leading space may be a `+` that was not encoded.
      format: 'raw',
      maxLength: 255,
      description:
        'A phone number in any form. Fewer than four digits match nothing; from six digits on, the beginning of a number matches for users who may read entries.',
      examples: ['06 39 98 12 34'],
    }),
  ),
  email: email('A whole e-mail address.'),
});

/** Families already known, while a phone number is being typed. */
export const findFamilies = deskRoute('findFamilies', 'GET /desk/families', {
  right: 'entries.look-up',
  tag: 'Entries',
  summary: 'Find the families known by a phone number or an e-mail address',
  description:
    'Enough to recognise a family, and nothing of what it wrote. Test entries, spam and job applications are left out. The audit trail records each entry that the user may recognise but not read; after 120 look-ups within an hour that tell of such entries, of some out of reach or of an objection, the answer is 429.',
  query: Query,
  answer: KnownFamily,
  async run({ lookUpFamily }: LookUpDeps, { phone, email: address, by }) {
    if (phone === undefined && address === undefined)
      throw new ValidationError('phone', 'expected here, or an address in email');
    return lookUpFamily(by, {
      ...(phone === undefined ? { phoneKeys: [] } : byPhone(phone)),
      emails: address === undefined ? [] : [address],
    });
  },
});
