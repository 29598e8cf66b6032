import Type from 'typebox';
import { email } from '../../contract/fields.ts';
import type { App } from '../../http/app-type.ts';
import { deskErrors } from '../../http/desk-answers.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { byPhone, type FamilyLookUp, KnownFamily } from './known-family.ts';

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

/** `GET /desk/families`: families already known, while a phone number is being typed. */
export function familiesRoute(scope: App, lookUp: FamilyLookUp): void {
  scope.get(
    '/desk/families',
    {
      config: { desk: 'entries.look-up' },
      schema: {
        tags: ['Entries'],
        summary: 'Find the families known by a phone number or an e-mail address',
        description:
          'Enough to recognise a family, and nothing of what it wrote. Test entries, spam and job applications are left out. The audit trail records each entry that the user may recognise but not read; after 120 such look-ups within an hour the answer is 429.',
        querystring: Query,
        response: { 200: KnownFamily, ...deskErrors },
      },
    },
    (request) => {
      const { phone, email: address } = request.query;
      if (phone === undefined && address === undefined)
        throw new ValidationError('phone', 'expected here, or an address in email');
      const identifiers = {
        ...(phone === undefined ? { phoneKeys: [] } : byPhone(phone)),
        emails: address === undefined ? [] : [address],
      };
      return lookUp(request, identifiers);
    },
  );
}
