import { type EstablishmentDetail, establishmentDetails } from '../../contract/establishment.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { identifierRules } from '../identifiers.ts';
import type { Details } from '../statements.ts';

/** Details after a change, in the contract's order; null removes one. Throws a {@link ValidationError} for an invalid identifier. */
export function detailsAfter(
  before: Details,
  typed: Partial<Record<EstablishmentDetail, string | null>>,
): Details {
  const after: Details = {};
  for (const detail of establishmentDetails) {
    const given = typed[detail];
    const value = given === undefined ? before[detail] : given === null ? undefined : checked(detail, given);
    if (value !== undefined) after[detail] = value;
  }
  return after;
}

function checked(detail: EstablishmentDetail, typed: string): string {
  const rule = identifierRules[detail];
  if (rule === undefined) return typed;
  const read = rule.read(typed);
  if (read === undefined) throw new ValidationError(detail, `expected ${rule.expected}`);
  return read;
}
