import type { FirstCredentials } from '../access/first-credentials.ts';
import type { Context } from './context.ts';

/** Shows the secrets of a newly initialized database, once. Returns whether there were any. */
export function showFirstSecrets({ notice }: Context, first: FirstCredentials | undefined): boolean {
  if (first === undefined) return false;
  notice(
    'This database was empty: it begins with nine fictional residences, a caller, a partner and an administrator.',
  );
  if (first.password !== undefined) notice(`  Password of the caller « site »: ${first.password}`);
  if (first.token !== undefined) notice(`  Token of the partner « partner »: ${first.token}`);
  if (first.admin !== undefined)
    notice(`  Password of the administrator ${first.admin.email}: ${first.admin.password}`);
  if (Object.values(first).some((secret) => secret !== undefined)) notice('  They are shown this once.');
  return true;
}
