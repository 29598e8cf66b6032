import type { EstablishmentDetail } from '../../contract/establishment.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';

/** The details of a residence, by the contract's names. */
export type Details = Partial<Record<EstablishmentDetail, string>>;

/** The largest id of a residence or a group that both databases accept in a query. */
export const largestId = 2_147_483_647;

type ResidenceValues = { id: number; name: string; groupId: number; details: string };

const columns = [
  'establishments.id',
  'establishments.name',
  'establishments.group_id as groupId',
  'groups.name as groupName',
  'establishments.details',
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

const insertResidence = statement<ResidenceValues>()((db, p) =>
  db.insertInto('establishments').values({ id: p.id, group_id: p.groupId, name: p.name, details: p.details }),
);
const updateResidence = statement<ResidenceValues>()((db, p) =>
  db
    .updateTable('establishments')
    .set({ group_id: p.groupId, name: p.name, details: p.details })
    .where('id', '=', p.id),
);
const lastResidence = statement()((db) =>
  db.selectFrom('establishments').select((eb) => eb.fn.max('id').as('id')),
);

/** A stored residence, with the name of its group. */
export interface Residence {
  readonly id: number;
  readonly name: string;
  readonly groupId: number;
  readonly groupName: string;
  readonly details: Details;
}

/** Every residence, by id. */
export async function listResidences(read: Queries): Promise<Residence[]> {
  return (await read.all(allResidences, {})).map(residenceOf);
}

/** A residence; undefined when there is none. */
export async function findResidence(read: Queries, id: number): Promise<Residence | undefined> {
  if (id > largestId) return undefined;
  const row = await read.first(residenceById, { id });
  return row === undefined ? undefined : residenceOf(row);
}

/** A residence, locked until the transaction ends so that concurrent changes do not overwrite each other. */
export async function findResidenceToChange(tx: Transaction, id: number): Promise<Residence | undefined> {
  if (id > largestId || (await tx.first(lockedResidence, { id })) === undefined) return undefined;
  return findResidence(tx, id);
}

/** A group; undefined when there is none. */
export async function findGroup(read: Queries, id: number) {
  return id > largestId ? undefined : read.first(groupById, { id });
}

function residenceOf(row: Omit<Residence, 'details'> & { readonly details: string }): Residence {
  return { ...row, details: JSON.parse(row.details) as Details };
}

/** Stores a new residence. */
export async function addResidence(tx: Transaction, residence: Omit<Residence, 'groupName'>): Promise<void> {
  await tx.run(insertResidence, valuesOf(residence));
}

/** Updates a residence. */
export async function storeResidence(
  tx: Transaction,
  residence: Omit<Residence, 'groupName'>,
): Promise<void> {
  await tx.run(updateResidence, valuesOf(residence));
}

/** The id for a new residence that was given none. */
export async function nextResidenceId(tx: Transaction): Promise<number> {
  return ((await tx.first(lastResidence, {}))?.id ?? 0) + 1;
}

function valuesOf({ id, name, groupId, details }: Omit<Residence, 'groupName'>): ResidenceValues {
  return { id, name, groupId, details: JSON.stringify(details) };
}
