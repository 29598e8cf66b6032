// What an older database becomes that is put in the place of a newer one, by `accueil restore`, by pg_restore or otherwise,
// before anybody is answered (file.ts):
//
// | What | Then | Source |
// |---|---|---|
// | erasures, corrections without trace | erased again; values that were corrected are to be done again | erasures.jsonl |
// | objections, noted or withdrawn | replayed | erasures.jsonl |
// | holds and limitations, begun or ended | replayed, without their reasons | erasures.jsonl |
// | retention rules, confirmed or changed | replayed | erasures.jsonl |
// | numbers of partners' requests that were erased | known for what is left of their 13 months | erasures.jsonl |
// | pending erasures of the older one | can be taken back for 72 hours from now; named | itself |
// | letters that wait in the older one | given up, their entries flagged | itself |
// | requests of persons, erasures decided since and still pending, corrections, register, refused fields, access, settings | listed: « à refaire » | audit-position.json |
// | entries and what staff did with them, deliveries, mails, history, audit trail | as in the older one | itself |
//
// A line is about an entry only where id and moment of receipt agree; of several about one thing the last holds; each is
// replayed once, as its row in `decisions` says. Callers are told of nothing: they were when it was decided.
import { serviceAuthor } from '../../access/audit.ts';
import { readAuthorName } from '../../access/authors.ts';
import { parisDay } from '../../clock.ts';
import { findAndLockEntry } from '../../entries/change/row.ts';
import { type LedgerDecision, recordDecision } from '../../entries/decisions.ts';
import { rememberHash } from '../../entries/erased-numbers.ts';
import { byRequest, updateRestriction } from '../../entries/restriction.ts';
import { endObjection, putObjection } from '../../entries/search/objections.ts';
import type { Transaction } from '../../store/database.ts';
import { operation } from '../../store/operation.ts';
import { insert, update } from '../../store/rows.ts';
import { query } from '../../store/statement.ts';
import { dueAfter } from '../erase/erasure.ts';
import { endOne } from '../holds/end.ts';
import { putRule } from '../rules/rule-settings.ts';

type DecisionOf<Kind> = Extract<LedgerDecision, { readonly kind: Kind }>;

/** Carries out a decision that the database lacks, unless a later one about the same is there. */
export const replayDecision = operation(
  'replayDecision',
  async (tx, decision: LedgerDecision, { now }): Promise<void> => {
    if (!(await recordDecision(tx, decision))) return;
    if (decision.kind === 'hold') await replayHold(tx, decision, now);
    if (decision.kind === 'objection') await replayObjection(tx, decision);
    if (decision.kind === 'rule') await replayRule(tx, decision);
    if (decision.kind === 'number') await rememberHash(tx, decision.hash, new Date(decision.at));
  },
);

async function replayHold(tx: Transaction, decision: DecisionOf<'hold'>, now: Date): Promise<void> {
  const { at, entryId, receivedAt, hold: kind, begunAt, until, ended } = decision;
  const entry = await findAndLockEntry(tx, entryId);
  if (entry?.received_at !== receivedAt || entry.restriction === 'erased') return;
  const author = await knownAuthor(tx, decision.author);
  const hold = await tx.first(
    query((db) =>
      db
        .selectFrom('holds')
        .select('id')
        .where('entry_id', '=', entryId)
        .where('kind', '=', kind)
        .where('created_at', '=', begunAt),
    ),
  );
  if (ended && hold !== undefined) {
    // Its caller was told then of what had changed meanwhile.
    if (entry.restriction === 'limited') await update(tx, 'entries', entryId, { told: '{}' });
    await endOne(tx, { id: hold.id, entryId }, author, new Date(at));
  } else if (!ended && hold === undefined && until >= parisDay(now)) {
    const values = { entry_id: entryId, kind, until, author, created_at: begunAt };
    await insert(tx, 'holds', { ...values, reason: 'Repris du registre après une restauration' });
    await updateRestriction(tx, entry, { author, now });
  }
}

async function replayObjection(tx: Transaction, decision: DecisionOf<'objection'>): Promise<void> {
  const { hash, way: kind, day } = decision;
  const at = new Date(decision.at);
  if (day !== null) {
    await putObjection(tx, { hash, kind, objected_on: day }, at);
    return;
  }
  const noted = await tx.first(
    query((db) => db.selectFrom('objections').select('id').where('hash', '=', hash).where('kind', '=', kind)),
  );
  if (noted !== undefined) await endObjection(tx, noted.id, at);
}

async function replayRule(tx: Transaction, { kind: _, at: __, ...rule }: DecisionOf<'rule'>): Promise<void> {
  const by = rule.confirmed_by;
  await putRule(tx, { ...rule, confirmed_by: by === null ? null : await knownAuthor(tx, by) });
}

/** A user who was added since has no account any more, and their number may be given again. */
async function knownAuthor(tx: Transaction, author: string): Promise<string> {
  const isLost = /^user:/.test(author) && (await readAuthorName(tx, author)) === author;
  return isLost ? serviceAuthor : author;
}

/** Gives the officer time again to take back what an older database has pending. Returns the ids of all these entries. */
export const postponeErasures = operation('postponeErasures', async (tx, _: object, { now }) => {
  const due_at = dueAfter(byRequest, now);
  await tx.run(
    query((db) => db.updateTable('pending_erasures').set({ due_at }).where('due_at', '<', due_at)),
  );
  const pending = await tx.all(
    query((db) => db.selectFrom('pending_erasures').select('entry_id as id').orderBy('entry_id')),
  );
  return pending.map(({ id }) => id);
});
