import Type from 'typebox';
import { parisDay } from '../../clock.ts';
import { email } from '../../contract/fields.ts';
import type { App } from '../../http/app-type.ts';
import { reachFor } from '../../http/desk-access.ts';
import { deskErrors } from '../../http/desk-answers.ts';
import { searchKeys } from '../../phones/phone-keys.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { DeskDeps } from '../deps.ts';
import { Family, familyOf } from './family.ts';
import { beginningsIn } from './phone-search.ts';

const Query = Type.Object({
  phone: Type.Optional(
    Type.String({
      // Untrimmed: a leading space may be a `+` that was not encoded.
      format: 'raw',
      maxLength: 255,
      description:
        'A phone number in any form. Fewer than four digits match nothing; from six digits on, the beginning of a number matches.',
      examples: ['06 39 98 12 34'],
    }),
  ),
  email: email('A whole e-mail address.'),
});

/** `GET /desk/families`: families already known, while a phone number is being typed. */
export function familiesRoute(scope: App, { database, clock }: DeskDeps): void {
  scope.get(
    '/desk/families',
    {
      config: { desk: 'entries.look-up' },
      schema: {
        tags: ['Entries'],
        summary: 'Find the families known by a phone number or an e-mail address',
        description:
          'Enough to recognise a family, and nothing of what it wrote. Test entries, spam and job applications are left out.',
        querystring: Query,
        response: { 200: Family, ...deskErrors },
      },
    },
    (request) => {
      const { phone, email: address } = request.query;
      if (phone === undefined && address === undefined)
        throw new ValidationError('phone', 'expected here, or an address in email');
      const identifiers = {
        phoneKeys: phone === undefined ? [] : searchKeys(phone),
        phonePrefixes: phone === undefined ? [] : beginningsIn(phone),
        emails: address === undefined ? [] : [address],
      };
      const reach = reachFor(request, 'entries.look-up');
      return familyOf(database.background, identifiers, {
        reach,
        applicants: false,
        test: false,
        today: parisDay(clock()),
      });
    },
  );
}
