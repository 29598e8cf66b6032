import type { Fields } from '../../entries/diff.ts';

interface Commented {
  readonly comment: string | null;
  readonly originalComment: string | null;
  /** The member of staff who wrote the comment. */
  readonly commentBy: string | null;
}

const fieldNames = ['contact', 'contact2', 'message'] as const;

/** Returns what the family or the applicant wrote: texts of different fields, none of them by staff. */
export function wordsOf({ comment, originalComment, commentBy }: Commented, fields: Fields): string[] {
  const own = originalComment ?? (commentBy === null ? comment : null);
  return [own, ...fieldNames.map((name) => fields[name])].filter(
    (text): text is string => typeof text === 'string' && text !== '',
  );
}

const maxLineLength = 200;

/** Returns the beginning of a text on one line; null for an empty one. */
export function firstLineOf(texts: readonly string[]): string | null {
  const line = texts.join(' ').replace(/\s+/g, ' ').trim();
  if (line === '') return null;
  const characters = [...line];
  return characters.length <= maxLineLength ? line : `${characters.slice(0, maxLineLength - 1).join('')}…`;
}
