import type { Queries } from '../store/database.ts';
import { query } from '../store/statement.ts';

/** `health`: of health, or another special category of article 9. `identity`: a number of identity, or of a bank account. */
const sensitivities = ['health', 'identity'] as const;
export type Sensitivity = (typeof sensitivities)[number];

/** Without accents, in lower case. Up to this length it has to be a whole word: `gir` is in `niveauGIR`, not in `girafe`. */
const longestWord = 5;

/** French and English. Retention, the register and the officer's own list begin with these. */
const defaults: Readonly<Record<Sensitivity, string>> = {
  health: `gir aggir sante vih ald imc health medical medica medecin patholog maladi diagnos traitement allerg handicap
    alzheimer parkinson demence incontinen ordonnance groupesanguin psychiatr dependance
    culte race religi croyance syndica ethnie ethniqu opinionpoliti orientationsex sexuel`,
  identity: `nir insee ssn secu cni iban rib bic cvv cb numsecu nosecu numerosecu securitesociale secusociale socialsecurity
    cartevitale carteidentite passeport comptebancaire cartebancaire creditcard`,
};
const defaultTerms = new Map(
  sensitivities.flatMap((kind) => defaults[kind].split(/\s+/).map((term) => [term, kind] as const)),
);

/** A part of names of fields, and what fields of such names hold. */
export interface SensitiveTerm {
  readonly term: string;
  readonly kind: Sensitivity;
}

/** Returns the terms as they are without changes of the officer. */
export const defaultSensitiveTerms: readonly SensitiveTerm[] = [...defaultTerms].map(([term, kind]) => ({
  term,
  kind,
}));

/** Reads the terms: the defaults, and what the officer has changed of them. */
export async function readSensitiveTerms(queries: Queries): Promise<SensitiveTerm[]> {
  const changed = await queries.all(query((db) => db.selectFrom('sensitive_terms').select(['term', 'kind'])));
  const kinds = new Map<string, Sensitivity | null>([
    ...defaultTerms,
    ...changed.map(({ term, kind }) => [term, kind] as const),
  ]);
  return [...kinds].flatMap(([term, kind]) => (kind === null ? [] : [{ term, kind }]));
}

/** Returns a function that says what a field of this name is likely to hold; null for nothing sensitive. */
export function sensitivityBy(terms: readonly SensitiveTerm[]): (name: string) => Sensitivity | null {
  const expressions = sensitivities.map((kind) => [kind, nameTest(patternOf(terms, kind))] as const);
  return (name) => expressions.find(([, isMeant]) => isMeant(name))?.[0] ?? null;
}

export function nameTest(pattern: string): (name: string) => boolean {
  const expression = new RegExp(pattern, 'u');
  return (name) => expression.test(name);
}

/**
 * Returns the regular expression of the names with a term of this kind. It means the same in JavaScript and in PostgreSQL,
 * takes linear time, and finds the name also in {@link memberPattern}.
 */
export function patternOf(terms: readonly SensitiveTerm[], kind: Sensitivity): string {
  const found = terms.filter((one) => one.kind === kind).map(({ term }) => termPattern(term));
  return found.length === 0 ? none : found.join('|');
}

/** Returns the expression of JSON texts with a member, at any depth, whose name matches. */
export function memberPattern(pattern: string): string {
  // From the quote that begins a name: one inside a text has a backslash before it. Looked ahead, so that no text is read twice.
  const inside = '(?:[^"\\\\]|\\\\.)*';
  return `[{,] ?"(?=${inside}" ?:)${inside}(?:${pattern})`;
}

/** Matches no name. */
const none = '[^\\s\\S]';
const accents: Readonly<Record<string, string>> = {
  a: 'àâäÀÂÄ',
  c: 'çÇ',
  e: 'éèêëÉÈÊË',
  i: 'îïÎÏ',
  o: 'ôöÔÖ',
  u: 'ùûüÙÛÜ',
};
const small = 'a-zß-öø-ÿœ';
const capital = 'A-ZÀ-ÖØ-ÞŒ';
const anyLetter = small + capital;

function termPattern(term: string): string {
  const letters = [...term].map((letter) => `[${letter}${letter.toUpperCase()}${accents[letter] ?? ''}]`);
  // `carteVitale`, `carte_vitale` and `Carte vitale` are one name.
  if (term.length > longestWord) return letters.join(`[^${anyLetter}"\\\\]?`);
  const begins = `(?:(?<![${anyLetter}])|(?<=[${small}])(?=[${capital}]))`;
  const ends = `(?:(?![${anyLetter}])|(?=[${capital}][${small}]))`;
  return `${begins}${letters.join('')}${ends}`;
}
