import { type Fields, isFields } from '../../entries/diff.ts';
import { additionalKey } from '../../validation/normalize.ts';
import { knownNames, namesWith } from '../fields.ts';
import type { EntryParts } from './entry-parts.ts';

/** Called for each free text. Returns what replaces it; null removes it. */
type VisitText = (text: string) => string | null;

const prose = namesWith('prose');
/** Whether a field of the contract holds free text. */
export const isProse = (name: string) => prose.has(name);

/** Returns the free texts of an entry, each once. */
export function freeTextsOf(parts: EntryParts): ReadonlySet<string> {
  const texts = new Set<string>();
  mapTexts(parts, (text) => {
    texts.add(text);
    return text;
  });
  return texts;
}

/** Returns the parts with each free text replaced by what `visit` returns. */
export function mapTexts(parts: EntryParts, visit: VisitText): EntryParts {
  const comment = (text: string | null) => (text === null ? null : visit(text));
  return {
    comment: comment(parts.comment),
    originalComment: comment(parts.originalComment),
    asleepReason: comment(parts.asleepReason),
    fields: mapFields(parts.fields, visit),
    extra: mapUnnamed(parts.extra, visit),
    relations: parts.relations.map((relation) => ({
      ...relation,
      extra: mapUnnamed(relation.extra, visit),
    })),
    actions: parts.actions.map((action) => ({
      ...action,
      comment: action.comment === null ? null : visit(action.comment),
      extra: mapUnnamed(action.extra, visit),
    })),
    message: parts.message === null ? null : mapMessage(parts.message, visit),
    letters: parts.letters.map((letter) => ({
      ...letter,
      // They are empty once they were removed.
      subject: letter.subject && (visit(letter.subject) ?? ''),
      body: letter.body && (visit(letter.body) ?? ''),
    })),
    history: parts.history.map((line) => ({ ...line, detail: mapDetail(line.detail, visit) })),
  };
}

/** Only fields that hold free text. */
function mapFields(fields: Fields, visit: VisitText): Fields {
  return mapValues(fields, (value, name) => (isProse(name) ? mapValue(value, visit) : value));
}

function mapUnnamed(fields: Fields, visit: VisitText): Fields {
  return mapValues(fields, (value) => mapValue(value, visit));
}

function mapMessage(message: Fields, visit: VisitText): Fields {
  const { [additionalKey]: additional, ...declared } = message;
  const mapped = mapFields(declared, visit);
  return isFields(additional) ? { ...mapped, [additionalKey]: mapUnnamed(additional, visit) } : mapped;
}

/** All names but these are unnamed fields, which hold free text. */
const isPlain = (name: string) => knownNames.has(name) && !isProse(name);

/** Who an entry was given to, a day, and what kind of message was sent. */
const plainDetails: ReadonlySet<string> = new Set(['ownerId', 'renewedOn', 'sent']);

function mapDetail(detail: Fields, visit: VisitText): Fields {
  const mapText = (text: string) => visit(text);
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
    if (isFields(value)) return mapUnnamed(value, visit);
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
