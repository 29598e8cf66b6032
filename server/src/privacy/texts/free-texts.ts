import { hash } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { entryNotFound, findEntry } from '../../entries/change/row.ts';
import { type Fields, isFields } from '../../entries/diff.ts';
import type { Queries } from '../../store/database.ts';
import { additionalKey } from '../../validation/normalize.ts';
import { knownNames, namesWith } from '../fields.ts';
import { type EntryParts, readParts } from './entry-parts.ts';

/** A free text of an entry, which may name any person. Its key is its keyed hash: a text that stands in several places is one. */
export const FreeText = Type.Object({
  key: Type.String({ description: 'Names the text in this entry.' }),
  place: Type.String({
    description: '`comment`, `fields`, `extra`, `actions`, `relations`, `orientation` or `letters`.',
  }),
  text: Type.String(),
});
export type FreeText = Static<typeof FreeText>;

type TextPlace =
  | 'comment'
  | 'fields'
  | 'extra'
  | 'relations'
  | 'actions'
  | 'orientation'
  | 'letters'
  | 'history';

/** Called for each free text. Returns what replaces it; null removes it. */
type VisitText = (text: string, place: TextPlace) => string | null;

const prose = namesWith('prose');
/** Whether a field of the contract holds free text. */
export const isProse = (name: string) => prose.has(name);

/** Returns the free texts of an entry, each once. `contentKey` as in secrets.ts. */
export function freeTextsOf(parts: EntryParts, contentKey: string): FreeText[] {
  const texts = new Map<string, FreeText>();
  mapTexts(parts, (text, place) => {
    if (!texts.has(text)) texts.set(text, { key: textKey(text, contentKey), place, text });
    return text;
  });
  return [...texts.values()];
}

/** Reads the parts of an entry. Rejects with NOTFOUND for an unknown one. */
export async function storedParts(read: Queries, entryId: number): Promise<EntryParts> {
  const entry = await findEntry(read, entryId);
  if (entry === undefined) throw entryNotFound(entryId);
  return readParts(read, entry);
}

/** Returns the key of a text. */
export function textKey(text: string, contentKey: string): string {
  return hash('sha256', `${contentKey}:text:${text}`, 'base64url').slice(0, 22);
}

/** Returns the parts with each free text replaced by what `visit` returns. */
export function mapTexts(parts: EntryParts, visit: VisitText): EntryParts {
  const comment = (text: string | null) => (text === null ? null : visit(text, 'comment'));
  return {
    comment: comment(parts.comment),
    originalComment: comment(parts.originalComment),
    asleepReason: comment(parts.asleepReason),
    fields: mapFields(parts.fields, visit, 'fields'),
    extra: mapUnnamed(parts.extra, visit, 'extra'),
    relations: parts.relations.map((relation) => ({
      ...relation,
      extra: mapUnnamed(relation.extra, visit, 'relations'),
    })),
    actions: parts.actions.map((action) => ({
      ...action,
      comment: action.comment === null ? null : visit(action.comment, 'actions'),
      extra: mapUnnamed(action.extra, visit, 'actions'),
    })),
    message: parts.message === null ? null : mapMessage(parts.message, visit),
    letters: parts.letters.map((letter) => ({
      ...letter,
      // They are empty once they were removed.
      subject: letter.subject && (visit(letter.subject, 'letters') ?? ''),
      body: letter.body && (visit(letter.body, 'letters') ?? ''),
    })),
    history: parts.history.map((line) => ({ ...line, detail: mapDetail(line.detail, visit) })),
  };
}

/** Only fields that hold free text. */
function mapFields(fields: Fields, visit: VisitText, place: TextPlace): Fields {
  return mapValues(fields, (value, name) =>
    isProse(name) ? mapValue(value, (text) => visit(text, place)) : value,
  );
}

function mapUnnamed(fields: Fields, visit: VisitText, place: TextPlace): Fields {
  return mapValues(fields, (value) => mapValue(value, (text) => visit(text, place)));
}

function mapMessage(message: Fields, visit: VisitText): Fields {
  const { [additionalKey]: additional, ...declared } = message;
  const mapped = mapFields(declared, visit, 'orientation');
  return isFields(additional)
    ? { ...mapped, [additionalKey]: mapUnnamed(additional, visit, 'orientation') }
    : mapped;
}

/** All names but these are unnamed fields, which hold free text. */
const isPlain = (name: string) => knownNames.has(name) && !isProse(name);

/** Who an entry was given to, a day, and what kind of message was sent. */
const plainDetails: ReadonlySet<string> = new Set(['ownerId', 'renewedOn', 'sent']);

function mapDetail(detail: Fields, visit: VisitText): Fields {
  const mapText = (text: string) => visit(text, 'history');
  const mapChanges = (fields: unknown) =>
    isFields(fields)
      ? mapValues(fields, (change, name) =>
          isPlain(name) || !isFields(change)
            ? change
            : { from: mapValue(change.from, mapText) ?? null, to: mapValue(change.to, mapText) ?? null },
        )
      : fields;
  return mapValues(detail, (value, name) => {
    if (plainDetails.has(name)) return value;
    if (name === 'changes') return mapChanges(value);
    if (name === 'relations' || name === 'actions')
      return isFields(value) ? mapValues(value, mapChanges) : value;
    if (isFields(value)) return mapUnnamed(value, visit, 'history');
    return typeof value === 'string' ? mapText(value) : value;
  });
}

/** The text of a value that is none is its JSON. Returns the same value when its text stays the same. */
function mapValue(value: unknown, mapText: (text: string) => string | null): unknown {
  if (value === null || value === undefined) return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const mapped = mapText(text);
  return mapped === text ? value : mapped;
}

/** Leaves out what becomes null. */
function mapValues(fields: Fields, map: (value: unknown, name: string) => unknown): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const mapped = map(value, name);
      return mapped === null && value !== null ? [] : [[name, mapped]];
    }),
  );
}
