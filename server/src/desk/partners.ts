import Type from 'typebox';
import { addPartner, addToken, findPartner, listPartners, revokeToken } from '../access/administration.ts';
import { recordAudit } from '../access/audit.ts';
import { parisDay } from '../clock.ts';
import type { App } from '../http/app-type.ts';
import { auditBy } from '../http/desk-access.ts';
import { Done, deskErrors, done, exactly, IdPath, orNull } from '../http/desk-answers.ts';
import { Problem } from '../reading/problem.ts';
import type { DeskDeps } from './deps.ts';

const Until = orNull(
  Type.String({ format: 'date', description: 'Its last good day in Europe/Paris; null for no end.' }),
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
    }),
  ),
});
const NewPartner = exactly({
  slug: Type.String({
    maxLength: 255,
    description: 'Its name in our addresses: small letters, digits, - and _.',
  }),
});

const tags = ['Integrations'];
const config = { desk: 'integrations' } as const;
const changing = { ...config, readsBody: true } as const;

/** Placement partners and their tokens. */
export function partnerRoutes(scope: App, { database, secrets, clock }: DeskDeps): void {
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
      const now = clock();
      return database.transaction(async (tx) => {
        const { partner, tokenId, token } = await addPartner(tx, { secrets, now }, { slug });
        await recordAudit(tx, {
          ...auditBy(request, now),
          action: 'added',
          subject: 'partner',
          subjectId: partner.id,
          detail: { slug },
        });
        return { ...partner, tokenId, token };
      });
    },
  );

  scope.post(
    '/desk/partners/:id/tokens',
    {
      config: changing,
      schema: {
        tags,
        summary: 'Give a partner another token',
        params: IdPath,
        body: exactly({ until: Until }),
        response: {
          200: Type.Object({ id: Type.Integer(), token: Token, until: Until }),
          ...deskErrors,
        },
      },
    },
    async (request) => {
      const { id: partnerId } = request.params;
      const { until } = request.body;
      const now = clock();
      if (until !== null && until < parisDay(now))
        throw new Problem('until', 'expected today or a later day');
      return database.transaction(async (tx) => {
        const { slug } = await findPartner(tx, partnerId);
        const added = await addToken(tx, { secrets, now }, { slug, until });
        await recordAudit(tx, {
          ...auditBy(request, now),
          action: 'added',
          subject: 'token',
          subjectId: added.id,
          detail: { partnerId, until },
        });
        return added;
      });
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
      const now = clock();
      await database.transaction(async (tx) => {
        await revokeToken(tx, id, now);
        await recordAudit(tx, {
          ...auditBy(request, now),
          action: 'removed',
          subject: 'token',
          subjectId: id,
        });
      });
      return done;
    },
  );
}
