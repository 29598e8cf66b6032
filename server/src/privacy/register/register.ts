import { sql } from 'kysely';
import { shownAuthor } from '../../access/authors.ts';
import { type Role, reachOf, roles } from '../../access/roles.ts';
import { parisDay } from '../../clock.ts';
import { roleNames } from '../../french/labels.ts';
import type { Queries } from '../../store/database.ts';
import { query, statement } from '../../store/statement.ts';
import type { PrivacyDeps } from '../deps.ts';
import { type Place, personalColumns } from '../places.ts';
import { type RuleSetting, readRules } from '../rules/rule-settings.ts';
import { listRefusedFields } from './refused-fields.ts';
import type { Recipient, Register } from './schema.ts';
import { ruleTexts, type Treatment, treatmentNames, treatments } from './treatments.ts';

const users = statement()((db) =>
  db
    .selectFrom('users')
    .select([sql<number>`count(*)`.as('active'), sql<number>`count(totp_since)`.as('twoStep')])
    .where('disabled_at', 'is', null)
    .where('password_hash', 'is not', null),
);
const plainEndpoints = statement()((db) =>
  db
    .selectFrom('endpoints')
    .innerJoin('callers', 'callers.id', 'endpoints.caller_id')
    .select(['callers.name', 'endpoints.url'])
    .where('endpoints.url', 'not like', 'https:%')
    .orderBy('endpoints.id'),
);

/** What the program does wherever it runs. */
const always = [
  'Rôles par résidence : chacun ne voit que ce que son rôle permet ; le reste n’existe pas pour lui',
  'Journal d’audit : qui a lu, exporté ou modifié quoi, quand et d’où',
  'Mots de passe, jetons et sessions conservés sous forme d’empreintes ; secrets chiffrés par une clé gardée à part',
  'Aucune donnée de personne dans les journaux techniques, les erreurs ni les e-mails au personnel',
  'Effacement jusque dans les fichiers de la base ; une sauvegarde restaurée est effacée de nouveau',
  'Webhooks signés',
] as const;

/**
 * Returns the security measures, in French: those of the program, and those of the installation as they are found now.
 * `settings`: of the retention rules.
 */
async function readMeasures(
  queries: Queries,
  publicUrl: string,
  settings: readonly RuleSetting[],
): Promise<Pick<Register, 'measures' | 'unfulfilled'>> {
  const { active, twoStep } = (await queries.first(users, {})) ?? { active: 0, twoStep: 0 };
  const plain = (await queries.all(plainEndpoints, {})).map(
    ({ name, url }) => `${name} (${new URL(url).host})`,
  );
  const waiting = settings.filter(({ runs }) => !runs).length;
  const accounts = `Double authentification : ${twoStep} des ${active} comptes actifs`;
  const checks: readonly [isFulfilled: boolean, measure: string, missing: string][] = [
    [
      publicUrl.startsWith('https:'),
      'Chiffrement des échanges (https)',
      'L’adresse du service n’est pas en https : les échanges ne sont pas chiffrés',
    ],
    [twoStep === active, accounts, accounts],
    [
      plain.length === 0,
      'Webhooks en https seulement',
      `Webhooks sans https : ${[...new Set(plain)].join(', ')}`,
    ],
    [
      waiting === 0,
      'Toutes les durées de conservation sont confirmées et appliquées chaque nuit',
      `Durées de conservation qui attendent d’être confirmées : ${waiting}`,
    ],
  ];
  return {
    measures: [...checks.flatMap(([isFulfilled, measure]) => (isFulfilled ? measure : [])), ...always],
    unfulfilled: checks.flatMap(([isFulfilled, , missing]) => (isFulfilled ? [] : missing)),
  };
}

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
interface Recipients {
  readonly roles: readonly Role[];
  readonly others: readonly Recipient[];
}

/** Reads who receives personal data. */
async function readRecipients(
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

function recipientsOf({ readBy, recipients }: Treatment, found: Recipients): Recipient[] {
  const readers = found.roles
    .filter((role) => reachOf([{ role, establishmentId: null }], readBy) === 'everywhere')
    .map((role): Recipient => ({ kind: 'role', name: roleNames[role], host: null }));
  return [...readers, ...found.others.filter(({ kind }) => recipients.some((one) => one === kind))];
}

type Installation = Pick<PrivacyDeps, 'database' | 'mail' | 'sms' | 'publicUrl'>;

export async function writeRegister(deps: Installation, now: Date): Promise<Register> {
  const { background } = deps.database;
  return {
    ...(await describeInstallation(deps, now)),
    refusedFields: await listRefusedFields(background),
  };
}

/** Writes what the papers of the register say: treatments, recipients, measures. */
export async function describeInstallation(
  { database: { background: queries }, mail, sms, publicUrl }: Installation,
  now: Date,
): Promise<Omit<Register, 'refusedFields'>> {
  const recipients = await readRecipients(queries, { mail, sms });
  const settings = await readRules(queries, parisDay(now));
  const stored = await queries.all(
    query((db) =>
      db
        .selectFrom('register_texts')
        .select([
          'treatment',
          'text',
          shownAuthor('author', 'email').as('author'),
          'changed_at as changedAt',
        ]),
    ),
  );
  const texts = new Map(stored.map(({ treatment, ...text }) => [treatment, text]));
  const part = (subject: string, known: string[] = []) => ({ known, text: texts.get(subject) ?? null });
  const others = (wanted: string) => recipients.others.filter(({ kind }) => kind === wanted);
  return {
    writtenAt: now.toISOString(),
    url: publicUrl(),
    controller: part('controller').text,
    article9: part('article9'),
    processors: part('processors', [
      'Hébergeur du service et de ses sauvegardes. S’il héberge pour le compte d’autrui des données de santé recueillies lors de soins : certifié HDS',
      ...others('mail').map(
        ({ host }) => `Serveur d’e-mail ${host} : adresses du personnel et des personnes, messages`,
      ),
      ...others('sms').map(({ host }) => `Passerelle SMS ${host} : numéros des personnes, messages`),
    ]),
    transfers: part(
      'transfers',
      others('advertising').map(
        ({ name }) =>
          `${name} (Google Ireland Limited, et Google LLC aux États-Unis) : identifiant de clic, jour, valeur ; décision d’adéquation « Data Privacy Framework » du 10 juillet 2023`,
      ),
    ),
    treatments: treatmentNames
      .filter((name) => name !== 'conversions' || others('advertising').length > 0)
      .filter((name) => name !== 'orientations' || others('partner').length > 0)
      .map((treatment) => {
        const described: Treatment = treatments[treatment];
        const { name, purpose, legalBasis, article9 = null, people, data, rules, durations } = described;
        return {
          treatment,
          name,
          purpose,
          legalBasis,
          article9,
          people: [...people],
          data: Object.entries(data).map(([place, text]) => {
            return { place, text, columns: personalColumns(place as Place) };
          }),
          recipients: recipientsOf(described, recipients),
          durations: [
            ...settings
              .filter(({ rule }) => rules.includes(rule.name))
              .map(({ rule: { name: rule }, days, runs }) => {
                return { rule, text: ruleTexts[rule], days, confirmed: runs };
              }),
            ...durations.map((text) => ({ rule: null, text, days: null, confirmed: true })),
          ],
          text: texts.get(treatment) ?? null,
        };
      }),
    ...(await readMeasures(queries, publicUrl(), settings)),
  };
}
