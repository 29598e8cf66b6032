import { sql } from 'kysely';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';

const users = statement()((db) =>
  db
    .selectFrom('users')
    .select([sql<number>`count(*)`.as('active'), sql<number>`count(totp_since)`.as('twoStep')])
    .where('disabled_at', 'is', null)
    .where('password_hash', 'is not', null),
);

const always = [
  'Rôles par résidence : chacun ne voit que ce que son rôle permet ; le reste n’existe pas pour lui',
  'Journal d’audit : qui a lu, exporté ou modifié quoi, quand et d’où',
  'Mots de passe, jetons et sessions conservés sous forme d’empreintes ; secrets chiffrés par une clé gardée à part',
  'Aucune donnée de personne dans les journaux techniques, les erreurs ni les e-mails au personnel',
  'Effacement jusque dans les fichiers de la base ; une sauvegarde restaurée est effacée de nouveau',
  'Webhooks signés, vers des adresses publiques en https',
] as const;

/** Returns the security measures, in French: those of the program, and those that depend on the installation. */
export async function readMeasures(queries: Queries, publicUrl: string): Promise<string[]> {
  const { active, twoStep } = (await queries.first(users, {})) ?? { active: 0, twoStep: 0 };
  return [
    publicUrl.startsWith('https:')
      ? 'Chiffrement des échanges (https)'
      : 'L’adresse du service n’est pas en https : les échanges ne sont pas chiffrés',
    `Double authentification : ${twoStep} des ${active} comptes actifs`,
    ...always,
  ];
}
