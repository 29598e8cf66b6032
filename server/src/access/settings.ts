import type { Queries, Transaction } from '../store/database.ts';
import { query } from '../store/statement.ts';

export const settingDefaults = {
  /** Calendar feeds name the family. */
  'calendar.names': false,
} as const;
export type SettingName = keyof typeof settingDefaults;
export type Settings = Readonly<Record<SettingName, boolean>>;
export const settingNames = Object.keys(settingDefaults) as SettingName[];

export async function readSettings(read: Queries): Promise<Settings> {
  const rows = await read.all(query((db) => db.selectFrom('settings').select(['name', 'value'])));
  const stored = new Map(rows.map(({ name, value }) => [name, value]));
  const entries = settingNames.map((name) => {
    const value = stored.get(name);
    return [name, value === undefined ? settingDefaults[name] : JSON.parse(value) === true];
  });
  return Object.fromEntries(entries) as Settings;
}

/** Stores the settings that `changes` names. */
export async function storeSettings(tx: Transaction, changes: Partial<Settings>): Promise<void> {
  for (const name of settingNames) {
    if (changes[name] === undefined) continue;
    const value = JSON.stringify(changes[name]);
    await tx.run(
      query((db) =>
        db
          .insertInto('settings')
          .values({ name, value })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ value })),
      ),
    );
  }
}
