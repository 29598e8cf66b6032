import Type from 'typebox';
import { orNull } from '../../http/desk-answers.ts';
import { deskRoute } from '../../http/desk-route.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { PrivacyDeps } from '../deps.ts';
import { Rectification, validateUnnamed } from './fields.ts';
import { rectifyEntry } from './operations.ts';

const Rectified = Type.Object({
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

export const correctEntry = deskRoute('correctEntry', 'PATCH /desk/privacy/entries/:id', {
  right: 'privacy',
  tag: 'Privacy',
  summary: 'Correct an entry',
  description:
    'Every field can be corrected, those that the API does not define too. The entry keeps its status; its caller is told as of any change.',
  body: Rectification,
  answer: Rectified,
  operation: rectifyEntry,
  async run({ database, clock }: PrivacyDeps, { id: entryId, by, ...rectification }) {
    const { version: _, requestId: __, ...corrections } = rectification;
    if (Object.keys(corrections).length === 0) throw new ValidationError('', 'expected something to correct');
    validateUnnamed(rectification);
    return database.write(rectifyEntry, { entryId, rectification, by }, clock());
  },
});
