import { type Role, reachOf, roles } from '../../access/roles.ts';
import { roleNames } from '../../french/labels.ts';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import type { PrivacyDeps } from '../deps.ts';
import type { Recipient } from './schema.ts';
import type { RecipientKind, Treatment } from './treatments.ts';

const rolesInUse = statement()((db) =>
  db
    .selectFrom('grants')
    .innerJoin('users', 'users.id', 'grants.user_id')
    .select('grants.role')
    .distinct()
    .where('users.disabled_at', 'is', null),
);
const endpoints = statement()((db) =>
  db
    .selectFrom('endpoints')
    .innerJoin('callers', 'callers.id', 'endpoints.caller_id')
    .select(['callers.name', 'endpoints.url'])
    .orderBy('callers.name')
    .orderBy('endpoints.id'),
);
const partners = statement()((db) => db.selectFrom('partners').select('slug').orderBy('slug'));
const exported = statement()((db) =>
  db.selectFrom('conversion_settings').select('enabled').where('enabled', '=', 1),
);

/** All who receive personal data from this installation as it is configured, by kind. */
export interface Recipients {
  readonly roles: readonly Role[];
  readonly others: Readonly<Record<RecipientKind, readonly Recipient[]>>;
}

/** Reads who receives personal data. */
export async function readRecipients(
  queries: Queries,
  { mail }: Pick<PrivacyDeps, 'mail'>,
): Promise<Recipients> {
  const used = new Set((await queries.all(rolesInUse, {})).map(({ role }) => role));
  // Never a whole address: paths often hold a secret.
  const caller = (await queries.all(endpoints, {})).map(
    ({ name, url }): Recipient => ({ kind: 'caller', name, host: new URL(url).host }),
  );
  const partner = (await queries.all(partners, {})).map(
    ({ slug }): Recipient => ({ kind: 'partner', name: slug, host: null }),
  );
  const advertises = (await queries.first(exported, {})) !== undefined;
  return {
    roles: roles.filter((role) => used.has(role)),
    others: {
      caller: unique(caller),
      partner,
      mail:
        mail === undefined
          ? []
          : [{ kind: 'mail', name: 'Serveur d’e-mail, sans donnée de la demande', host: mail.server.host }],
      advertising: advertises ? [{ kind: 'advertising', name: 'Google Ads', host: null }] : [],
    },
  };
}

/** Returns who receives data of one treatment. */
export function recipientsOf({ readBy, recipients }: Treatment, found: Recipients): Recipient[] {
  const readers = found.roles
    .filter((role) => reachOf([{ role, establishmentId: null }], readBy) === 'everywhere')
    .map((role): Recipient => ({ kind: 'role', name: roleNames[role], host: null }));
  return [...readers, ...recipients.flatMap((kind) => found.others[kind])];
}

/** A caller may have several endpoints on one machine. */
function unique(found: readonly Recipient[]): Recipient[] {
  return [...new Map(found.map((one) => [`${one.name} ${one.host}`, one])).values()];
}
