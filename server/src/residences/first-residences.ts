import { isDeepStrictEqual } from 'node:util';
import type { EstablishmentDetail } from '../contract/establishment.ts';
import type { Transaction } from '../store/database.ts';
import { insert } from '../store/rows.ts';
import { statement } from '../store/statement.ts';
import first from './first-residences.json' with { type: 'json' };

/** A residence a new database starts with: fictional, to be edited or replaced. */
export interface FirstResidence {
  readonly id: number;
  readonly groupId: number;
  readonly name: string;
  /** EHPAD, EHPAD + UVP (with a protected unit) or RSS (flats for seniors who live on their own). */
  readonly kind: string;
  /** By wire name (contract 2.2). */
  readonly details: Readonly<Record<EstablishmentDetail, string>>;
}

/** The nine residences a new database starts with, by id. */
export const firstResidences: readonly FirstResidence[] = first.residences;

/** Whether a residence is still as a new database has it. */
export function isFirstResidence(id: number, name: string, details: object): boolean {
  const found = firstResidences.find((one) => one.id === id);
  return found?.name === name && isDeepStrictEqual({ ...found.details }, { ...details });
}

const anyGroup = statement()((db) => db.selectFrom('groups').select('id').limit(1));

/** Adds the contract's four groups and nine residences, which are fictional, unless there are some already. */
export async function addFirstResidences(tx: Transaction): Promise<void> {
  if ((await tx.first(anyGroup, {})) !== undefined) return;
  for (const group of first.groups) await insert(tx, 'groups', group);
  for (const { id, groupId, name, details } of firstResidences) {
    await insert(tx, 'establishments', { id, group_id: groupId, name, details: JSON.stringify(details) });
  }
}
