import { type RawBuilder, sql } from 'kysely';
import { endingWord } from '../../entries/search/search-terms.ts';
import { frenchKeys, searchKeys } from '../../phones/phone-keys.ts';
import type { SearchTerm } from '../../store/dialect.ts';
import { bind } from '../../store/statement.ts';

export const phoneCharacters = /^[\d\s().+/-]+$/;
/** A complete number, with its country's code but neither `+` nor `00`: `33261911546`. */
const withoutPlus = /^[1-9]\d{10,14}$/;
/** Fewer digits would match strangers; more are a complete number. */
const ending = /^\d{4,8}$/;

/**
 * Selects the ids of entries with a phone number that was typed whole, in any form, or by its first digits, from the sixth
 * on. `typed` must not be trimmed: a leading space may be a `+`.
 */
export function phoneMatches(typed: string): RawBuilder<unknown>[] {
  // Pasted with what stood around it.
  if (!phoneCharacters.test(typed)) return frenchKeys(typed).slice(0, 5).map(withKey);
  return [
    ...keysIn(typed).map(withKey),
    ...beginningsIn(typed).map((digits) =>
      withKeys(
        sql`key >= ${bind(digits)} and key < ${bind(String(Number(digits) + 1))} and key like ${bind(`${digits}%`)}`,
      ),
    ),
  ];
}

/** Returns the search term of a phone number's last four to eight digits. */
export function endingIn(typed: string): SearchTerm[] {
  const digits = typed.replace(/\D/g, '');
  if (!phoneCharacters.test(typed) || !ending.test(digits)) return [];
  return [{ word: endingWord(digits), whole: false }];
}

/** Returns the phone keys of a number that was typed whole, in any form. */
export function keysIn(typed: string): string[] {
  const digits = typed.replace(/\D/g, '');
  return [...new Set([...searchKeys(typed), ...(withoutPlus.test(digits) ? searchKeys(`+${digits}`) : [])])];
}

/** Returns the phone key prefix of an incomplete French number: five to eight national digits. */
export function beginningsIn(typed: string): string[] {
  const [, national = ''] =
    /^(?:(?:\+|00)33|0)([\d\s().-]+)$/.exec(typed.replace(/^ (?=[1-9])/, '+').trim()) ?? [];
  const digits = national.replace(/\D/g, '').replace(/^0/, '');
  return /^[1-9]\d{4,7}$/.test(digits) && !/^9+$/.test(digits) ? [digits] : [];
}

function withKey(key: string): RawBuilder<unknown> {
  return withKeys(sql`key = ${bind(key)}`);
}

function withKeys(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select entry_id as id from entry_phones where ${condition}`;
}
