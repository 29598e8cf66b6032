import { type Role, reachOf, roles } from '../../access/roles.ts';
import { roleNames } from '../../french/labels.ts';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import type { PrivacyDeps } from '../deps.ts';
import type { Recipient } from './schema.ts';
import type { Treatment } from './treatments.ts';

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
const partners = statement()((db) => db.selectFrom('partners').select('slug as name').orderBy('slug'));
const exported = statement()((db) =>
  db.selectFrom('conversion_settings').select('enabled').where('enabled', '=', 1),
);

/** All who receive personal data from this installation as it is configured. */
export interface Recipients {
  readonly roles: readonly Role[];
  readonly others: readonly Recipient[];
}

/** Reads who receives personal data. */
export async function readRecipients(
  queries: Queries,
  { mail, sms }: Pick<PrivacyDeps, 'mail' | 'sms'>,
): Promise<Recipients> {
  const used = new Set((await queries.all(rolesInUse, {})).map(({ role }) => role));
  // Never a whole address: paths often hold a secret. A caller may have several endpoints on one machine.
  const callers = new Map(
    (await queries.all(endpoints, {})).map(({ name, url }) => {
      const { host } = new URL(url);
      return [`${name} ${host}`, { kind: 'caller', name, host }] as const;
    }),
  );
  const others: Recipient[] = [...callers.values()];
  for (const { name } of await queries.all(partners, {})) others.push({ kind: 'partner', name, host: null });
  if (mail !== undefined) {
    const name = 'Serveur d’e-mail';
    others.push({ kind: 'mail', name, host: mail.server.host });
  }
  if (sms !== undefined) others.push({ kind: 'sms', name: 'Passerelle SMS', host: new URL(sms.url).host });
  if ((await queries.first(exported, {})) !== undefined)
    others.push({ kind: 'advertising', name: 'Google Ads', host: null });
  return { roles: roles.filter((role) => used.has(role)), others };
}

export function recipientsOf({ readBy, recipients }: Treatment, found: Recipients): Recipient[] {
  const readers = found.roles
    .filter((role) => reachOf([{ role, establishmentId: null }], readBy) === 'everywhere')
    .map((role): Recipient => ({ kind: 'role', name: roleNames[role], host: null }));
  return [...readers, ...found.others.filter(({ kind }) => recipients.some((one) => one === kind))];
}
