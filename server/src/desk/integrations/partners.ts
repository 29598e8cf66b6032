import Type from 'typebox';
import { insertToken } from '../../access/new-credentials.ts';
import { parisDay } from '../../clock.ts';
import { notFound, RequestError } from '../../contract/request-error.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import type { Queries } from '../../store/database.ts';
import { insert, update } from '../../store/rows.ts';
import { query, statement } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { DeskDeps } from '../deps.ts';
import { credentialProperties, integrations, Label, revoke } from './credentials.ts';

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

const allPartners = statement()((db) => db.selectFrom('partners').select(['id', 'slug']).orderBy('id'));
const allTokens = statement()((db) =>
  db
    .selectFrom('tokens')
    .select([
      'id',
      'partner_id as partnerId',
      'until',
      'created_at as createdAt',
      'revoked_at as revokedAt',
      'label',
      'last_used_on as lastUsedOn',
    ])
    .orderBy('id'),
);

/** Returns all partners with their tokens, without the hashes. */
export async function readPartners(read: Queries) {
  const tokens = Map.groupBy(await read.all(allTokens), ({ partnerId }) => partnerId);
  return (await read.all(allPartners)).map(({ id, slug }) => ({
    id,
    slug,
    tokens: (tokens.get(id) ?? []).map(({ partnerId: _, ...token }) => token),
  }));
}

/** Finds a partner by id or slug. */
export async function findPartner(read: Queries, partner: number | string) {
  const column = typeof partner === 'number' ? 'id' : 'slug';
  const found = await read.first(
    query((db) => db.selectFrom('partners').select('id').where(column, '=', partner)),
  );
  if (found === undefined) throw notFound('partner', partner);
  return found;
}

const listPartners = deskRoute('listPartners', 'GET /desk/partners', {
  ...integrations,
  answer: Type.Object({ data: Type.Array(Partner) }),
  run: async ({ database }: DeskDeps) => ({ data: await readPartners(database.read) }),
});

export const addPartner = deskWrite('addPartner', 'POST /desk/partners', {
  ...integrations,
  byCommand: true,
  body: exactly({
    slug: Type.String({ maxLength: 255 }),
  }),
  answer: Type.Object({ id: Type.Integer(), slug: Type.String(), tokenId: Type.Integer(), token: Token }),
  async run(tx, { slug }, context) {
    if (!/^[a-z0-9][a-z0-9_-]{0,62}$/.test(slug))
      throw new RequestError(
        'INVALID',
        'A slug has 1 to 63 small letters, digits, - and _, and begins with a letter or digit',
      );
    const known = query((db) => db.selectFrom('partners').select('id').where('slug', '=', slug));
    if ((await tx.first(known)) !== undefined)
      throw new RequestError('INVALID', `A partner ${slug} is already there`);
    const id = await insert(tx, 'partners', { slug, created_at: context.now.toISOString() });
    const first = await insertToken(tx, context, { partnerId: id });
    await context.record({ action: 'added', subject: 'partner', subjectId: id, detail: { slug } });
    return { id, slug, tokenId: first.id, token: first.token };
  },
});

export const addToken = deskWrite('addToken', 'POST /desk/partners/:id/tokens', {
  ...integrations,
  byCommand: true,
  body: exactly({ until: Until, label: Type.Optional(Label) }),
  answer: Type.Object({ id: Type.Integer(), token: Token, until: Until }),
  async run(tx, { id: partnerId, until, label = null }, context) {
    if (until !== null && until < parisDay(context.now))
      throw new ValidationError('until', 'expected today or a later day');
    await findPartner(tx, partnerId);
    const added = await insertToken(tx, context, { partnerId, until, label });
    const detail = { partnerId, until, ...(label !== null && { label }) };
    await context.record({ action: 'added', subject: 'token', subjectId: added.id, detail });
    return { ...added, until };
  },
});

const changeToken = deskWrite('changeToken', 'PATCH /desk/tokens/:id', {
  ...integrations,
  body: exactly({ label: Label }),
  async run(tx, { id, label }, { record }) {
    if ((await update(tx, 'tokens', id, { label })) === 0) throw notFound('token', id);
    await record({ action: 'changed', subject: 'token', subjectId: id, detail: { changed: ['label'] } });
  },
});

export const endToken = deskWrite('endToken', 'DELETE /desk/tokens/:id', {
  ...integrations,
  byCommand: true,
  async run(tx, { id }, { now, record }) {
    await revoke(tx, 'tokens', id, now);
    await record({ action: 'removed', subject: 'token', subjectId: id });
  },
});

export const partnerRoutes = [listPartners, addPartner, addToken, changeToken, endToken] as const;
