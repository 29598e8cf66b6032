import Type, { type Static } from 'typebox';
import { longestText } from '../../contract/fields.ts';
import { exactly } from '../../http/desk-answers.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { FreeText } from '../texts/free-texts.ts';

/** What becomes of a free text when a related person is erased. */
export const TextDecision = exactly({
  key: Type.String({ maxLength: 100 }),
  decision: Type.Enum(['keep', 'rewrite', 'empty'], { type: 'string' }),
  text: Type.Optional(Type.String({ minLength: 1, maxLength: longestText, description: 'For `rewrite`.' })),
});
export type TextDecision = Static<typeof TextDecision>;

/** By text: null empties it. A text that is not here is kept. */
export type Replacements = ReadonlyMap<string, string | null>;

/**
 * Returns what replaces each text that is not kept. Throws a `ValidationError` unless each text is decided once. `field`:
 * the path of the decisions in the body.
 */
export function replacementsOf(
  texts: readonly FreeText[],
  decisions: readonly TextDecision[],
  field = 'texts',
): Replacements {
  const byKey = new Map(texts.map((text) => [text.key, text]));
  const replaced = new Map<string, string | null>();
  for (const [i, { key, decision, text }] of decisions.entries()) {
    const found = byKey.get(key);
    if (found === undefined)
      throw new ValidationError(`${field}[${i}].key`, 'expected a text of this plan, once');
    byKey.delete(key);
    if ((decision === 'rewrite') !== (text !== undefined))
      throw new ValidationError(`${field}[${i}].text`, 'expected for `rewrite`, and for nothing else');
    if (decision !== 'keep') replaced.set(found.text, text ?? null);
  }
  if (byKey.size > 0) throw new ValidationError(field, 'expected a decision for each text of the plan');
  return replaced;
}
