import type { Secrets } from '../secrets.ts';
import { cached } from '../store/cache.ts';
import type { Database, Queries } from '../store/database.ts';
import { statement } from '../store/statement.ts';

export type Scope = 'full' | 'browser';

/** Somebody who calls the main API, and with which password. */
export interface Caller {
  readonly id: number;
  readonly passwordId: number;
  readonly scope: Scope;
  /** Origins a browser password may be used from; empty for any. */
  readonly origins: readonly string[];
}

/** A placement partner. */
export interface Partner {
  readonly id: number;
  readonly slug: string;
}

/** A partner, and with which token it calls. */
export interface TokenBearer extends Partner {
  readonly tokenId: number;
}

/** Who may call, as of now: a password or token that somebody adds or revokes counts at the next request. */
export interface Credentials {
  callerOf(password: string): Promise<Caller | undefined>;
  /** `today` is the day in Europe/Paris: a token is good through its last day. */
  partnerOf(token: string, today: string): Promise<TokenBearer | undefined>;
  partnerNamed(slug: string): Promise<Partner | undefined>;
}

interface Known {
  readonly callers: ReadonlyMap<string, Caller>;
  readonly tokens: ReadonlyMap<string, { readonly partner: TokenBearer; readonly until: string | null }>;
  readonly partners: ReadonlyMap<string, Partner>;
}

const goodPasswords = statement()((db) =>
  db
    .selectFrom('passwords')
    .select(['id', 'caller_id', 'hash', 'scope', 'origins'])
    .where('revoked_at', 'is', null),
);
const goodTokens = statement()((db) =>
  db
    .selectFrom('tokens')
    .innerJoin('partners', 'partners.id', 'tokens.partner_id')
    .select(['tokens.id as tokenId', 'tokens.hash', 'tokens.until', 'partners.id', 'partners.slug'])
    .where('tokens.revoked_at', 'is', null),
);
const allPartners = statement()((db) => db.selectFrom('partners').select(['id', 'slug']));

/** Finds credentials in a cache: the database is asked only whether anything has changed. */
export function openCredentials(database: Database, secrets: Secrets): Credentials {
  const known = cached(database, 'access', load);
  return {
    async callerOf(password) {
      return (await known.get()).callers.get(secrets.hash(password));
    },
    async partnerOf(token, today) {
      const found = (await known.get()).tokens.get(secrets.hash(token));
      return found !== undefined && (found.until === null || today <= found.until)
        ? found.partner
        : undefined;
    },
    async partnerNamed(slug) {
      return (await known.get()).partners.get(slug);
    },
  };
}

// Hashes are found by equality in a map. That leaks no secret by its timing: whoever guesses does not know the key.
async function load(read: Queries): Promise<Known> {
  const passwords = await read.all(goodPasswords, {});
  const tokens = await read.all(goodTokens, {});
  const partners = await read.all(allPartners, {});
  return {
    callers: new Map(
      passwords.map(({ id, caller_id, hash, scope, origins }) => [
        hash,
        { id: caller_id, passwordId: id, scope, origins: JSON.parse(origins) as string[] },
      ]),
    ),
    tokens: new Map(tokens.map(({ hash, until, ...partner }) => [hash, { partner, until }])),
    partners: new Map(partners.map((partner) => [partner.slug, partner])),
  };
}
