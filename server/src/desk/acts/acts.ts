import Type from 'typebox';
import { isWithin } from '../../access/roles.ts';
import { sejourTypes } from '../../contract/enumerations.ts';
import { oneOf } from '../../contract/fields.ts';
import { convertSurvey } from '../../entries/convert-survey.ts';
import { markDuplicate, unmarkDuplicate } from '../../entries/duplicates.ts';
import { assignEntry, markProcessed, markSeen, markSpam } from '../../entries/staff-acts.ts';
import type { App } from '../../http/app-type.ts';
import { reachFor } from '../../http/desk-access.ts';
import { deskErrors, exactly, IdPath, orNull } from '../answers.ts';
import type { DeskDeps } from '../desk.ts';
import { Acted, actOn, reachOfChanges } from './act.ts';
import { createRoute } from './create.ts';
import { editRoute } from './edit.ts';
import { requiredType } from './entry-fields.ts';
import { ResidenceId, requireResidence } from './residence.ts';

/** Everything that staff do with an entry. */
export function actRoutes(scope: App, deps: DeskDeps): void {
  createRoute(scope, deps);
  editRoute(scope, deps);

  const config = { desk: 'entries.change' } as const;
  const readsBody = { ...config, readsBody: true } as const;
  const schema = { tags: ['Entries'], params: IdPath, response: { 200: Acted, ...deskErrors } };

  scope.post(
    '/desk/entries/:id/processed',
    {
      config,
      schema: {
        ...schema,
        summary: 'Mark an entry as processed',
        description:
          'Staff have dealt with it. Every other change of a new entry does that as well, but for assigning it and looking at it.',
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
        ...schema,
        summary: 'Assign an entry to a residence, or move it to another',
        description:
          'Who has the right `entries.hand-over` where the entry is (direction, administrator) may give it to any residence; others only to one where they may change entries themselves. An entry without a residence is assigned by who has the right everywhere. A new entry stays new.',
        body: exactly({ establishmentId: ResidenceId }),
      },
    },
    (request) =>
      actOn(deps, request, {
        entryId: request.params.id,
        work: async (tx, entry, staff) => {
          const { establishmentId } = request.body;
          const handsOver = isWithin(reachFor(request, 'entries.hand-over'), entry.establishmentId);
          const reach = handsOver ? 'everywhere' : reachOfChanges(request, entry.kind);
          await requireResidence(tx, establishmentId, reach);
          await assignEntry(tx, entry.id, staff, establishmentId);
        },
      }),
  );

  scope.post(
    '/desk/entries/:id/spam',
    {
      config: readsBody,
      schema: {
        ...schema,
        summary: 'Mark an entry as spam, or not',
        description: 'Spam leaves the lists, the statistics and the phone check.',
        body: exactly({ spam: Type.Boolean({ description: 'False when it is none after all.' }) }),
      },
    },
    (request) =>
      actOn(deps, request, {
        entryId: request.params.id,
        work: (tx, { id }, staff) => markSpam(tx, id, staff, request.body.spam),
      }),
  );

  scope.post(
    '/desk/entries/:id/duplicate',
    {
      config: readsBody,
      schema: {
        ...schema,
        summary: 'Mark an entry as a duplicate of another, or not',
        description:
          'A duplicate leaves the lists and the statistics, and reports the result of the entry that is kept. Of a duplicate its kept entry is taken. Both entries have to be within reach.',
        body: exactly({
          of: orNull(
            Type.Integer({
              minimum: 1,
              description: 'The entry that is kept; null when this is no duplicate after all.',
            }),
          ),
        }),
      },
    },
    (request) => {
      const { of } = request.body;
      return actOn(deps, request, {
        entryId: request.params.id,
        ...(of !== null && { other: { id: of, field: 'of' } }),
        work: (tx, { id }, staff) =>
          of === null ? unmarkDuplicate(tx, id, staff) : markDuplicate(tx, id, staff, of),
      });
    },
  );

  scope.post(
    '/desk/entries/:id/convert',
    {
      config: readsBody,
      schema: {
        ...schema,
        summary: 'Turn a contact survey into a commercial entry',
        description:
          'It stays the same entry, and its `customId` keeps receiving events. The visitor becomes its first related person.',
        body: exactly({
          type: requiredType,
          sejourType: Type.Optional(orNull(oneOf(sejourTypes, 'Kind of stay wanted.'))),
        }),
      },
    },
    (request) =>
      actOn(deps, request, {
        entryId: request.params.id,
        work: (tx, { id }, staff) => convertSurvey(tx, id, staff, request.body),
      }),
  );
}
