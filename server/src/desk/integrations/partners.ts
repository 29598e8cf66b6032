import Type from 'typebox';
import { labelToken, listPartners } from '../../access/partners.ts';
import { parisDay } from '../../clock.ts';
import { exactly, named, orNull } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite, writing } from '../../http/desk-route.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { DeskDeps } from '../deps.ts';
import { credentialProperties, integrations, Label } from './credentials.ts';
import { registerPartner, registerToken, removeToken } from './operations.ts';

const Until = orNull(
  Type.String({ format: 'date', description: 'Its last valid day in Europe/Paris; null for no end.' }),
);
const Token = Type.String({ description: 'Shown this once.' });
const Partner = named('Partner', {
  id: Type.Integer(),
  slug: Type.String(),
  tokens: Type.Array(
    Type.Object({
      id: Type.Integer(),
      until: Until,
      createdAt: Type.String(),
      revokedAt: orNull(Type.String()),
      ...credentialProperties,
    }),
  ),
});

const listAll = deskRoute('listPartners', 'GET /desk/partners', {
  ...integrations,
  summary: 'List placement partners, with their tokens',
  description: 'No token is readable: only a hash is kept.',
  answer: Type.Object({ data: Type.Array(Partner) }),
  run: async ({ database }: DeskDeps) => ({ data: await listPartners(database.read) }),
});

const addPartner = deskRoute('addPartner', 'POST /desk/partners', {
  ...integrations,
  summary: 'Add a placement partner, with a first token',
  body: exactly({
    slug: Type.String({
      maxLength: 255,
      description: 'Its name in our URLs: lower-case letters, digits, - and _.',
    }),
  }),
  answer: Type.Object({ id: Type.Integer(), slug: Type.String(), tokenId: Type.Integer(), token: Token }),
  ...writing(registerPartner),
});

const addToken = deskRoute('addToken', 'POST /desk/partners/:id/tokens', {
  ...integrations,
  summary: 'Add a token for a partner',
  body: exactly({ until: Until, label: Type.Optional(Label) }),
  answer: Type.Object({ id: Type.Integer(), token: Token, until: Until }),
  operation: registerToken,
  async run({ database, clock }: DeskDeps, { id: partnerId, until, label = null, by }) {
    const now = clock();
    if (until !== null && until < parisDay(now))
      throw new ValidationError('until', 'expected today or a later day');
    return database.write(registerToken, { by, partnerId, until, label }, now);
  },
});

const changeToken = deskWrite('changeToken', 'PATCH /desk/tokens/:id', {
  ...integrations,
  summary: 'Say what a token is for',
  body: exactly({ label: Label }),
  async run(tx, { id, label }, { record }) {
    await labelToken(tx, id, label);
    await record({ action: 'changed', subject: 'token', subjectId: id, detail: { changed: ['label'] } });
  },
});

const endToken = deskRoute('endToken', 'DELETE /desk/tokens/:id', {
  ...integrations,
  summary: 'Revoke a token',
  description: 'It is refused from the next request on.',
  ...writing(removeToken),
});

export const partnerRoutes = [listAll, addPartner, addToken, changeToken, endToken] as const;
