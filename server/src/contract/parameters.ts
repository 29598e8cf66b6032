import Type from 'typebox';
import { integer } from './fields.ts';
import { wire } from './wire-names.ts';

/** The shared secret of the main API. */
export const PasswordQuery = {
  password: Type.Optional(Type.String({ format: 'raw', description: 'Password of the caller.' })),
};

export const TestQuery = {
  test: Type.Optional(
    Type.Enum([0, 1], {
      type: 'integer',
      ...wire('test'),
      description:
        '`1` turns test mode on: everything happens as usual, but the entry is counted nowhere and is deleted after 7 days.',
    }),
  ),
};

/** `{id}` of an establishment. */
export const EstablishmentPath = Type.Object({
  id: integer({ description: 'Establishment.', examples: [5] }),
});

/** `{group}`. */
export const GroupPath = Type.Object({
  group: Type.String({ format: 'raw', description: 'Short name of the group.', examples: ['group_b'] }),
});

/** `{partner}`: the slug of a registered partner, the contract's `<partner_app>`. */
export const PartnerPath = Type.Object({
  partner: Type.String({
    format: 'raw',
    description: 'Your partner name in our URLs.',
    examples: ['partner'],
  }),
});
