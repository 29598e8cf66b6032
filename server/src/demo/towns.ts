import type { Chance } from './chance.ts';
import texts from './texts.json' with { type: 'json' };

const townsAround = new Map(
  Object.entries(texts.towns).map(([id, towns]) => [Number(id), towns.split(', ')]),
);

/** A town where families of a residence live: its name and postal code. */
export function townAround(chance: Chance, residenceId: number): readonly [town: string, postalCode: string] {
  const [, town = '', postalCode = ''] =
    /^(.*) (\d+)$/.exec(chance.one(townsAround.get(residenceId) ?? [])) ?? [];
  return [town, postalCode];
}

export function addressLine(chance: Chance): string {
  return `${chance.integer(1, 90)} ${chance.one(texts.streets)}`;
}
