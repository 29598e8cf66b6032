import { largestEstablishmentId } from '../../contract/fields.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import { type Details, readDetails } from '../statements.ts';

const columns = [
  'establishments.id',
  'establishments.name',
  'establishments.group_id as groupId',
  'groups.name as groupName',
  'establishments.details',
  'establishments.tariffs_url as tariffsUrl',
  'establishments.booklet_url as bookletUrl',
] as const;

const allResidences = statement()((db) =>
  db
    .selectFrom('establishments')
    .innerJoin('groups', 'groups.id', 'establishments.group_id')
    .select(columns)
    .orderBy('establishments.id'),
);
const residenceById = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('establishments')
    .innerJoin('groups', 'groups.id', 'establishments.group_id')
    .select(columns)
    .where('establishments.id', '=', p.id),
);
const lockedResidence = statement<{ id: number }>()((db, p, dialect) => {
  const found = db.selectFrom('establishments').select('id').where('id', '=', p.id);
  return dialect.forUpdate(found);
});
const groupById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('groups').selectAll().where('id', '=', p.id),
);

/** A stored residence, with the name of its group. */
export interface Residence {
  readonly id: number;
  readonly name: string;
  readonly groupId: number;
  readonly groupName: string;
  readonly details: Details;
  readonly tariffsUrl: string | null;
  readonly bookletUrl: string | null;
}

export async function listResidences(read: Queries): Promise<Residence[]> {
  return (await read.all(allResidences, {})).map(residenceOf);
}

/** A residence; undefined when there is none. */
export async function findResidence(read: Queries, id: number): Promise<Residence | undefined> {
  if (id > largestEstablishmentId) return undefined;
  const row = await read.first(residenceById, { id });
  return row === undefined ? undefined : residenceOf(row);
}

/** A residence, locked until the transaction ends so that concurrent changes do not overwrite each other. */
export async function findResidenceToChange(tx: Transaction, id: number): Promise<Residence | undefined> {
  if (id > largestEstablishmentId || (await tx.first(lockedResidence, { id })) === undefined)
    return undefined;
  return findResidence(tx, id);
}

/** A group; undefined when there is none. */
export async function findGroup(read: Queries, id: number) {
  return id > largestEstablishmentId ? undefined : read.first(groupById, { id });
}

function residenceOf(row: Omit<Residence, 'details'> & { readonly details: string }): Residence {
  return { ...row, details: readDetails(row.details) ?? {} };
}
