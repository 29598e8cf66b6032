import type { FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { recordAudit } from '../../access/audit.ts';
import { AlreadyThere } from '../../database/port.ts';
import { createOnce, type WrittenDown } from '../../entries/by-hand.ts';
import type { Outcome } from '../../entries/create-entries.ts';
import { receiptsOf } from '../../entries/receipts.ts';
import type { App } from '../../http/app-type.ts';
import { auditBy, reachFor, signedIn } from '../../http/desk-access.ts';
import { deskErrors, exactly } from '../../http/desk-answers.ts';
import { idempotencyConflict, idempotencyKeyOf } from '../../http/idempotency.ts';
import type { DeskDeps } from '../deps.ts';
import { Acted } from './act.ts';
import { NewAction, refuseEmptyActions } from './entry-actions.ts';
import { CommercialFields, NewRelation, requiredType, rowProperties } from './entry-fields.ts';
import { mostRelations, refuseEmptyRelation } from './relations.ts';
import { ResidenceId, requireResidence } from './residence.ts';
import { newestLine } from './versions.ts';

const Creation = exactly({
  establishmentId: ResidenceId,
  type: requiredType,
  ...rowProperties,
  fields: Type.Optional(CommercialFields),
  relations: Type.Optional(Type.Array(NewRelation, { maxItems: mostRelations })),
  actions: Type.Optional(Type.Array(NewAction, { maxItems: 200 })),
});

const mostTries = 3;

/** Entries that staff write down: a call, a visit. */
export function createRoute(scope: App, deps: DeskDeps): void {
  scope.post(
    '/desk/entries',
    {
      config: { desk: 'entries.change', readsBody: true },
      schema: {
        tags: ['Entries'],
        summary: 'Write down a commercial entry',
        description:
          'A call or a visit, for a residence of yours. It is processed from the start. Sent again within 30 days with the same `Idempotency-Key` header, the same content is stored once; other content with it is 409.',
        body: Creation,
        response: { 200: Acted, ...deskErrors },
      },
    },
    async (request) => {
      refuseEmptyActions(request.body.actions ?? []);
      for (const [i, relation] of (request.body.relations ?? []).entries()) refuseEmptyRelation(relation, i);
      for (let tries = 1; ; tries++) {
        try {
          return await create(deps, request, request.body);
        } catch (error) {
          // The same was sent twice at the same instant: the next try finds it.
          if (!(error instanceof AlreadyThere) || tries === mostTries) throw error;
        }
      }
    },
  );
}

function create(
  { database, secrets, clock }: DeskDeps,
  request: FastifyRequest,
  body: Static<typeof Creation>,
): Promise<Static<typeof Acted>> {
  const now = clock();
  const at = now.toISOString();
  const user = signedIn(request);
  const { establishmentId } = body;
  const receipts = receiptsOf({
    sender: `u${user.id}`,
    customId: undefined,
    idempotencyKey: idempotencyKeyOf(request),
    content: () => JSON.stringify(body),
    contentKey: secrets.contentKey,
    now: at,
  });
  return database.transaction(async (tx) => {
    await requireResidence(tx, establishmentId, reachFor(request, 'entries.change'));
    const outcome = await createOnce(tx, { name: user.name, at }, writtenDown(body), receipts);
    const id = createdId(outcome);
    if (outcome.state === 'created') {
      await recordAudit(tx, { ...auditBy(request, now), action: 'added', subject: 'entry', subjectId: id });
    }
    return { id, version: await newestLine(tx, id) };
  });
}

function createdId(outcome: Outcome): number {
  if (outcome.state === 'conflict') throw idempotencyConflict();
  return outcome.id;
}

function writtenDown({
  dateFirstContact = null,
  actions = [],
  ...body
}: Static<typeof Creation>): WrittenDown {
  return {
    ...body,
    contactDate: dateFirstContact,
    actions: actions.map(({ done = true, ...action }) => ({ ...action, done })),
  };
}
