import { deskRoute } from '../http/desk-route.ts';
import { statement } from '../store/statement.ts';
import { type PrivacyDeps, privacyRoute } from './deps.ts';

const names = statement()((db) => db.selectFrom('establishments').select(['id', 'name']).orderBy('id'));

/** The role `privacy` reads no other route of residences. */
export const nameResidences = deskRoute('nameResidences', 'GET /desk/privacy/residences', {
  ...privacyRoute,
  run: async ({ database }: PrivacyDeps) => ({ data: await database.read.all(names, {}) }),
});
