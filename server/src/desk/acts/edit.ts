import Type from 'typebox';
import type { App } from '../../http/app-type.ts';
import { exactly } from '../../http/desk-answers.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { DeskDeps } from '../deps.ts';
import { actInput, actSchema, ExpectedVersion, sendOutcome } from './act-route.ts';
import { ActionChange, rejectEmptyActions } from './entry-actions.ts';
import { commercialType, EntryFields, ExtraFields, RelationPatch, rowProperties } from './entry-fields.ts';
import { editAct } from './operations.ts';
import { maxRelations } from './relations.ts';
import { Sleep } from './sleep.ts';

const Edit = exactly({
  version: ExpectedVersion,
  type: commercialType,
  ...rowProperties,
  fields: Type.Optional(EntryFields),
  extra: Type.Optional(ExtraFields),
  relations: Type.Optional(Type.Array(RelationPatch, { maxItems: maxRelations })),
  actions: Type.Optional(Type.Array(ActionChange, { maxItems: 200 })),
  sleep: Type.Optional(Sleep),
});

/** `PATCH /desk/entries/:id`. */
export function editRoute(scope: App, { database, clock }: DeskDeps): void {
  scope.patch(
    '/desk/entries/:id',
    {
      config: { desk: 'entries.change', readsBody: true },
      schema: {
        ...actSchema,
        summary: 'Change an entry',
        description:
          'Fields that are absent stay; `null` removes one. All of it is one act, which sends events to its caller. A contact, a planned action, a result or an answer makes a new entry processed; a result cancels what was planned, and a planned action is for today or later. Who adds a planned action without an `assigneeId` to an entry without an owner becomes its owner. `extra` changes fields that the entry has already. A complaint needs the right `complaints.change`, a job application `applications.change`. `type`, `sejourType`, `resultat`, `motif`, `dateFirstContact`, `relations` and the stages of actions are for commercial entries.',
        body: Edit,
      },
    },
    async (request, reply) => {
      const { version, ...edit } = request.body;
      if (Object.keys(edit).length === 0) throw new ValidationError('', 'expected something to change');
      rejectEmptyActions(edit.actions ?? []);
      const input = { ...actInput(request, version), edit };
      return sendOutcome(reply, await database.write(editAct, input, clock()));
    },
  );
}
