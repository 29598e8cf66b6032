import { recordActivity } from '../../../access/audit.ts';
import type { App } from '../../../http/app-type.ts';
import { actorOf } from '../../../http/desk-access.ts';
import { deskErrors, IdPath } from '../../../http/desk-answers.ts';
import type { PrivacyDeps } from '../../deps.ts';
import { Page, sendPage } from '../send-page.ts';
import { proofPage } from './page.ts';
import { Proof, proofOf } from './proof.ts';

/** `GET /desk/privacy/requests/:id/proof` and `proof.html`. */
export function proofRoutes(scope: App, { database, clock, ...deps }: PrivacyDeps): void {
  const config = { desk: 'privacy' } as const;
  const tags = ['Privacy'];
  const proof = (id: number) => proofOf(database.background, id, { now: clock(), ...deps });

  scope.get(
    '/desk/privacy/requests/:id/proof',
    {
      config,
      schema: {
        operationId: 'showProof',
        tags,
        summary: 'Prove what was done for a request',
        description:
          'What was found, done and refused, who was told or has to be told by letter, which exports held it, and until when backups do. It names the person by the number of the request alone.',
        params: IdPath,
        response: { 200: Proof, ...deskErrors },
      },
    },
    (request) => proof(request.params.id),
  );

  scope.get(
    '/desk/privacy/requests/:id/proof.html',
    {
      config,
      schema: {
        operationId: 'showProofPage',
        tags,
        summary: 'Prove what was done for a request, as a printable French page',
        params: IdPath,
        response: { 200: Page, ...deskErrors },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const page = await proofPage(await proof(id));
      const act = { action: 'downloaded', subject: 'privacy-request', subjectId: id } as const;
      await database.write(recordActivity, { by: actorOf(request), act }, clock());
      return sendPage(reply, page);
    },
  );
}
