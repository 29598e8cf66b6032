import { ownFields } from '../../entries/change/persons.ts';
import { parsedFields } from '../../entries/change/relations.ts';
import { findEntry } from '../../entries/change/row.ts';
import { type Fields, isFields, only } from '../../entries/diff.ts';
import { asCommercial } from '../../orientation/as-commercial.ts';
import type { OperationContext, Transaction } from '../../store/database.ts';
import { query } from '../../store/statement.ts';
import { additionalKey } from '../../validation/normalize.ts';
import { enumeratedChanges } from '../history-details.ts';
import type { TakenPaths } from '../records/erasures.ts';
import { type EntryParts, readParts } from '../texts/entry-parts.ts';
import { markBlanked, rewriteBodies } from './blank-deliveries.ts';
import { rememberErased } from './erased-messages.ts';
import { rewriteHistory } from './rewrite.ts';
import { storeParts } from './store-parts.ts';

/** Whether a value was taken out: `changes`, `relations.0` or `actions.2`, and its name, as the history has them. */
type IsTaken = (place: string, name: string) => boolean;

/**
 * Takes older forms of values out of an entry: history, partner's message, what callers were sent and have answered. Paths
 * are `changes.phoneClient`, `relations.0.email` or `actions.2.comment`; `relations.0` is all of a related person,
 * `history.17` all of a line,
 * `messages.5` the texts of a message. Present values stay, unless `alsoPresent` names them. The entry is locked.
 */
export async function takeOut(
  tx: Transaction,
  entryId: number,
  { removed, corrected }: TakenPaths,
  context: OperationContext,
  alsoPresent: readonly string[] = [],
): Promise<void> {
  const entry = await findEntry(tx, entryId);
  if (entry === undefined) return;
  const paths = new Set([...removed, ...corrected]);
  const isTaken = takenBy(paths);
  const before = await readParts(tx, entry);
  const kept = withoutValues(before, takenBy(new Set(alsoPresent)));
  const message = before.message && messageWithout(before.message, isTaken);
  const unnamed = message?.[additionalKey];
  const left = { ...message, ...(isFields(unnamed) && unnamed) };
  await rememberErased(tx, entryId, context, (key) => !Object.hasOwn(left, key));
  const after = {
    ...kept,
    message,
    letters: before.letters.map((letter) => letterWithout(letter, new Set(removed), isTaken)),
    history: before.history.map(({ id, detail }) => ({
      id,
      detail: paths.has(`history.${id}`) ? rewriteHistory(detail) : detailWithout(detail, isTaken),
    })),
  };
  await storeParts(tx, entryId, before, after, context.now);
  await rewriteBodies(tx, entryId, (body, isPending) => bodyWith(body, isPending ? kept.comment : null));
  // Receivers may have repeated what they were sent.
  await tx.run(
    query((db) =>
      db
        .updateTable('attempts')
        .set({ failure_reason: null, response_excerpt: '' })
        .where('outbox_id', 'in', (eb) =>
          eb.selectFrom('outbox').select('id').where('entry_id', '=', entryId),
        ),
    ),
  );
  await markBlanked(tx, entryId, context.now);
}

const emailNames = ['email', 'emailClient'];
const phoneNames = ['phone', 'cellphone', 'phoneClient', 'cellphoneClient'];
const personNames = ['firstName', 'lastName', 'lastNameMarital'].flatMap((name) => [name, `${name}Client`]);

/** What a message says goes with the person to whom it was written, with a name of theirs, or with the answer that it repeats. */
function letterWithout(
  letter: EntryParts['letters'][number],
  removed: ReadonlySet<string>,
  isTaken: IsTaken,
): EntryParts['letters'][number] {
  const { id, use, channel, person, recipient } = letter;
  const place = person === 'entry' ? 'changes' : `relations.${person}`;
  const names = channel === 'sms' ? phoneNames : emailNames;
  const isAddressTaken = names.some((name) => isTaken(place, name));
  // One that was corrected is of the same person.
  const isPersonRemoved = removed.has(place) || names.some((name) => removed.has(`${place}.${name}`));
  const isTextTaken =
    removed.has(`messages.${id}`) ||
    isPersonRemoved ||
    personNames.some((name) => isTaken(place, name)) ||
    (use === 'answer' && isTaken('changes', 'comment'));
  return {
    ...letter,
    recipient: isAddressTaken ? null : recipient,
    ...(isTextTaken && { subject: '', body: '' }),
  };
}

function takenBy(paths: ReadonlySet<string>): IsTaken {
  return (place, name) => paths.has(place) || paths.has(`${place}.${name}`);
}

function withoutValues(parts: EntryParts, isTaken: IsTaken): EntryParts {
  const text = (name: string, value: string | null) => (isTaken('changes', name) ? null : value);
  const rest = (place: string, fields: Fields) => only(fields, (name) => !isTaken(place, name));
  return {
    ...parts,
    comment: text('comment', parts.comment),
    originalComment: text('originalComment', parts.originalComment),
    asleepReason: text('asleepReason', parts.asleepReason),
    fields: rest('changes', parts.fields),
    extra: rest('changes', parts.extra),
    relations: parts.relations.map(({ position, fields, extra }) => ({
      position,
      fields: rest(`relations.${position}`, fields),
      extra: rest(`relations.${position}`, extra),
    })),
    actions: parts.actions.map((action) => ({
      ...action,
      comment: isTaken(`actions.${action.position}`, 'comment') ? null : action.comment,
      extra: rest(`actions.${action.position}`, action.extra),
    })),
  };
}

/** Leaves out each key that is read into a value that was taken. */
function messageWithout({ [additionalKey]: additional, ...declared }: Fields, isTaken: IsTaken): Fields {
  const message = only(declared, (key, value) => {
    const { comment, fields, relations } = asCommercial(JSON.parse(JSON.stringify({ [key]: value })));
    const names = [...Object.keys(fields), ...(comment === undefined ? [] : ['comment'])];
    return !(
      names.some((name) => isTaken('changes', name)) ||
      [...relations].some(([position, person]) =>
        Object.keys(person).some((name) => isTaken(`relations.${position}`, name)),
      )
    );
  });
  const unnamed = isFields(additional) ? only(additional, (name) => !isTaken('changes', name)) : {};
  return Object.keys(unnamed).length === 0 ? message : { ...message, [additionalKey]: unnamed };
}

/** Fields of a contact form, and the places that they have since it was turned into a lead. */
const moved = new Map<string, readonly [place: string, name: string]>([
  ...ownFields('survey').map(([own, related]) => [own, ['relations.0', related]] as const),
  ['urgence', ['changes', 'delais']],
]);

function detailWithout({ changes, relations, actions, ...others }: Fields, isTaken: IsTaken): Fields {
  const isOfChange = (name: string) =>
    !enumeratedChanges.has(name) && (isTaken('changes', name) || isTaken(...(moved.get(name) ?? ['', ''])));
  const byPosition = (place: string, positions: unknown) =>
    Object.fromEntries(
      Object.entries(isFields(positions) ? positions : {}).map(([position, fields]) => [
        position,
        only(isFields(fields) ? fields : {}, (name) => !isTaken(`${place}.${position}`, name)),
      ]),
    );
  const left = {
    changes: only(isFields(changes) ? changes : {}, (name) => !isOfChange(name)),
    relations: only(byPosition('relations', relations), isFilled),
    actions: only(byPosition('actions', actions), isFilled),
  };
  return { ...others, ...only(left, isFilled) };
}

const isFilled = (_: string, fields: unknown) => isFields(fields) && Object.keys(fields).length > 0;

/** The comment is the only free text that callers are told. */
function bodyWith(body: string, comment: string | null): string {
  const { data, ...envelope } = parsedFields(body);
  if (!isFields(data) || typeof data.comment !== 'string') return body;
  return JSON.stringify({ ...envelope, data: { ...data, comment } });
}
