import Type from 'typebox';
import { recordActivity } from '../../../access/audit.ts';
import { parisDay } from '../../../clock.ts';
import { integer } from '../../../contract/fields.ts';
import { RequestError } from '../../../contract/request-error.ts';
import type { App } from '../../../http/app-type.ts';
import { actorOf } from '../../../http/desk-access.ts';
import { deskErrors } from '../../../http/desk-answers.ts';
import type { PrivacyDeps } from '../../deps.ts';
import { findRequest } from '../../records/requests.ts';
import { describeTreatments } from '../../register/register.ts';
import { proofOf } from '../proof/proof.ts';
import { Page, sendPage } from '../send-page.ts';
import { fittingLetters, letters } from './fitting.ts';
import { letterPage } from './letter.ts';

/** `GET /desk/privacy/requests/:id/letters/:letter`. */
export function letterRoute(scope: App, deps: PrivacyDeps): void {
  const { database, clock, mail } = deps;
  const read = database.background;
  scope.get(
    '/desk/privacy/requests/:id/letters/:letter',
    {
      config: { desk: 'privacy' },
      schema: {
        operationId: 'writeLetter',
        tags: ['Privacy'],
        summary: 'Write a letter to the person who asks, as a printable French page',
        description:
          'One of `letters` of the request: what fits its state. What the service does not know is a block to fill in before printing; nothing of it is stored.',
        params: Type.Object({
          id: integer({ minimum: 1, description: 'Of the request.' }),
          letter: Type.Enum(letters, { type: 'string', description: 'Which letter.' }),
        }),
        response: { 200: Page, ...deskErrors },
      },
    },
    async (request, reply) => {
      const { id, letter } = request.params;
      const now = clock();
      const today = parisDay(now);
      const found = await findRequest(read, id);
      const fitting = fittingLetters(found);
      if (!fitting.includes(letter))
        throw new RequestError(
          'CONFLICT',
          `letter: expected ${fitting.join(' or ') || 'none for this request'}`,
        );
      const { controller, treatments } = await describeTreatments(read, mail, today);
      const durations = treatments.flatMap((treatment) => treatment.durations);
      const page = await letterPage(letter, {
        request: found,
        proof: await proofOf(read, id, { ...deps, now }),
        controller: controller?.text ?? null,
        oppositionDays: durations.find(({ rule }) => rule === 'objection')?.days ?? 0,
        today,
      });
      const act = {
        action: 'downloaded',
        subject: 'privacy-request',
        subjectId: id,
        detail: { letter },
      } as const;
      await database.write(recordActivity, { by: actorOf(request), act }, now);
      return sendPage(reply, page);
    },
  );
}
