import Type from 'typebox';
import { wire } from './wire-names.ts';

/** The shared secret of the main API (interface 5). */
export const PasswordQuery = {
  password: Type.Optional(Type.String({ format: 'raw', description: 'Password of the caller.' })),
};

/** Test mode (decisions 8). */
export const TestQuery = {
  test: Type.Optional(
    Type.Enum([0, 1], {
      type: 'integer',
      ...wire('test'),
      description: '1: everything happens, on an entry that counts nowhere and is deleted after 7 days.',
    }),
  ),
};

/** `{id}` of an establishment. */
export const EstablishmentPath = Type.Object({
  id: Type.Integer({ description: 'Establishment.', examples: [3] }),
});

/** `{group}`. */
export const GroupPath = Type.Object({
  group: Type.String({ format: 'raw', description: 'Group.', examples: ['group_a'] }),
});

/** `<partner_app>`: the slug of a registered partner. */
export const PartnerPath = Type.Object({
  partner: Type.String({ format: 'raw', description: 'Your name in our addresses.', examples: ['partner'] }),
});
