import { faker } from '@faker-js/faker/locale/fr';

/** The random choices of a demo. */
export type Chance = ReturnType<typeof seededChance>;

/**
 * Seeded random choices: the same seed gives the same year. Names come from one generator shared by the process: use one
 * instance at a time, and do not await in between.
 */
export function seededChance(seed: number) {
  faker.seed(seed);
  const number = (least: number, most: number) =>
    least + (most - least) * faker.number.float({ min: 0, max: 1 - 1e-9 });
  return {
    /** True with this probability, 0 to 1. */
    share: (share: number): boolean => number(0, 1) < share,
    /** From `min` to `max`, both included. */
    integer: (min: number, max: number): number => faker.number.int({ min, max }),
    /** Of `least` or more, below `most`. */
    number,
    one: <T>(choices: readonly T[]): T => faker.helpers.arrayElement(choices),
    /** One of the values, by weight. Faker's own refuses a weight of 0. */
    weighted<T>(choices: readonly (readonly [T, number])[]): T {
      const whole = choices.reduce((sum, [, weight]) => sum + weight, 0);
      let left = number(0, whole);
      for (const [value, weight] of choices) {
        left -= weight;
        if (left < 0) return value;
      }
      throw new Error('There is nothing to choose from');
    },
    /** This many of `letters`. */
    letters: (letters: string, count: number): string => faker.string.fromCharacters(letters, count),
    /** As the library writes it: see names.ts. */
    lastName: (): string => faker.person.lastName(),
  };
}
