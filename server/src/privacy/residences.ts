import Type from 'typebox';
import type { App } from '../http/app-type.ts';
import { deskErrors } from '../http/desk-answers.ts';
import { statement } from '../store/statement.ts';
import type { PrivacyDeps } from './deps.ts';

export const ResidenceNames = Type.Object({
  data: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }), { description: 'By id.' }),
});

const names = statement()((db) => db.selectFrom('establishments').select(['id', 'name']).orderBy('id'));

/** `GET /desk/privacy/residences`: the role `privacy` reads no other route of residences. */
export function residenceNameRoute(scope: App, { database }: PrivacyDeps): void {
  scope.get(
    '/desk/privacy/residences',
    {
      config: { desk: 'privacy' },
      schema: {
        tags: ['Privacy'],
        summary: 'Name the residences',
        response: { 200: ResidenceNames, ...deskErrors },
      },
    },
    async () => ({ data: await database.read.all(names, {}) }),
  );
}
