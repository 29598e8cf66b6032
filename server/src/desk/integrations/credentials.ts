import Type from 'typebox';
import { orNull } from '../../http/desk-answers.ts';

/** What the routes of this folder have in common. */
export const integrations = { right: 'integrations' } as const;

/** What a password or token is for. */
export const Label = orNull(
  Type.String({
    maxLength: 100,
    examples: ['Site des Tilleuls'],
  }),
);

/** What passwords and tokens have in common. */
export const credentialProperties = {
  label: Label,
  lastUsedOn: orNull(Type.String()),
};
