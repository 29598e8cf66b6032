import type { FieldRow } from '../contract/field-rows.ts';
import type { Secrets } from '../secrets.ts';
import { cached } from '../store/cache.ts';
import type { Database, Queries } from '../store/database.ts';
import { statement } from '../store/statement.ts';

export type Scope = 'full' | 'browser';

/** A caller of the main API, and the password it used. */
export interface Caller {
  readonly id: number;
  readonly passwordId: number;
  readonly scope: Scope;
  /** Origins a browser password may be used from; empty for any. */
  readonly origins: readonly string[];
  /** Whether people get a receipt of what comes with it. */
  readonly hasReceipts: boolean;
  readonly fieldRows: readonly FieldRow[];
  /** The page that a form without script leads to. */
  readonly thanksUrl: string | null;
}

export interface Partner {
  readonly id: number;
  readonly slug: string;
}

interface TokenBearer extends Partner {
  readonly tokenId: number;
}

/** Looks up callers and partners. A password or token that is added or revoked takes effect at the next request. */
export interface Credentials {
  callerOf(password: string): Promise<Caller | undefined>;
  /** `today` is the day in Europe/Paris: a token is valid through its last day. */
  partnerOf(token: string, today: string): Promise<TokenBearer | undefined>;
  partnerNamed(slug: string): Promise<Partner | undefined>;
}

interface CredentialMaps {
  readonly callers: ReadonlyMap<string, Caller>;
  readonly tokens: ReadonlyMap<string, { readonly partner: TokenBearer; readonly until: string | null }>;
  readonly partners: ReadonlyMap<string, Partner>;
}

const activePasswords = statement()((db) =>
  db
    .selectFrom('passwords')
    .innerJoin('callers', 'callers.id', 'passwords.caller_id')
    .select(['passwords.id', 'caller_id', 'hash', 'scope', 'origins', 'receipts', 'fields', 'thanks_url'])
    .where('revoked_at', 'is', null),
);
const activeTokens = statement()((db) =>
  db
    .selectFrom('tokens')
    .innerJoin('partners', 'partners.id', 'tokens.partner_id')
    .select(['tokens.id as tokenId', 'tokens.hash', 'tokens.until', 'partners.id', 'partners.slug'])
    .where('tokens.revoked_at', 'is', null),
);
const allPartners = statement()((db) => db.selectFrom('partners').select(['id', 'slug']));

/** Returns credentials read from a cache, which is reloaded when they have changed in the database. */
export function openCredentials(database: Database, secrets: Secrets): Credentials {
  const cache = cached(database, 'access', load);
  return {
    async callerOf(password) {
      return (await cache.get()).callers.get(secrets.hash(password));
    },
    async partnerOf(token, today) {
      const found = (await cache.get()).tokens.get(secrets.hash(token));
      return found !== undefined && (found.until === null || today <= found.until)
        ? found.partner
        : undefined;
    },
    async partnerNamed(slug) {
      return (await cache.get()).partners.get(slug);
    },
  };
}

// A map look-up by hash is safe from timing attacks: the hashes are keyed, and an attacker does not know the key.
async function load(read: Queries): Promise<CredentialMaps> {
  const passwords = await read.all(activePasswords);
  const tokens = await read.all(activeTokens);
  const partners = await read.all(allPartners);
  return {
    callers: new Map(
      passwords.map(({ id, caller_id, hash, scope, origins, receipts, fields, thanks_url }) => [
        hash,
        {
          ...{ id: caller_id, passwordId: id, scope, origins: JSON.parse(origins) as string[] },
          hasReceipts: receipts === 1,
          fieldRows: JSON.parse(fields ?? '[]') as FieldRow[],
          thanksUrl: thanks_url,
        },
      ]),
    ),
    tokens: new Map(tokens.map(({ hash, until, ...partner }) => [hash, { partner, until }])),
    partners: new Map(partners.map((partner) => [partner.slug, partner])),
  };
}
