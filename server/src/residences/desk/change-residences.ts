import { auditedOperation } from '../../access/audit.ts';
import type { Reach } from '../../access/roles.ts';
import { type EstablishmentDetail, establishmentDetails } from '../../contract/establishment.ts';
import { largestEstablishmentId } from '../../contract/fields.ts';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { identifierRules } from '../identifiers.ts';
import { type Details, insertResidence, updateResidence } from '../statements.ts';
import { findGroup, findResidence, findResidenceToChange } from './queries.ts';
import { requireEverywhere, requireReach } from './reach.ts';

const lastResidence = statement()((db) =>
  db.selectFrom('establishments').select((eb) => eb.fn.max('id').as('id')),
);

type TypedDetails = Partial<Record<EstablishmentDetail, string | null>>;

interface NewResidence {
  /** Undefined for the next free one. */
  readonly id: number | undefined;
  readonly name: string;
  readonly groupId: number;
  readonly details: TypedDetails;
  readonly reach: Reach;
}

export const addResidence = auditedOperation(
  'addResidence',
  async (tx, { id: given, name, groupId, details, reach }: NewResidence, { record }) => {
    const stored = JSON.stringify(detailsAfter({}, details));
    await requireGroup(tx, groupId);
    if (given !== undefined && (await findResidence(tx, given)) !== undefined)
      throw new ValidationError('id', 'a residence has this id already');
    const id = given ?? ((await tx.first(lastResidence, {}))?.id ?? 0) + 1;
    if (id > largestEstablishmentId)
      throw new ValidationError('id', 'expected one, for no number follows the largest');
    await tx.run(insertResidence, { id, name, groupId, details: stored });
    await record({ action: 'added', subject: 'establishment', subjectId: id, detail: { name, groupId } });
    return requireReach(reach, await findResidence(tx, id));
  },
);

interface ResidenceChange {
  readonly id: number;
  /** Undefined fields stay unchanged; null removes a detail. */
  readonly name: string | undefined;
  readonly groupId: number | undefined;
  readonly details: TypedDetails;
  readonly reach: Reach;
}

/** Returns the changed residence. */
export const changeResidence = auditedOperation(
  'changeResidence',
  async (tx, { id, name, groupId, details, reach }: ResidenceChange, { record }) => {
    const before = requireReach(reach, await findResidenceToChange(tx, id));
    if (groupId !== undefined && groupId !== before.groupId) {
      requireEverywhere(reach, 'groupId');
      await requireGroup(tx, groupId);
    }
    const after = {
      id,
      name: name ?? before.name,
      groupId: groupId ?? before.groupId,
      details: detailsAfter(before.details, details),
    };
    const changed = [
      ...(after.name === before.name ? [] : ['name']),
      ...(after.groupId === before.groupId ? [] : ['groupId']),
      ...establishmentDetails.filter((detail) => after.details[detail] !== before.details[detail]),
    ];
    if (changed.length === 0) return before;
    await tx.run(updateResidence, { ...after, details: JSON.stringify(after.details) });
    await record({ action: 'changed', subject: 'establishment', subjectId: id, detail: { changed } });
    return requireReach(reach, await findResidence(tx, id));
  },
);

/** Details after a change, in the contract's order. Throws a {@link ValidationError} for an invalid identifier. */
function detailsAfter(before: Details, typed: TypedDetails): Details {
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

async function requireGroup(read: Queries, id: number): Promise<void> {
  if ((await findGroup(read, id)) === undefined)
    throw new ValidationError('groupId', `no group has the id ${id}`);
}
