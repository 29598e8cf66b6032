const reasons: readonly (readonly [RegExp, string])[] = [
  [/^expected a (?:day|moment)/, 'ce n’est pas une date qui existe, écrite comme 2026-03-04'],
  [/^expected a time of day/, 'ce n’est pas une heure, écrite comme 14:30'],
  [/^expected one e-mail address/, 'ce n’est pas une adresse e-mail'],
  [/^expected (?:an integer|a finite number)/, 'ce n’est pas un nombre, ou pas un nombre entier'],
  [/^expected \S+ or (?:more|less)/, 'ce nombre est trop petit ou trop grand'],
  [/^expected true or false/, 'ce n’est ni oui ni non'],
  [/^expected (?:one of |\S+ or \S+$)/, 'ce n’est pas une des valeurs prévues'],
  [/^expected at most .* characters/, 'le texte est trop long'],
  [/^expected at most/, 'il y a trop de valeurs, ou trop de niveaux'],
  [/well-formed JSON/, 'le site a mal écrit le message (JSON)'],
  [/^no establishment/, 'cette résidence n’existe pas'],
  [/^expected the same survey type/, 'le site indique deux natures différentes'],
];

/** What is wrong with a field, as staff read it, by the contract's sentence on it (validation/validator.ts). */
export function expectationText(expected: string): string {
  return reasons.find(([words]) => words.test(expected))?.[1] ?? 'ce n’est pas ce qui est prévu';
}
