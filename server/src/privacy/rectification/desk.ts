import Type from 'typebox';
import { authorOf } from '../../access/authors.ts';
import { parisDay } from '../../clock.ts';
import { RequestError } from '../../contract/request-error.ts';
import { changeEntry } from '../../entries/change/change-entry.ts';
import { currentVersion } from '../../entries/change/history.ts';
import type { EntryPatch } from '../../entries/change/patch.ts';
import { storedRelations } from '../../entries/change/relations.ts';
import { lockEntry } from '../../entries/change/row.ts';
import { orNull } from '../../http/desk-answers.ts';
import { deskWrite } from '../../http/desk-route.ts';
import type { Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { privacyRoute } from '../deps.ts';
import { lockOpenRequest, recordStep, setOutcome } from '../records/steps.ts';
import { toldBefore } from '../records/told.ts';
import { isCorrectable, Rectification, validateUnnamed } from './fields.ts';

const Rectified = Type.Object({
  version: Type.Integer({ description: 'Of the entry, now.' }),
  told: Type.Array(
    Type.Object({
      recipient: Type.String({
        description:
          'The host of an endpoint, `partner:` and the short name of the partner, or an advertising account.',
      }),
      event: orNull(Type.String({ description: 'Null for the other two.' })),
      at: Type.String(),
    }),
    { description: 'Who was told of the entry before this correction, the last first.' },
  ),
});

/** Rejects with CONFLICT for another version, with ERASED for an erased entry. */
export const correctEntry = deskWrite('correctEntry', 'PATCH /desk/privacy/entries/:id', {
  ...privacyRoute,
  summary: 'Correct an entry',
  description:
    'Every field can be corrected, those that the API does not define too. The entry keeps its status; its caller is told as of any change.',
  body: Rectification,
  answer: Rectified,
  async run(tx, { id: entryId, by, version, requestId, ...corrections }, { now, record }) {
    if (Object.keys(corrections).length === 0) throw new ValidationError('', 'expected something to correct');
    validateUnnamed(corrections);
    if (requestId !== undefined) await lockOpenRequest(tx, requestId);
    const entry = await lockEntry(tx, entryId);
    const before = await currentVersion(tx, entryId);
    if (version !== undefined && version !== before)
      throw new RequestError('CONFLICT', `version: expected ${before}, since others have changed the entry`);
    // Read first: the correction itself tells them too.
    const told = await toldBefore(tx, entryId);
    const at = now.toISOString();
    const author = authorOf(by);
    const patch = await patchOf(tx, entry, corrections, author);
    const stored = await changeEntry(tx, entry, { author, at, change: 'rectified', patch });
    if (stored === undefined) return { version: before, told };
    const changed = Object.keys(corrections);
    await record({
      action: 'changed',
      subject: 'entry',
      subjectId: entryId,
      detail: { act: 'rectified', changed },
    });
    if (requestId !== undefined) {
      await recordStep(tx, requestId, { at, author, step: 'rectified', detail: { entryId } });
      await setOutcome(tx, requestId, entryId, { state: 'done' });
    }
    return { version: stored.version, told };
  },
});

type Corrections = Omit<Rectification, 'version' | 'requestId'>;

async function patchOf(
  tx: Transaction,
  entry: EntryRow,
  { dateFirstContact, relations = [], ...rest }: Corrections,
  author: string,
): Promise<EntryPatch> {
  validateForKind(entry, { ...rest, ...(dateFirstContact !== undefined && { dateFirstContact }) });
  await validatePositions(tx, entry.id, relations);
  return {
    ...rest,
    ...(rest.comment !== undefined && { commentBy: author }),
    ...(dateFirstContact !== undefined && {
      contactDate: dateFirstContact ?? parisDay(new Date(entry.received_at)),
      fields: { ...rest.fields, dateFirstContact },
    }),
    relations: new Map(relations.flatMap(({ position, fields }) => (fields ? [[position, fields]] : []))),
    relationExtras: new Map(relations.flatMap(({ position, extra }) => (extra ? [[position, extra]] : []))),
  };
}

/** Throws a `ValidationError` for a property that entries of this kind don't have. */
function validateForKind({ kind }: EntryRow, { fields = {}, ...rest }: Corrections): void {
  for (const name of Object.keys(fields)) {
    if (!isCorrectable(kind, name))
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
