import Type, { type Static } from 'typebox';
import { LedgerDecision } from '../../entries/decisions.ts';
import { schemaCheck } from '../../validation/validator.ts';
import type { Erasure, TakenPaths } from '../records/erasures.ts';

const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const instant = Type.String({ format: 'moment' });

const ErasureLine = Type.Object(
  {
    entryId: id,
    receivedAt: instant,
    reason: Type.String(),
    requestId: Type.Union([id, Type.Null()]),
    erasedAt: instant,
    counts: Type.Record(Type.String(), Type.Integer()),
    paths: Type.Optional(
      Type.Union([
        Type.Unsafe<TakenPaths>(
          Type.Object({ removed: Type.Array(Type.String()), corrected: Type.Array(Type.String()) }),
        ),
        Type.Null(),
      ]),
    ),
    /** In lines before 0029: the position of the related person who alone was erased. */
    relation: Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Type.Null()])),
  },
  { additionalProperties: false },
);
type ErasureLine = Static<typeof ErasureLine>;

/** A line of `erasures.jsonl`, without its installation: one without a `kind` is an erasure. */
export type LedgerLine = Erasure | LedgerDecision;

export const isDecision = (line: LedgerLine): line is LedgerDecision => 'kind' in line;

const checkErasure = schemaCheck(ErasureLine, (name) => name);
const checkDecision = schemaCheck(LedgerDecision, (name) => name);

/** Returns a line without a line break. */
export function formatLine(installation: string, line: LedgerLine): string {
  return JSON.stringify({ installation, ...line });
}

/** Reads a line. Throws an error that says what is wrong with it. */
export function parseLine(text: string): { readonly installation: string; readonly line: LedgerLine } {
  const { installation: of, ...given } = JSON.parse(text);
  const installation = String(of);
  if (given.kind !== undefined) return { installation, line: checkDecision(given) as LedgerDecision };
  const { relation, paths, ...erasure } = checkErasure(given) as ErasureLine;
  return {
    installation,
    line: {
      ...erasure,
      receivedAt: iso(erasure.receivedAt),
      erasedAt: iso(erasure.erasedAt),
      paths: paths ?? pathsOfRelation(relation, erasure.counts),
    },
  };
}

/** The paths of a line that 0.9.0 wrote. */
function pathsOfRelation(relation: number | null | undefined, counts: Erasure['counts']) {
  if (relation === null || relation === undefined) return null;
  const isTextRewritten = Object.keys(counts).some((name) => name.startsWith('text:'));
  return { removed: [`relations.${relation}`], corrected: isTextRewritten ? ['texts'] : [] };
}

/** Instants are compared as texts. */
const iso = (instant: string): string => new Date(instant).toISOString();
