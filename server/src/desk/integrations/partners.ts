import Type from 'typebox';
import { labelToken, listPartners } from '../../access/partners.ts';
import { parisDay } from '../../clock.ts';
import type { App } from '../../http/app-type.ts';
import { actorOf } from '../../http/desk-access.ts';
import { Done, deskErrors, done, exactly, IdPath, orNull } from '../../http/desk-answers.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { DeskDeps } from '../deps.ts';
import { credentialProperties, Label } from './credentials.ts';
import { registerPartner, registerToken, removeToken } from './operations.ts';

const Until = orNull(
  Type.String({ format: 'date', description: 'Its last valid day in Europe/Paris; null for no end.' }),
);
const Token = Type.String({ description: 'Shown this once.' });
export const Partner = Type.Object({
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
const NewPartner = exactly({
  slug: Type.String({
    maxLength: 255,
    description: 'Its name in our URLs: lower-case letters, digits, - and _.',
  }),
});

const tags = ['Integrations'];
const config = { desk: 'integrations' } as const;
const changing = { ...config, readsBody: true } as const;

export function partnerRoutes(scope: App, { database, clock }: DeskDeps): void {
  scope.get(
    '/desk/partners',
    {
      config,
      schema: {
        tags,
        summary: 'List placement partners, with their tokens',
        description: 'No token is readable: only a hash is kept.',
        response: { 200: Type.Object({ data: Type.Array(Partner) }), ...deskErrors },
      },
    },
    async () => ({ data: await listPartners(database.read) }),
  );

  scope.post(
    '/desk/partners',
    {
      config: changing,
      schema: {
        tags,
        summary: 'Add a placement partner, with a first token',
        body: NewPartner,
        response: {
          200: Type.Object({
            id: Type.Integer(),
            slug: Type.String(),
            tokenId: Type.Integer(),
            token: Token,
          }),
          ...deskErrors,
        },
      },
    },
    async (request) => {
      const { slug } = request.body;
      return database.write(registerPartner, { by: actorOf(request), slug }, clock());
    },
  );

  scope.post(
    '/desk/partners/:id/tokens',
    {
      config: changing,
      schema: {
        tags,
        summary: 'Add a token for a partner',
        params: IdPath,
        body: exactly({ until: Until, label: Type.Optional(Label) }),
        response: {
          200: Type.Object({ id: Type.Integer(), token: Token, until: Until }),
          ...deskErrors,
        },
      },
    },
    async (request) => {
      const { id: partnerId } = request.params;
      const { until, label = null } = request.body;
      const now = clock();
      if (until !== null && until < parisDay(now))
        throw new ValidationError('until', 'expected today or a later day');
      return database.write(registerToken, { by: actorOf(request), partnerId, until, label }, now);
    },
  );

  scope.patch(
    '/desk/tokens/:id',
    {
      config: changing,
      schema: {
        tags,
        summary: 'Say what a token is for',
        params: IdPath,
        body: exactly({ label: Label }),
        response: { 200: Done, ...deskErrors },
      },
    },
    async (request) => {
      const input = { by: actorOf(request), id: request.params.id, label: request.body.label };
      await database.write(labelToken, input, clock());
      return done;
    },
  );

  scope.delete(
    '/desk/tokens/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Revoke a token',
        description: 'It is refused from the next request on.',
        params: IdPath,
        response: { 200: Done, ...deskErrors },
      },
    },
    async (request) => {
      const { id } = request.params;
      await database.write(removeToken, { by: actorOf(request), id }, clock());
      return done;
    },
  );
}
