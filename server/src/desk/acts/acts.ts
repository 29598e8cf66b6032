import Type from 'typebox';
import { sejourTypes } from '../../contract/enumerations.ts';
import { integer, oneOf } from '../../contract/fields.ts';
import { convertSurvey } from '../../entries/convert-survey.ts';
import { markDuplicate, unmarkDuplicate } from '../../entries/duplicates.ts';
import { assignEntry, markProcessed, markSeen, markSpam } from '../../entries/staff-acts.ts';
import type { App } from '../../http/app-type.ts';
import { deskErrors, exactly, IdPath, orNull } from '../../http/desk-answers.ts';
import type { DeskDeps } from '../deps.ts';
import { type Act, Acted, actOn } from './act.ts';
import { answerOutcome, Conflict, SeenVersion } from './conflict.ts';
import { createRoute } from './create.ts';
import { editRoute } from './edit.ts';
import { requiredType } from './entry-fields.ts';
import { ownerRoutes } from './owner.ts';
import { reachOfReceivers, receiversRoute } from './receivers.ts';
import { ResidenceId, requireResidence } from './residence.ts';

/** Everything that staff do with an entry. */
export function actRoutes(scope: App, deps: DeskDeps): void {
  createRoute(scope, deps);
  editRoute(scope, deps);
  ownerRoutes(scope, deps);
  receiversRoute(scope, deps);

  const config = { desk: 'entries.change' } as const;
  const readsBody = { ...config, readsBody: true } as const;
  const schema = { tags: ['Entries'], params: IdPath, response: { 200: Acted, ...deskErrors } };
  const versioned = { ...schema, response: { 200: Acted, 409: Conflict, ...deskErrors } };

  scope.post(
    '/desk/entries/:id/processed',
    {
      config,
      schema: {
        ...schema,
        summary: 'Mark an entry as processed',
        description:
          'Staff have dealt with it. Every other change of a new entry does that as well, but for assigning it and looking at it. A complaint is closed by its written answer: without a `comment` this is refused, and no other change closes it.',
      },
    },
    (request) =>
      actOn(deps, request, {
        entryId: request.params.id,
        work: (tx, { id }, staff) => markProcessed(tx, id, staff),
      }),
  );

  scope.post(
    '/desk/entries/:id/seen',
    {
      config,
      schema: {
        ...schema,
        summary: 'Take the flag off an entry',
        description: 'Staff have read what is new, such as what a partner has said. A new entry stays new.',
      },
    },
    (request) =>
      actOn(deps, request, {
        entryId: request.params.id,
        work: (tx, { id }, staff) => markSeen(tx, id, staff),
      }),
  );

  scope.post(
    '/desk/entries/:id/assign',
    {
      config: readsBody,
      schema: {
        ...versioned,
        summary: 'Assign an entry to a residence, or move it to another',
        description:
          'Who has the right `entries.hand-over` where the entry is (direction, administrator) may give it to any residence; others only to one where they may change entries themselves. An entry without a residence is assigned by who has the right everywhere. A new entry stays new.',
        body: exactly({ version: SeenVersion, establishmentId: ResidenceId }),
      },
    },
    async (request, reply) =>
      answerOutcome(
        reply,
        await actOn(deps, request, {
          ...seenBy(request),
          work: async (tx, entry, staff) => {
            const { establishmentId } = request.body;
            await requireResidence(tx, establishmentId, reachOfReceivers(request, entry));
            await assignEntry(tx, entry.id, staff, establishmentId);
          },
        }),
      ),
  );

  scope.post(
    '/desk/entries/:id/spam',
    {
      config: readsBody,
      schema: {
        ...versioned,
        summary: 'Mark an entry as spam, or not',
        description:
          'Spam leaves the lists, the statistics and the phone check. What was presumed spam and is none stays as new as it was.',
        body: exactly({
          version: SeenVersion,
          spam: Type.Boolean({ description: 'False when it is none after all.' }),
        }),
      },
    },
    async (request, reply) =>
      answerOutcome(
        reply,
        await actOn(deps, request, {
          ...seenBy(request),
          work: (tx, { id }, staff) => markSpam(tx, id, staff, request.body.spam),
        }),
      ),
  );

  scope.post(
    '/desk/entries/:id/duplicate',
    {
      config: readsBody,
      schema: {
        ...versioned,
        summary: 'Mark an entry as a duplicate of another, or not',
        description:
          'A duplicate leaves the lists and the statistics, and reports the result of the entry that is kept. Of a duplicate its kept entry is taken. Both entries have to be within reach.',
        body: exactly({
          version: SeenVersion,
          of: orNull(
            integer({
              minimum: 1,
              description: 'The entry that is kept; null when this is no duplicate after all.',
            }),
          ),
        }),
      },
    },
    async (request, reply) => {
      const { of } = request.body;
      const outcome = await actOn(deps, request, {
        ...seenBy(request),
        ...(of !== null && { other: { id: of, field: 'of' } }),
        work: (tx, { id }, staff) =>
          of === null ? unmarkDuplicate(tx, id, staff) : markDuplicate(tx, id, staff, of),
      });
      return answerOutcome(reply, outcome);
    },
  );

  scope.post(
    '/desk/entries/:id/convert',
    {
      config: readsBody,
      schema: {
        ...versioned,
        summary: 'Turn a contact survey into a commercial entry',
        description:
          'It stays the same entry, and its `customId` keeps receiving events. The visitor becomes its first related person.',
        body: exactly({
          version: SeenVersion,
          type: requiredType,
          sejourType: Type.Optional(orNull(oneOf(sejourTypes, 'Kind of stay wanted.'))),
        }),
      },
    },
    async (request, reply) => {
      const { version: _, ...conversion } = request.body;
      return answerOutcome(
        reply,
        await actOn(deps, request, {
          ...seenBy(request),
          work: (tx, { id }, staff) => convertSurvey(tx, id, staff, conversion),
        }),
      );
    },
  );
}

/** The entry that a request acts on, in the version that its user has seen. */
function seenBy({
  params,
  body: { version },
}: {
  readonly params: { readonly id: number };
  readonly body: { readonly version?: number };
}): Pick<Act, 'entryId' | 'version'> {
  return { entryId: params.id, ...(version !== undefined && { version }) };
}
