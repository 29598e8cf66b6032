/** `health`: of health, or another special category of article 9. `identity`: a number of identity, or of a bank account. */
export type Sensitivity = 'health' | 'identity';

/** Without accents, in lower case. Up to this length it has to be a whole word: `gir` is in `niveauGIR`, not in `girafe`. */
const longestWord = 5;
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

/** Matches the names of fields that hold health data. French and English. */
export const healthNames = namePattern(
  `gir aggir sante vih ald imc health medical medica medecin patholog maladi diagnos traitement allerg handicap
    alzheimer parkinson demence incontinen ordonnance groupesanguin psychiatr dependance
    culte race religi croyance syndica ethnie ethniqu opinionpoliti orientationsex sexuel`,
);
const isHealth = nameTest(healthNames);
const isIdentity = nameTest(
  namePattern(
    `nir insee ssn secu cni iban rib bic cvv cb numsecu nosecu numerosecu securitesociale secusociale socialsecurity
      cartevitale carteidentite passeport comptebancaire cartebancaire creditcard`,
  ),
);

/** Says what a field of this name is likely to hold; null for nothing sensitive. */
export function sensitivityOf(name: string): Sensitivity | null {
  if (isHealth(name)) return 'health';
  return isIdentity(name) ? 'identity' : null;
}

export function nameTest(pattern: string): (name: string) => boolean {
  const expression = new RegExp(pattern, 'u');
  return (name) => expression.test(name);
}

/**
 * Returns the regular expression of the names with one of these terms. It means the same in JavaScript and in PostgreSQL,
 * takes linear time, and finds the name also in {@link memberPattern}.
 */
export function namePattern(terms: string): string {
  return terms.split(/\s+/).map(termPattern).join('|');
}

/** Returns the expression of JSON texts with a member, at any depth, whose name matches. */
export function memberPattern(pattern: string): string {
  // From the quote that begins a name: one inside a text has a backslash before it. Looked ahead, so that no text is read twice.
  const inside = '(?:[^"\\\\]|\\\\.)*';
  return `[{,] ?"(?=${inside}" ?:)${inside}(?:${pattern})`;
}

function termPattern(term: string): string {
  const letters = [...term].map((letter) => `[${letter}${letter.toUpperCase()}${accents[letter] ?? ''}]`);
  // `carteVitale`, `carte_vitale` and `Carte vitale` are one name.
  if (term.length > longestWord) return letters.join(`[^${anyLetter}"\\\\]?`);
  const begins = `(?:(?<![${anyLetter}])|(?<=[${small}])(?=[${capital}]))`;
  const ends = `(?:(?![${anyLetter}])|(?=[${capital}][${small}]))`;
  return `${begins}${letters.join('')}${ends}`;
}
