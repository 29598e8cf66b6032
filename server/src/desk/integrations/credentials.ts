import Type from 'typebox';
import { orNull } from '../../http/desk-answers.ts';

/** What the routes of this folder have in common. */
export const integrations = { right: 'integrations', tag: 'Integrations' } as const;

/** What a password or token is for. */
export const Label = orNull(
  Type.String({
    maxLength: 100,
    description: 'What it is for, in your words: which one to revoke shows by it. Null for nothing.',
    examples: ['Site des Tilleuls'],
  }),
);

/** What passwords and tokens have in common. */
export const credentialProperties = {
  label: Label,
  lastUsedOn: orNull(
    Type.String({
      description:
        'The last day on which it was used, in Europe/Paris, known some minutes later. Null for never.',
    }),
  ),
};
