import { addDays } from '../clock.ts';
import { RequestError } from '../contract/request-error.ts';
import { newSecret } from '../secrets.ts';
import type { OperationContext, Queries, Transaction } from '../store/database.ts';
import { insert, update } from '../store/rows.ts';
import { query, statement } from '../store/statement.ts';
import type { Day } from '../store/tables.ts';

const partnerBySlug = statement<{ slug: string }>()((db, p) =>
  db.selectFrom('partners').select(['id', 'slug']).where('slug', '=', p.slug),
);
const partnerById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('partners').select(['id', 'slug']).where('id', '=', p.id),
);
/**
 * Adds a partner with a first token. Returns the token, which can't be read again. Throws `INVALID` for a slug that is in
 * use or malformed.
 */
export async function addPartner(
  tx: Transaction,
  context: OperationContext,
  { slug, token }: { slug: string; token?: string | undefined },
) {
  if (!/^[a-z0-9][a-z0-9_-]{0,62}$/.test(slug)) {
    throw new RequestError(
      'INVALID',
      'A slug has 1 to 63 small letters, digits, - and _, and begins with a letter or digit',
    );
  }
  if ((await tx.first(partnerBySlug, { slug })) !== undefined) {
    throw new RequestError('INVALID', `A partner ${slug} is already there`);
  }
  const id = await insert(tx, 'partners', { slug, created_at: context.now.toISOString() });
  const added = await addToken(tx, context, { partner: id, until: null, token });
  return { partner: { id, slug }, tokenId: added.id, token: added.token };
}

/** Finds a partner by id or slug. Throws `NOTFOUND` for an unknown one. */
export async function findPartner(
  read: Queries,
  partner: number | string,
): Promise<{ id: number; slug: string }> {
  const found =
    typeof partner === 'number'
      ? await read.first(partnerById, { id: partner })
      : await read.first(partnerBySlug, { slug: partner });
  if (found === undefined) throw new RequestError('NOTFOUND', `There is no partner ${partner}`);
  return found;
}

/**
 * Adds a token for a partner, given by slug or id: a new one unless `token` is given. `until` is its last valid day,
 * `label` what it is for. Returns the token, which can't be read again. Throws `NOTFOUND` for an unknown partner.
 */
export async function addToken(
  tx: Transaction,
  { secrets, now }: OperationContext,
  given: {
    readonly partner: string | number;
    readonly until: Day | null;
    readonly label?: string | null | undefined;
    readonly token?: string | undefined;
  },
) {
  const { until, label = null, token = newSecret('tok') } = given;
  const { id: partnerId } = await findPartner(tx, given.partner);
  const id = await insert(tx, 'tokens', {
    partner_id: partnerId,
    hash: secrets.hash(token),
    until,
    label,
    created_at: now.toISOString(),
  });
  return { id, token, until };
}

/** Says what a token is for; null for nothing. Throws `NOTFOUND` for an unknown token. */
export async function labelToken(tx: Transaction, id: number, label: string | null): Promise<void> {
  if ((await update(tx, 'tokens', id, { label })) === 0)
    throw new RequestError('NOTFOUND', `There is no token ${id}`);
}

/** Throws `NOTFOUND` for a token that is unknown or already revoked. */
export async function revokeToken(tx: Transaction, id: number, now: Date): Promise<void> {
  const revoked = { revoked_at: now.toISOString() };
  const changed = await tx.run(
    query((db) => db.updateTable('tokens').set(revoked).where('id', '=', id).where('revoked_at', 'is', null)),
  );
  if (changed === 0) throw new RequestError('NOTFOUND', `There is no token ${id} in use`);
}

const tokensUntil = statement<{ from: Day; to: Day }>()((db, p) =>
  db
    .selectFrom('tokens')
    .innerJoin('partners', 'partners.id', 'tokens.partner_id')
    .select(['tokens.id', 'partners.slug as partner', 'tokens.label', 'tokens.until'])
    .where('tokens.revoked_at', 'is', null)
    .where('tokens.until', '>=', p.from)
    .where('tokens.until', '<=', p.to)
    .orderBy('tokens.until')
    .orderBy('tokens.id')
    .$narrowType<{ until: Day }>(),
);
/** So many days before a token ends administrators are told. */
export const endingDays = 30;

/** Returns the tokens in use that end within {@link endingDays}, the first first. */
export function endingTokens(read: Queries, today: Day) {
  return read.all(tokensUntil, { from: today, to: addDays(today, endingDays) });
}

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
export async function listPartners(read: Queries) {
  const tokens = Map.groupBy(await read.all(allTokens), ({ partnerId }) => partnerId);
  return (await read.all(allPartners)).map(({ id, slug }) => ({
    id,
    slug,
    tokens: (tokens.get(id) ?? []).map(({ partnerId: _, ...token }) => token),
  }));
}
