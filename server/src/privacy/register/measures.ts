import { sql } from 'kysely';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import type { RuleSetting } from '../retention/settings.ts';
import type { Register } from './schema.ts';

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
export async function readMeasures(
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
