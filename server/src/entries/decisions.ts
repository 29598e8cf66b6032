import Type, { type Static } from 'typebox';
import type { Transaction } from '../store/database.ts';
import { query, statement } from '../store/statement.ts';
import { contactWays, type Instant } from '../store/tables.ts';

const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const moment = Type.String({ format: 'moment' });
const day = Type.String({ format: 'date' });
const days = Type.Integer({ minimum: 1 });
const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** A decision that outlives a restore, as a line of the ledger. It holds no personal data in clear. */
export const LedgerDecision = Type.Union([
  Type.Object({
    kind: Type.Literal('hold'),
    at: moment,
    entryId: id,
    /** Ids are used again after a restore: a line is about an entry only where both agree. */
    receivedAt: moment,
    hold: Type.Enum(['hold', 'limitation'], { type: 'string' }),
    begunAt: moment,
    until: day,
    ended: Type.Boolean(),
    author: Type.String(),
  }),
  Type.Object({
    kind: Type.Literal('objection'),
    at: moment,
    hash: Type.String(),
    way: Type.Enum(contactWays, { type: 'string' }),
    /** Null when it is withdrawn. */
    day: orNull(day),
  }),
  // As in the table.
  Type.Object({
    kind: Type.Literal('rule'),
    at: moment,
    name: Type.String(),
    days,
    next_days: orNull(days),
    next_from: orNull(day),
    confirmed_at: orNull(moment),
    confirmed_by: orNull(Type.String()),
  }),
  /** The number of a partner's request whose data was erased. */
  Type.Object({ kind: Type.Literal('number'), at: moment, hash: Type.String() }),
]);
export type LedgerDecision = Static<typeof LedgerDecision>;

/** The same for all decisions about one thing: the last of them holds. */
function subjectOf(decision: LedgerDecision): string {
  switch (decision.kind) {
    case 'hold':
      return `hold ${decision.entryId} ${decision.receivedAt} ${decision.hold} ${decision.begunAt}`;
    case 'objection':
      return `objection ${decision.way} ${decision.hash}`;
    case 'rule':
      return `rule ${decision.name}`;
    case 'number':
      return `number ${decision.hash}`;
  }
}

const laterOne = statement<{ subject: string; at: Instant }>()((db, p) =>
  db.selectFrom('decisions').select('id').where('subject', '=', p.subject).where('at', '>', p.at),
);

/**
 * Adds a decision to the ledger, in the transaction that carries it out. Returns whether it is news: not there yet, nor
 * followed by a later one about the same.
 */
export async function recordDecision(tx: Transaction, decision: LedgerDecision): Promise<boolean> {
  const [subject, { at }] = [subjectOf(decision), decision];
  const isLast = (await tx.first(laterOne, { subject, at })) === undefined;
  const row = { subject, at, decision: JSON.stringify(decision) };
  const added = await tx.run(
    query((db) =>
      db
        .insertInto('decisions')
        .values(row)
        .onConflict((conflict) => conflict.column('decision').doNothing()),
    ),
  );
  await tx.notify('erasures');
  return added > 0 && isLast;
}
