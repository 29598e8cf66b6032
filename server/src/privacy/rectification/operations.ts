import { type Actor, auditedOperation } from '../../access/audit.ts';
import { authorOf } from '../../access/authors.ts';
import { parisDay } from '../../clock.ts';
import { RequestError } from '../../contract/request-error.ts';
import { changeEntry } from '../../entries/change/change-entry.ts';
import { currentVersion } from '../../entries/change/history.ts';
import type { EntryPatch } from '../../entries/change/patch.ts';
import { storedRelations } from '../../entries/change/relations.ts';
import { lockEntry } from '../../entries/change/row.ts';
import type { Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { lockOpenRequest, recordStep, setOutcome } from '../records/steps.ts';
import { toldBefore } from '../records/told.ts';
import { fieldNames, type Rectification } from './fields.ts';

interface RectificationInput {
  readonly entryId: number;
  readonly rectification: Rectification;
  readonly by: Actor;
}

/**
 * Corrects an entry and returns who was told of its earlier values. Rejects with NOTFOUND for an unknown entry, with
 * CONFLICT for another version, with ERASED for an erased entry.
 */
export const rectifyEntry = auditedOperation(
  'rectifyEntry',
  async (tx, { entryId, rectification, by }: RectificationInput, { now, record }) => {
    const { version, requestId } = rectification;
    if (requestId !== undefined) await lockOpenRequest(tx, requestId);
    const entry = await lockEntry(tx, entryId);
    const before = await currentVersion(tx, entryId);
    if (version !== undefined && version !== before)
      throw new RequestError('CONFLICT', `version: expected ${before}, since others have changed the entry`);
    // Read first: the correction itself tells them too.
    const told = await toldBefore(tx, entryId);
    const at = now.toISOString();
    const stored = await changeEntry(tx, entry, {
      author: authorOf(by),
      at,
      change: 'rectified',
      patch: await patchOf(tx, entry, rectification, by),
    });
    if (stored === undefined) return { version: before, told };
    const detail = { act: 'rectified', changed: Object.keys(rectification) };
    await record({ action: 'changed', subject: 'entry', subjectId: entryId, detail });
    if (requestId !== undefined) {
      await recordStep(tx, requestId, { at, author: authorOf(by), step: 'rectified', detail: { entryId } });
      await setOutcome(tx, requestId, entryId, { state: 'done' });
    }
    return { version: stored.version, told };
  },
);

async function patchOf(
  tx: Transaction,
  entry: EntryRow,
  { version: _, requestId: __, dateFirstContact, relations = [], ...rest }: Rectification,
  by: Actor,
): Promise<EntryPatch> {
  validateForKind(entry, { ...rest, ...(dateFirstContact !== undefined && { dateFirstContact }) });
  await validatePositions(tx, entry.id, relations);
  return {
    ...rest,
    ...(rest.comment !== undefined && { commentBy: authorOf(by) }),
    ...(dateFirstContact !== undefined && {
      contactDate: dateFirstContact ?? parisDay(new Date(entry.received_at)),
      fields: { ...rest.fields, dateFirstContact },
    }),
    relations: new Map(relations.flatMap(({ position, fields }) => (fields ? [[position, fields]] : []))),
    relationExtras: new Map(relations.flatMap(({ position, extra }) => (extra ? [[position, extra]] : []))),
  };
}

/** Throws a `ValidationError` for a property that entries of this kind don't have. */
function validateForKind({ kind }: EntryRow, { fields = {}, ...rest }: Rectification): void {
  for (const name of Object.keys(fields)) {
    if (!fieldNames[kind].has(name))
      throw new ValidationError(`fields.${name}`, `no field of an entry of kind ${kind}`);
  }
  if (kind === 'commercial') return;
  for (const name of ['type', 'sejourType', 'resultat', 'motif', 'dateFirstContact'] as const) {
    if (rest[name] !== undefined) throw new ValidationError(name, 'expected for a commercial entry only');
  }
}

async function validatePositions(
  tx: Transaction,
  entryId: number,
  relations: readonly { readonly position: number }[],
): Promise<void> {
  const existing = new Set((await storedRelations(tx, entryId)).map(({ position }) => position));
  const seen = new Set<number>();
  for (const [i, { position }] of relations.entries()) {
    if (!existing.has(position))
      throw new ValidationError(
        `relations[${i}].position`,
        'expected the position of a person of this entry',
      );
    if (seen.has(position))
      throw new ValidationError(`relations[${i}].position`, 'expected each position once');
    seen.add(position);
  }
}
