/** Why a site should not send an unnamed field. */
export const sensitivities = ['identity-number', 'bank', 'health', 'belief'] as const;
export type Sensitivity = (typeof sensitivities)[number];

interface Marks {
  /** Whole words: too short to be looked for inside longer ones. */
  readonly words: readonly string[];
  /** Found anywhere in the name, written without spaces. */
  readonly parts: readonly string[];
}

/** French and English, lower case, without accents. */
const marks: Readonly<Record<Sensitivity, Marks>> = {
  'identity-number': {
    words: ['nir', 'insee', 'ssn', 'secu', 'cni'],
    parts: [
      'numerosecu',
      'numsecu',
      'nosecu',
      'securitesociale',
      'secusociale',
      'socialsecurity',
      'cartevitale',
    ],
  },
  bank: {
    words: ['rib', 'bic', 'cvv', 'cb'],
    parts: ['iban', 'comptebancaire', 'cartebancaire', 'creditcard'],
  },
  health: {
    words: ['gir', 'aggir', 'sante', 'vih', 'ald', 'imc'],
    parts: [
      'health',
      'medic',
      'medec',
      'patholog',
      'maladi',
      'diagnos',
      'traitement',
      'allerg',
      'handicap',
      'alzheimer',
      'incontinen',
      'ordonnance',
      'groupesanguin',
    ],
  },
  belief: {
    words: ['culte', 'race'],
    parts: ['religi', 'croyance', 'syndica', 'ethni', 'politi', 'orientationsex', 'sexuel'],
  },
};

/** Returns what kind of sensitive data a field of this name is likely to hold; null for none. */
export function sensitivityOf(name: string): Sensitivity | null {
  const words = wordsOf(name);
  const whole = words.join('');
  const found = sensitivities.find((kind) => {
    const { words: known, parts } = marks[kind];
    return words.some((word) => known.includes(word)) || parts.some((part) => whole.includes(part));
  });
  return found ?? null;
}

/** `numeroSecu`, `numero_secu` and `Numéro sécu` are the same two words. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
}
