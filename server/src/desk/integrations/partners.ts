import Type from 'typebox';
import { labelToken, listPartners } from '../../access/partners.ts';
import { parisDay } from '../../clock.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite, writing } from '../../http/desk-route.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { DeskDeps } from '../deps.ts';
import { credentialProperties, integrations, Label } from './credentials.ts';
import { registerPartner, registerToken, removeToken } from './operations.ts';

const Until = orNull(Type.String({ format: 'date' }));
const Token = Type.String();
const Partner = Type.Object({
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
  answer: Type.Object({ data: Type.Array(Partner) }),
  run: async ({ database }: DeskDeps) => ({ data: await listPartners(database.read) }),
});

const addPartner = deskRoute('addPartner', 'POST /desk/partners', {
  ...integrations,
  body: exactly({
    slug: Type.String({ maxLength: 255 }),
  }),
  answer: Type.Object({ id: Type.Integer(), slug: Type.String(), tokenId: Type.Integer(), token: Token }),
  ...writing(registerPartner),
});

const addToken = deskRoute('addToken', 'POST /desk/partners/:id/tokens', {
  ...integrations,
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
  body: exactly({ label: Label }),
  async run(tx, { id, label }, { record }) {
    await labelToken(tx, id, label);
    await record({ action: 'changed', subject: 'token', subjectId: id, detail: { changed: ['label'] } });
  },
});

const endToken = deskRoute('endToken', 'DELETE /desk/tokens/:id', {
  ...integrations,
  ...writing(removeToken),
});

export const partnerRoutes = [listAll, addPartner, addToken, changeToken, endToken] as const;
