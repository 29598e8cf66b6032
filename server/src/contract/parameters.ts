import Type from 'typebox';
import { integer } from './fields.ts';
import { wire } from './wire-names.ts';

/** The shared secret of the main API. */
export const PasswordQuery = {
  password: Type.Optional(Type.String({ format: 'raw', description: 'Password of the caller.' })),
};

/** Test mode. */
export const TestQuery = {
  test: Type.Optional(
    Type.Enum([0, 1], {
      type: 'integer',
      ...wire('test'),
      description:
        '`1` switches test mode on: everything happens, on an entry that counts nowhere and is deleted after 7 days.',
    }),
  ),
};

/** `{id}` of an establishment. */
export const EstablishmentPath = Type.Object({
  id: integer({ description: 'Establishment.', examples: [5] }),
});

/** `{group}`. */
export const GroupPath = Type.Object({
  group: Type.String({ format: 'raw', description: 'Group, by its short name.', examples: ['group_b'] }),
});

/** `<partner_app>`: the slug of a registered partner. */
export const PartnerPath = Type.Object({
  partner: Type.String({ format: 'raw', description: 'Your name in our addresses.', examples: ['partner'] }),
});
