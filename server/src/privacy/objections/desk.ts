import Type from 'typebox';
import { parisDay } from '../../clock.ts';
import { day, email, integer, phone } from '../../contract/fields.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute, writing } from '../../http/desk-route.ts';
import type { PrivacyDeps } from '../deps.ts';
import { addObjections, endObjection } from './operations.ts';
import { currentObjections, maxListed } from './statements.ts';

const ObjectionList = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.Integer(),
      kind: Type.Enum(['phone', 'email'], { type: 'string' }),
      objectedOn: Type.String(),
      expiresOn: Type.String({ description: 'The last day on which it is remembered.' }),
      requestId: orNull(Type.Integer({ description: 'The request by which it came.' })),
    }),
    { description: 'The newest first, at most 500. The phone or address itself is stored nowhere.' },
  ),
  truncated: Type.Boolean({ description: 'Whether there are more.' }),
});

const listObjections = deskRoute('listObjections', 'GET /desk/privacy/objections', {
  right: 'privacy',
  tag: 'Privacy',
  summary: 'List the objections to being contacted',
  answer: ObjectionList,
  async run({ database, clock }: PrivacyDeps) {
    const found = await currentObjections(database.background, parisDay(clock()));
    return { data: found.slice(0, maxListed), truncated: found.length > maxListed };
  },
});

const noteObjections = deskRoute('noteObjections', 'POST /desk/privacy/objections', {
  right: 'privacy',
  tag: 'Privacy',
  summary: 'Note that a person objects to being contacted',
  description:
    'Only a keyed hash of the phone and of the e-mail address is stored, for three years. Their entries, new ones too, then show it; they are stored as before.',
  body: exactly(
    {
      phone: phone('Phone number, in any form.'),
      email: email('E-mail address.'),
      objectedOn: day('The day of the objection; today by default.'),
      requestId: Type.Optional(integer({ minimum: 1, description: 'The request by which it came.' })),
    },
    { minProperties: 1 },
  ),
  answer: Type.Object({ ids: Type.Array(Type.Integer()) }),
  ...writing(addObjections),
});

const endOneObjection = deskRoute('endOneObjection', 'POST /desk/privacy/objections/:id/end', {
  right: 'privacy',
  tag: 'Privacy',
  summary: 'End an objection',
  ...writing(endObjection),
});

/** Objections to being contacted. */
export const objectionRoutes = [listObjections, noteObjections, endOneObjection] as const;
