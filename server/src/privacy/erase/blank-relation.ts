import type { OperationContext, Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { update } from '../../store/rows.ts';
import { query } from '../../store/statement.ts';
import { type EntryParts, readParts } from '../texts/entry-parts.ts';
import { mapTexts } from '../texts/free-texts.ts';
import { markBlanked, rewriteBodies } from './blank-deliveries.ts';
import { rememberErased } from './erased-messages.ts';
import { storeParts } from './store-parts.ts';
import type { Replacements } from './text-decisions.ts';
import { withoutPerson } from './without-person.ts';

/** Erases one related person of an entry: their fields, phones, search terms and history values, and replaces texts. */
export async function blankRelation(
  tx: Transaction,
  entry: EntryRow,
  { relation, replaced }: { readonly relation: number; readonly replaced: Replacements },
  context: OperationContext,
): Promise<EntryParts> {
  const { id: entryId } = entry;
  const replace = (text: string) => replaced.get(text) ?? (replaced.has(text) ? null : text);
  // The partner may send one of the messages again, which would bring the person back.
  await rememberErased(tx, entryId, context);
  const parts = await readParts(tx, entry);
  const after = mapTexts(withoutPerson(parts, relation), replace);
  await storeParts(tx, entryId, parts, after);
  if (after.comment === null) await update(tx, 'entries', entryId, { comment_by: null });
  await rewriteBodies(tx, entryId, (body) => bodyWith(body, replace));
  // Receivers may have repeated what they were sent.
  await tx.run(
    query((db) =>
      db
        .updateTable('attempts')
        .set({ failure_reason: null, response_excerpt: '' })
        .where('outbox_id', 'in', (eb) =>
          eb.selectFrom('outbox').select('id').where('entry_id', '=', entryId),
        ),
    ),
  );
  await markBlanked(tx, entryId, context.now);
  return after;
}

/** The comment is the only free text that callers are told. */
function bodyWith(body: string, replace: (text: string) => string | null): string {
  const event: { readonly data?: { readonly comment?: unknown } | null } = JSON.parse(body);
  const comment = event.data?.comment;
  if (typeof comment !== 'string') return body;
  const replaced = replace(comment);
  return replaced === comment
    ? body
    : JSON.stringify({ ...event, data: { ...event.data, comment: replaced } });
}
