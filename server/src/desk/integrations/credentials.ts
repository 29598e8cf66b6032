import Type from 'typebox';
import { notFound } from '../../contract/request-error.ts';
import { orNull } from '../../http/desk-answers.ts';
import type { Transaction } from '../../store/database.ts';
import { query } from '../../store/statement.ts';

/** What the routes of this folder have in common. */
export const integrations = { right: 'integrations' } as const;

/** What a password or token is for. */
export const Label = orNull(
  Type.String({
    maxLength: 100,
    examples: ['Site des Tilleuls'],
  }),
);

/** What passwords and tokens have in common. */
export const credentialProperties = {
  label: Label,
  lastUsedOn: orNull(Type.String()),
};

/** Revokes a password or a token. Throws `NOTFOUND` for one that is unknown or revoked already. */
export async function revoke(
  tx: Transaction,
  table: 'passwords' | 'tokens',
  id: number,
  now: Date,
): Promise<void> {
  const revoked = await tx.run(
    query((db) =>
      db
        .updateTable(table)
        .set({ revoked_at: now.toISOString() })
        .where('id', '=', id)
        .where('revoked_at', 'is', null),
    ),
  );
  if (revoked === 0) throw notFound(table === 'passwords' ? 'password' : 'token', `${id} in use`);
}
