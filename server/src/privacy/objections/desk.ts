import Type from 'typebox';
import { parisDay } from '../../clock.ts';
import { day, email, integer, phone } from '../../contract/fields.ts';
import type { App } from '../../http/app-type.ts';
import { Done, deskErrors, done, exactly, IdPath, orNull } from '../../http/desk-answers.ts';
import type { PrivacyDeps } from '../deps.ts';
import { officerOf } from '../officer.ts';
import { addObjections, endObjection } from './operations.ts';
import { currentObjections, maxListed } from './statements.ts';

export const ObjectionList = Type.Object({
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

/** Objections to being contacted. */
export function objectionRoutes(scope: App, { database, clock }: PrivacyDeps): void {
  const config = { desk: 'privacy' } as const;
  const tags = ['Privacy'];

  scope.get(
    '/desk/privacy/objections',
    {
      config,
      schema: {
        tags,
        summary: 'List the objections to being contacted',
        response: { 200: ObjectionList, ...deskErrors },
      },
    },
    async () => {
      const found = await currentObjections(database.background, parisDay(clock()));
      return { data: found.slice(0, maxListed), truncated: found.length > maxListed };
    },
  );

  scope.post(
    '/desk/privacy/objections',
    {
      config: { ...config, readsBody: true },
      schema: {
        tags,
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
        response: { 200: Type.Object({ ids: Type.Array(Type.Integer()) }), ...deskErrors },
      },
    },
    (request) => database.write(addObjections, { ...request.body, by: officerOf(request) }, clock()),
  );

  scope.post(
    '/desk/privacy/objections/:id/end',
    {
      config,
      schema: {
        tags,
        summary: 'End an objection',
        params: IdPath,
        response: { 200: Done, ...deskErrors },
      },
    },
    async (request) => {
      await database.write(endObjection, { id: request.params.id, by: officerOf(request) }, clock());
      return done;
    },
  );
}
