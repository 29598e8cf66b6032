import type { commercialTypes, sejourTypes } from '../../contract/enumerations.ts';
import type { Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { isContact } from '../follow-up/progress.ts';
import { storedActions } from './actions.ts';
import { changeEntry, type StoredChange } from './change-entry.ts';
import type { FieldPatch } from './patch.ts';
import { movePerson, ownFields, ownPerson } from './persons.ts';
import type { Staff } from './staff-acts.ts';

/** The values of the commercial entry that its survey does not have. */
export interface Conversion {
  readonly type: (typeof commercialTypes)[number];
  readonly sejourType?: (typeof sejourTypes)[number] | null;
}

/**
 * Turns a contact survey into a commercial entry. It stays the same entry, so that the events of its `customId` continue
 * in one sequence. The visitor becomes its first related person, because the survey does not say who the client is.
 * Rejects with a `ValidationError` for any other entry.
 */
export async function convertSurvey(
  tx: Transaction,
  survey: EntryRow,
  staff: Staff,
  { type, sejourType }: Conversion,
): Promise<StoredChange | undefined> {
  if (survey.kind !== 'survey' || survey.type !== 'survey.type.contact')
    throw new ValidationError('id', 'expected a contact survey');
  const fields: FieldPatch = JSON.parse(survey.fields);
  const visitor = ownPerson('survey', fields);
  // A contact form has no stages: there, the outcome says that the family was reached.
  const actions = [...(await storedActions(tx, survey.id))].flatMap(([position, action]) =>
    isContact(action) ? [{ position, stage: 'Prise de contact' } as const] : [],
  );
  const moved = Object.fromEntries(
    [...ownFields('survey'), ['urgence'] as const].map(([from]) => [from, null]),
  );
  await movePerson(tx, survey.id, 'entry', '0');
  return changeEntry(tx, survey, {
    ...staff,
    change: 'converted',
    patch: {
      kind: 'commercial',
      type,
      closed: false,
      actions,
      ...(sejourType !== undefined && { sejourType }),
      fields: { ...moved, ...(fields.urgence !== undefined && { delais: fields.urgence }) },
      ...(Object.keys(visitor).length > 0 && { relations: new Map([[0, visitor]]) }),
    },
  });
}
