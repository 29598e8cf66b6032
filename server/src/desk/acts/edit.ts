import Type, { type Static } from 'typebox';
import type { Transaction } from '../../database/port.ts';
import { editEntry } from '../../entries/staff-acts.ts';
import type { App } from '../../http/app-type.ts';
import { deskErrors, exactly, IdPath } from '../../http/desk-answers.ts';
import { Problem } from '../../reading/problem.ts';
import type { DeskDeps } from '../deps.ts';
import { Acted, type ActedOn, actOn } from './act.ts';
import { answerOutcome, Conflict, SeenVersion } from './conflict.ts';
import { ActionChange, refuseEmptyActions } from './entry-actions.ts';
import { commercialType, EntryFields, fieldNames, RelationPatch, rowProperties } from './entry-fields.ts';
import { mostRelations, placedRelations } from './relations.ts';

const Edit = exactly({
  version: SeenVersion,
  type: commercialType,
  ...rowProperties,
  fields: Type.Optional(EntryFields),
  relations: Type.Optional(Type.Array(RelationPatch, { maxItems: mostRelations })),
  actions: Type.Optional(Type.Array(ActionChange, { maxItems: 200 })),
});
type Edit = Static<typeof Edit>;

/** Changes of what an entry says. */
export function editRoute(scope: App, deps: DeskDeps): void {
  scope.patch(
    '/desk/entries/:id',
    {
      config: { desk: 'entries.change', readsBody: true },
      schema: {
        tags: ['Entries'],
        summary: 'Change an entry',
        description:
          'What is not named stays; `null` takes away. All of it is one act: a new entry is processed by it, and its caller is told. A job application needs the right `applications.change`. `type`, `sejourType`, `resultat`, `motif`, `dateFirstContact`, `relations` and the stages of actions are for commercial entries.',
        params: IdPath,
        body: Edit,
        response: { 200: Acted, 409: Conflict, ...deskErrors },
      },
    },
    async (request, reply) => {
      const { version, ...edit } = request.body;
      if (Object.keys(edit).length === 0) throw new Problem('', 'expected something to change');
      refuseEmptyActions(edit.actions ?? []);
      const outcome = await actOn(deps, request, {
        entryId: request.params.id,
        ...(version !== undefined && { version }),
        work: async (tx, entry, staff) => {
          refuseOtherKinds(entry, edit);
          await editEntry(tx, entry.id, staff, await entryEdit(tx, entry, edit));
        },
      });
      return answerOutcome(reply, outcome);
    },
  );
}

async function entryEdit(tx: Transaction, entry: ActedOn, edit: Omit<Edit, 'version'>) {
  const { dateFirstContact, relations, ...rest } = edit;
  return {
    ...rest,
    ...(dateFirstContact !== undefined && { contactDate: dateFirstContact }),
    ...(relations !== undefined && { relations: await placedRelations(tx, entry.id, relations) }),
  };
}

/** Refuses what no entry of this kind has. */
function refuseOtherKinds({ kind }: ActedOn, { fields = {}, ...edit }: Edit): void {
  for (const name of Object.keys(fields)) {
    if (!fieldNames[kind].has(name))
      throw new Problem(`fields.${name}`, `no field of an entry of kind ${kind}`);
  }
  if (kind === 'commercial') return;
  for (const name of ['type', 'sejourType', 'resultat', 'motif', 'dateFirstContact', 'relations'] as const) {
    if (edit[name] !== undefined) throw new Problem(name, 'expected for a commercial entry only');
  }
}
