import Type from 'typebox';
import type { App } from '../../http/app-type.ts';
import { deskErrors, exactly } from '../../http/desk-answers.ts';
import { idempotencyKeyOf } from '../../http/idempotency.ts';
import { retryUniqueViolation } from '../../store/retry.ts';
import type { DeskDeps } from '../deps.ts';
import { ResidenceId } from '../residence.ts';
import { ActResponse, staffActorOf } from './act-route.ts';
import { NewAction, rejectEmptyActions } from './entry-actions.ts';
import { CommercialFields, NewRelation, requiredType, rowProperties } from './entry-fields.ts';
import { createManualEntry } from './operations.ts';
import { maxRelations, rejectEmptyRelation } from './relations.ts';

const NewEntry = exactly({
  establishmentId: ResidenceId,
  type: requiredType,
  ...rowProperties,
  fields: Type.Optional(CommercialFields),
  relations: Type.Optional(Type.Array(NewRelation, { maxItems: maxRelations })),
  actions: Type.Optional(Type.Array(NewAction, { maxItems: 200 })),
});

/** `POST /desk/entries`: an entry typed in by staff. */
export function createRoute(scope: App, { database, clock }: DeskDeps): void {
  scope.post(
    '/desk/entries',
    {
      config: { desk: 'entries.create', readsBody: true },
      schema: {
        tags: ['Entries'],
        summary: 'Create a commercial entry by hand',
        description:
          'A call or a visit, for a residence of yours. It is processed from the start if somebody was reached, something is planned or it has a result. With an `Idempotency-Key` header, a request repeated within 30 days is stored once; other content with the same key is 409.',
        body: NewEntry,
        response: { 200: ActResponse, ...deskErrors },
      },
    },
    async (request) => {
      const { body: manual } = request;
      rejectEmptyActions(manual.actions ?? []);
      for (const [i, relation] of (manual.relations ?? []).entries()) rejectEmptyRelation(relation, i);
      const input = { by: staffActorOf(request), manual, idempotencyKey: idempotencyKeyOf(request) };
      return retryUniqueViolation(() => database.write(createManualEntry, input, clock()));
    },
  );
}
