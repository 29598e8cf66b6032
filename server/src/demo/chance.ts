import { faker } from '@faker-js/faker/locale/fr';

/** The random choices of a demo. */
export interface Chance {
  /** True with this probability, 0 to 1. */
  share(share: number): boolean;
  /** An integer from `least` to `most`, both included. */
  integer(least: number, most: number): number;
  /** A number of `least` or more, below `most`. */
  number(least: number, most: number): number;
  one<T>(choices: readonly T[]): T;
  /** One of the values, by weight. */
  weighted<T>(choices: readonly (readonly [T, number])[]): T;
  /** This many of `letters`. */
  letters(letters: string, count: number): string;
  /** As the library writes it: see names.ts. */
  lastName(): string;
}

/**
 * Seeded random choices: the same seed gives the same year. Names come from one generator shared by the process: use one
 * instance at a time, and do not await in between.
 */
export function seededChance(seed: number): Chance {
  faker.seed(seed);
  const number = (least: number, most: number) =>
    least + (most - least) * faker.number.float({ min: 0, max: 1 - 1e-9 });
  return {
    share: (share) => number(0, 1) < share,
    integer: (min, max) => faker.number.int({ min, max }),
    number,
    one: (choices) => faker.helpers.arrayElement(choices),
    // Faker's own refuses a weight of 0.
    weighted(choices) {
      const whole = choices.reduce((sum, [, weight]) => sum + weight, 0);
      let left = number(0, whole);
      for (const [value, weight] of choices) {
        left -= weight;
        if (left < 0) return value;
      }
      throw new Error('There is nothing to choose from');
    },
    letters: (letters, count) => faker.string.fromCharacters(letters, count),
    lastName: () => faker.person.lastName(),
  };
}
