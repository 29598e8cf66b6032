import { type Fields, isFields, only } from '../../entries/diff.ts';
import { messagePrefixes } from '../persons.ts';
import type { EntryParts } from '../texts/entry-parts.ts';

/** Fields of a survey that become the first related person when it is turned into a commercial entry. */
const visitorFields = new Set(['civility', 'firstName', 'lastName', 'lastNameMarital', 'email', 'phone']);

/** Returns the parts of a commercial entry without the values of the related person at this position. */
export function withoutPerson(parts: EntryParts, position: number): EntryParts {
  const [prefix] = messagePrefixes.find(([, person]) => person === position) ?? [];
  return {
    ...parts,
    relations: parts.relations.map((relation) =>
      relation.position === position ? { position, fields: {}, extra: {} } : relation,
    ),
    message:
      parts.message === null || prefix === undefined
        ? parts.message
        : only(parts.message, (name) => !name.startsWith(prefix)),
    history: parts.history.map((line) => ({ ...line, detail: detailWithout(line.detail, position) })),
  };
}

function detailWithout({ changes, relations, ...others }: Fields, position: number): Fields {
  const kept = isFields(relations) ? only(relations, (name) => name !== String(position)) : {};
  return {
    ...others,
    ...(isFields(changes) && {
      changes: position === 0 ? only(changes, (name) => !visitorFields.has(name)) : changes,
    }),
    ...(Object.keys(kept).length > 0 && { relations: kept }),
  };
}
