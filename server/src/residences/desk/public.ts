import Type from 'typebox';
import { isWithin } from '../../access/roles.ts';
import { Establishment } from '../../contract/establishment.ts';
import type { App } from '../../http/app-type.ts';
import { reachFor } from '../../http/desk-access.ts';
import { deskErrors, IdPath } from '../../http/desk-answers.ts';
import type { DeskResidencesDeps } from './deps.ts';
import { notFound, requireReach } from './reach.ts';

export const Public = Type.Object({
  withoutPassword: Establishment,
  withPassword: Type.Optional(Establishment),
});

/** What the main API returns for a residence, so that its editors can compare. */
export function deskPublicRoutes(scope: App, { directory }: DeskResidencesDeps): void {
  scope.get(
    '/desk/establishments/:id/public',
    {
      config: { desk: 'residences.read' },
      schema: {
        tags: ['Residences'],
        summary: 'Show what the main API returns for a residence',
        description: 'The answer with a password is included only with the right to change the residence.',
        params: IdPath,
        response: { 200: Public, ...deskErrors },
      },
    },
    async (request) => {
      const { id } = request.params;
      requireReach(reachFor(request, 'residences.read'), { id });
      const listed = (await directory.get()).establishments.get(id);
      if (listed === undefined) throw notFound();
      const isInsider = isWithin(reachFor(request, 'residences.change'), id);
      return {
        withoutPassword: listed.public,
        ...(isInsider && { withPassword: listed.establishment }),
      };
    },
  );
}
