import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { recordAudit } from '../../access/audit.ts';
import { isWithin, type Reach } from '../../access/roles.ts';
import type { EntryKind } from '../../contract/enumerations.ts';
import type { Transaction } from '../../database/port.ts';
import { forUpdate, statement } from '../../database/statement.ts';
import type { Staff } from '../../entries/staff-acts.ts';
import { auditBy, reachFor, signedIn } from '../../http/desk-access.ts';
import { RequestError } from '../../http/errors.ts';
import type { DeskDeps } from '../deps.ts';
import { changedNames, type Line, linesSince, newestLine } from './versions.ts';

/** What every act on an entry answers. */
export const Acted = Type.Object(
  {
    id: Type.Integer({ description: 'Of the entry.' }),
    version: Type.Integer({ description: 'Grows with each change of the entry.' }),
  },
  { description: 'The entry, and its version now.' },
);

/** The entry that is acted on, as it was before. */
export interface ActedOn {
  readonly id: number;
  readonly kind: EntryKind;
  /** Null while it waits to be assigned. */
  readonly establishmentId: number | null;
  /** The entry that was kept, of a duplicate. */
  readonly keptId: number | null;
}

/** What became of an act. */
export type Outcome = {
  readonly id: number;
  readonly version: number;
  /** Set when somebody has changed the entry first: what they did, newest first. Then nothing was done. */
  readonly conflict?: readonly Line[];
};

export interface Act {
  readonly entryId: number;
  /** Another entry that the act is about. It has to be within reach, and of a duplicate the kept one as well. */
  readonly other?: { readonly id: number; readonly field: string };
  /** The version that the user has seen. Without it, whatever others have done meanwhile is no conflict. */
  readonly version?: number;
  readonly work: (tx: Transaction, entry: ActedOn, staff: Staff) => Promise<unknown>;
}

const entryById = statement<{ id: number }>()((db, p, engine) => {
  const query = db
    .selectFrom('entries')
    .select(['id', 'kind', 'establishment_id as establishmentId', 'duplicate_of as keptId'])
    .where('id', '=', p.id);
  return forUpdate(query, engine);
});

/**
 * Does something with an entry for whoever is signed in, and keeps in the audit trail what that changed, in one
 * transaction. 404 for an entry that is not there or not within reach.
 */
export function actOn(
  { database, clock }: Pick<DeskDeps, 'database' | 'clock'>,
  request: FastifyRequest,
  { entryId, other, version, work }: Act,
): Promise<Outcome> {
  const now = clock();
  const staff: Staff = { name: signedIn(request).name, at: now.toISOString() };
  return database.transaction(async (tx) => {
    // The kept entry is locked before its duplicates, as everywhere: nobody waits for each other.
    const isOtherWithin = other === undefined || (await isKeptWithin(tx, request, other.id));
    const entry = await findWithin(tx, request, entryId);
    if (entry === undefined) throw noSuchEntry(entryId);
    if (!isOtherWithin)
      throw new RequestError('INVALID', `${other?.field}: no entry has the id ${other?.id}`);
    const before = await newestLine(tx, entryId);
    const about = { ...auditBy(request, now), subject: 'entry', subjectId: entryId } as const;
    if (version !== undefined && version !== before) {
      // What others have changed is part of the person's record.
      await recordAudit(tx, { ...about, action: 'read' });
      return { id: entryId, version: before, conflict: await linesSince(tx, entryId, version) };
    }
    await work(tx, entry, staff);
    const lines = await linesSince(tx, entryId, before);
    const [newest] = lines;
    if (newest === undefined) return { id: entryId, version: before };
    const detail = { act: newest.change, changed: changedNames(lines) };
    await recordAudit(tx, { ...about, action: 'changed', detail });
    return { id: entryId, version: newest.id };
  });
}

/** Where whoever is signed in may change entries of a kind. */
export function reachOfChanges(request: FastifyRequest, kind: EntryKind): Reach {
  return reachFor(request, kind === 'postuler' ? 'applications.change' : 'entries.change');
}

/** An entry that whoever is signed in may change, which nobody else can change meanwhile; undefined when it is none of theirs. */
async function findWithin(
  tx: Transaction,
  request: FastifyRequest,
  id: number,
): Promise<ActedOn | undefined> {
  const entry = await tx.first(entryById, { id });
  return entry !== undefined && isWithin(reachOfChanges(request, entry.kind), entry.establishmentId)
    ? entry
    : undefined;
}

async function isKeptWithin(tx: Transaction, request: FastifyRequest, id: number): Promise<boolean> {
  const named = await findWithin(tx, request, id);
  if (named === undefined || named.keptId === null) return named !== undefined;
  return (await findWithin(tx, request, named.keptId)) !== undefined;
}

function noSuchEntry(id: number): RequestError {
  return new RequestError('NOTFOUND', `path: no entry has the id ${id}`);
}
