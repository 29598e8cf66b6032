import { distinctPhoneKeys } from '../../phones/phone-keys.ts';
import type { Transaction } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import type { Fields } from '../diff.ts';

export const insertPhone = statement<{ key: string; entryId: number }>()((db, p) =>
  db.insertInto('entry_phones').values({ key: p.key, entry_id: p.entryId }),
);
const deletePhone = statement<{ key: string; entryId: number }>()((db, p) =>
  db.deleteFrom('entry_phones').where('key', '=', p.key).where('entry_id', '=', p.entryId),
);

/** Returns the phone keys of an entry: those of its own fields and of its related persons. */
export function phoneKeysOf(people: readonly Fields[]): string[] {
  return distinctPhoneKeys(people.flatMap(phonesOf));
}

/** Returns the phone numbers of a person, as typed. */
export function phonesOf({ phoneClient, cellphoneClient, phone, cellphone }: Fields): string[] {
  return [phoneClient, cellphoneClient, phone, cellphone].filter((one) => typeof one === 'string');
}

export async function updatePhoneKeys(
  tx: Transaction,
  entryId: number,
  from: readonly string[],
  to: readonly string[],
): Promise<void> {
  for (const key of from) if (!to.includes(key)) await tx.run(deletePhone, { key, entryId });
  for (const key of to) if (!from.includes(key)) await tx.run(insertPhone, { key, entryId });
}
