import type { AnswerOf } from '../api/routes.ts';

export type RefusedCreation = AnswerOf<'GET /desk/refused-creations'>['data'][number];

type Value = readonly [name: string, text: string];

/** The values in what a site has sent, each with its name: `commercialrelations / 0 / phone`. One without, where it is no JSON. */
export function valuesIn(body: string): readonly Value[] {
  try {
    return leaves('', JSON.parse(body));
  } catch {
    return [['', body]];
  }
}

function leaves(name: string, value: unknown): Value[] {
  if (value === null || value === '') return [];
  if (typeof value !== 'object') return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, one]) => leaves(name === '' ? key : `${name} / ${key}`, one));
}

export const lineOf = ([name, text]: Value) => (name === '' ? text : `${name} : ${text}`);
