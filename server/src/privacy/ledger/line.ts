import Type, { type Static } from 'typebox';
import { schemaCheck } from '../../validation/validator.ts';
import type { Erasure } from '../records/erasures.ts';

const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const instant = Type.String({ format: 'moment' });

/** A line of `erasures.jsonl`: an erasure, and the installation that it belongs to. */
const Line = Type.Object(
  {
    installation: Type.String(),
    entryId: id,
    receivedAt: instant,
    relation: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
    reason: Type.String(),
    requestId: Type.Union([id, Type.Null()]),
    erasedAt: instant,
    counts: Type.Record(Type.String(), Type.Integer()),
  },
  { additionalProperties: false },
);
type Line = Static<typeof Line>;

const check = schemaCheck(Line, (name) => name);

/** Returns the line of an erasure, without a line break. */
export function formatLine(installation: string, erasure: Erasure): string {
  return JSON.stringify({ installation, ...erasure } satisfies Line);
}

/** Reads a line. Throws an error that says what is wrong with it. */
export function parseLine(text: string): { readonly installation: string; readonly erasure: Erasure } {
  const { installation, ...erasure } = check(JSON.parse(text)) as Line;
  return {
    installation,
    erasure: { ...erasure, receivedAt: iso(erasure.receivedAt), erasedAt: iso(erasure.erasedAt) },
  };
}

/** Instants are compared as texts. */
const iso = (instant: string): string => new Date(instant).toISOString();

/** By what an erasure is known. */
export type ErasureKey = Pick<Erasure, 'entryId' | 'receivedAt' | 'relation' | 'erasedAt'>;

/** The same for two records of one erasure. */
export function keyOf({ entryId, receivedAt, relation, erasedAt }: ErasureKey): string {
  return `${entryId} ${receivedAt} ${relation} ${erasedAt}`;
}
