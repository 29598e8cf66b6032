import { type Actor, auditedOperation } from '../../access/audit.ts';
import { authorOf, shownAuthor } from '../../access/authors.ts';
import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import type { RegisterText } from './schema.ts';
import type { TextSubject } from './treatments.ts';

const stored = statement()((db) =>
  db
    .selectFrom('register_texts')
    .select(['treatment', 'text', shownAuthor('author', 'email').as('author'), 'changed_at as changedAt']),
);
const put = statement<{ subject: string; text: string; author: string; now: string }>()((db, p) =>
  db
    .insertInto('register_texts')
    .values({ treatment: p.subject, text: p.text, author: p.author, changed_at: p.now })
    .onConflict((conflict) =>
      conflict.column('treatment').doUpdateSet({ text: p.text, author: p.author, changed_at: p.now }),
    ),
);
const remove = statement<{ subject: string }>()((db, p) =>
  db.deleteFrom('register_texts').where('treatment', '=', p.subject),
);

/** Returns the officer's texts by what they are about. */
export async function readTexts(queries: Queries): Promise<ReadonlyMap<string, RegisterText>> {
  const found = await queries.all(stored, {});
  return new Map(found.map(({ treatment, ...text }) => [treatment, text]));
}

/** Replaces a text of the register; null removes it. */
export const changeRegisterText = auditedOperation(
  'changeRegisterText',
  async (
    tx,
    { subject, text, by }: { subject: TextSubject; text: string | null; by: Actor },
    { now, record },
  ) => {
    if (text === null) await tx.run(remove, { subject });
    else await tx.run(put, { subject, text, author: authorOf(by), now: now.toISOString() });
    await record({ action: 'changed', subject: 'register', detail: { name: subject } });
  },
);
