import { authorOf } from '../../access/authors.ts';
import { parisDay } from '../../clock.ts';
import { RequestError } from '../../contract/request-error.ts';
import { patchActions, rejectWrongDays, storedActions } from '../../entries/change/actions.ts';
import { changeEntry } from '../../entries/change/change-entry.ts';
import { currentVersion } from '../../entries/change/history.ts';
import { type EntryPatch, patched } from '../../entries/change/patch.ts';
import { ownPerson } from '../../entries/change/persons.ts';
import { parsedFields, storedFields, storedRelations } from '../../entries/change/relations.ts';
import { lockEntry } from '../../entries/change/row.ts';
import { lockOrientations } from '../../entries/erased-numbers.ts';
import { refuseHeld } from '../../entries/holds.ts';
import { rejectImpossibleDays } from '../../entries/possible-days.ts';
import { deskWrite } from '../../http/desk-route.ts';
import type { Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { privacyRoute } from '../deps.ts';
import { factsOf } from '../entry-facts.ts';
import { blankEarlier } from '../erase/blank-earlier.ts';
import { enumeratedChanges } from '../history-details.ts';
import { recordErasure } from '../records/erasures.ts';
import { requireCorrectionOf } from '../records/gates.ts';
import { peopleOf, requestEntry, type StoredRequest } from '../records/requests.ts';
import { lockOpenRequest, recordStep, setOutcome } from '../records/steps.ts';
import { toldBefore } from '../records/told.ts';
import { isProse } from '../texts/free-texts.ts';
import { type Corrections, isCorrectable, Rectification, validateUnnamed } from './fields.ts';

/** Rejects with CONFLICT for another version, with ERASED for an erased entry. */
export const correctEntry = deskWrite('correctEntry', 'PATCH /desk/privacy/entries/:id', {
  ...privacyRoute,
  body: Rectification,
  async run(tx, { id: entryId, by, version, requestId, ...asked }, { record, now }) {
    const { withoutTrace = false, ...corrections } = asked;
    if (Object.keys(corrections).length === 0) throw new ValidationError('', 'expected something to correct');
    if (withoutTrace && requestId === undefined)
      throw new ValidationError('requestId', 'expected for a correction without trace');
    validateUnnamed(corrections);
    const request = requestId === undefined ? undefined : await lockOpenRequest(tx, requestId);
    if (withoutTrace) await lockOrientations(tx, entryId);
    const entry = await lockEntry(tx, entryId);
    if (withoutTrace) await refuseHeld(tx, entryId, now);
    const before = await currentVersion(tx, entryId);
    if (version !== undefined && version !== before)
      throw new RequestError('CONFLICT', `version: expected ${before}, since others have changed the entry`);
    // Read first: the correction itself tells them too.
    const told = await toldBefore(tx, entryId);
    const at = now.toISOString();
    const author = authorOf(by);
    const patch = await patchOf(tx, entry, corrections, { author, now });
    const said = withoutTrace
      ? { change: 'redacted', detail: { corrected: shownNames(corrections) } }
      : { change: 'rectified' };
    const stored = await changeEntry(tx, entry, { author, at, ...said, patch });
    if (stored === undefined) return { version: before, told };
    if (withoutTrace && request !== undefined) await leaveNoTrace(tx, entry, request, corrections, now);
    const detail = { act: 'rectified', ...(withoutTrace && { withoutTrace }), changed: Object.keys(asked) };
    await record({ action: 'changed', subject: 'entry', subjectId: entryId, detail });
    if (request !== undefined) {
      const step = withoutTrace ? 'redacted' : 'rectified';
      await recordStep(tx, request.id, { by, now, step, detail: { entryId } });
      if (!(await isUnfinished(tx, entryId, request, now)))
        await setOutcome(tx, request.id, entryId, { state: 'done' });
    }
    return { version: stored.version, told };
  },
});

/** Blanks what the entry said before, and adds to the ledger which fields were corrected. */
async function leaveNoTrace(
  tx: Transaction,
  before: EntryRow,
  request: StoredRequest,
  corrections: Corrections,
  now: Date,
): Promise<void> {
  const { id: entryId, received_at: receivedAt, kind } = before;
  const { fields = {}, relations = [] } = corrections;
  const isOwn = Object.keys(fields).some((name) => !isProse(name) && !name.endsWith('Adresseur'));
  const touched = [...(isOwn ? ['entry' as const] : []), ...relations.map(({ position }) => position)];
  requireCorrectionOf(entryId, touched, request, await requestEntry(tx, request.id, entryId));
  const after = await lockEntry(tx, entryId);
  if (isKnown(kind, before) && !isKnown(kind, after))
    throw new RequestError(
      'CONFLICT',
      'fields: the last values of the entry’s own person go by an erasure of the entry',
    );
  const left = await storedRelations(tx, entryId);
  const emptied = relations.flatMap(({ position }) =>
    left.some((one) => one.position === position && Object.keys({ ...one.fields, ...one.extra }).length > 0)
      ? []
      : [`relations.${position}`],
  );
  const named = namedIn(corrections).filter(({ place }) => !emptied.includes(place));
  const pathsOf = (isRemoved: boolean) =>
    named.flatMap((one) => (one.isRemoved === isRemoved ? [`${one.place}.${one.name}`] : []));
  const paths = { removed: [...emptied, ...pathsOf(true)], corrected: pathsOf(false) };
  const stale = await blankEarlier(tx, entryId, paths, now);
  await recordErasure(tx, {
    entryId,
    receivedAt,
    reason: 'request',
    requestId: request.id,
    erasedAt: now.toISOString(),
    counts: {},
    paths: { ...paths, corrected: [...new Set([...paths.corrected, ...stale])] },
  });
}

/** Whether the entry's own person has a name, a phone or an e-mail address. */
function isKnown(kind: EntryRow['kind'], { fields }: EntryRow): boolean {
  const own = ownPerson(kind, parsedFields(fields));
  return ['firstName', 'lastName', 'lastNameMarital', 'phone', 'cellphone', 'email'].some(
    (name) => own[name],
  );
}

/** Days count in statistics. */
const days: ReadonlySet<string> = new Set(['dateFirstContact', 'date']);

/** What a correction names: the place and the name of each value, as the history has them, and whether it was removed. */
function namedIn({ fields, extra, relations = [], actions = [], ...others }: Corrections) {
  const named = (place: string, values: object) =>
    Object.entries(values).flatMap(([name, value]) =>
      enumeratedChanges.has(name) || days.has(name) ? [] : [{ place, name, isRemoved: value === null }],
    );
  return [
    ...named('changes', { ...others, ...fields, ...extra }),
    ...relations.flatMap((one) => named(`relations.${one.position}`, { ...one.fields, ...one.extra })),
    ...actions.flatMap(({ position, extra: unnamed, ...texts }) =>
      named(`actions.${position}`, { ...texts, ...unnamed }),
    ),
  ];
}

/** Returns what the history says of a correction without trace: `comment`, `relations[0]`, `actions[2]`. */
function shownNames(corrections: Corrections): string[] {
  const names = namedIn(corrections).map(({ place, name }) =>
    place === 'changes' ? name : place.replace(/\.(\d+)$/, '[$1]'),
  );
  return [...new Set(names)];
}

/** Whether an entry still has the data of somebody whose erasure the request asks for. */
async function isUnfinished(tx: Transaction, entryId: number, { id, kind }: StoredRequest, now: Date) {
  if (kind !== 'erasure') return false;
  const linked = await requestEntry(tx, id, entryId);
  const people = (linked && peopleOf(linked)) ?? [];
  const { persons = [] } = (await factsOf(tx, entryId, parisDay(now))) ?? {};
  return persons.some(({ person }) => people.includes(person));
}

async function patchOf(
  tx: Transaction,
  entry: EntryRow,
  { dateFirstContact, relations = [], actions = [], ...rest }: Corrections,
  { author, now }: { readonly author: string; readonly now: Date },
): Promise<EntryPatch> {
  validateForKind(entry, { ...rest, ...(dateFirstContact !== undefined && { dateFirstContact }) });
  await validatePositions(tx, entry.id, relations);
  const before = await storedActions(tx, entry.id);
  const today = parisDay(now);
  rejectImpossibleDays({ fields: rest.fields, dateFirstContact }, today);
  for (const [i, person] of relations.entries()) rejectImpossibleDays(person, today, `relations[${i}].`);
  const patches = actions.map(({ extra, ...action }) => ({
    ...action,
    ...(extra !== undefined && {
      extra: storedFields(patched(parsedFields(before.get(action.position)?.extra ?? null), extra)),
    }),
  }));
  rejectWrongDays(before, patchActions(before, patches, author), today);
  return {
    ...rest,
    actions: patches,
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
  const left = new Set((await storedRelations(tx, entryId)).map(({ position }) => position));
  for (const [i, { position }] of relations.entries())
    if (!left.delete(position))
      throw new ValidationError(
        `relations[${i}].position`,
        'expected the position of a person of this entry, each once',
      );
}
