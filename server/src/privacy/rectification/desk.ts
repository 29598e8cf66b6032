import Type from 'typebox';
import type { App } from '../../http/app-type.ts';
import { deskErrors, IdPath, orNull } from '../../http/desk-answers.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { PrivacyDeps } from '../deps.ts';
import { officerOf } from '../officer.ts';
import { Rectification, validateUnnamed } from './fields.ts';
import { rectifyEntry } from './operations.ts';

export const Rectified = Type.Object({
  version: Type.Integer({ description: 'Of the entry, now.' }),
  told: Type.Array(
    Type.Object({
      recipient: Type.String({
        description:
          'The host of an endpoint, `partner:` and the short name of the partner, or an advertising account.',
      }),
      event: orNull(Type.String({ description: 'Null for the other two.' })),
      at: Type.String(),
    }),
    { description: 'Who was told of the entry before this correction, the last first.' },
  ),
});

/** `PATCH /desk/privacy/entries/:id`. */
export function rectificationRoute(scope: App, { database, clock }: PrivacyDeps): void {
  scope.patch(
    '/desk/privacy/entries/:id',
    {
      config: { desk: 'privacy', readsBody: true },
      schema: {
        tags: ['Privacy'],
        summary: 'Correct an entry',
        description:
          'Every field can be corrected, those that the API does not define too. The entry keeps its status; its caller is told as of any change.',
        params: IdPath,
        body: Rectification,
        response: { 200: Rectified, ...deskErrors },
      },
    },
    (request) => {
      const { version: _, requestId: __, ...corrections } = request.body;
      if (Object.keys(corrections).length === 0)
        throw new ValidationError('', 'expected something to correct');
      validateUnnamed(request.body);
      const input = { entryId: request.params.id, rectification: request.body, by: officerOf(request) };
      return database.write(rectifyEntry, input, clock());
    },
  );
}
