import type { Queries, Transaction } from '../store/database.ts';
import { statement } from '../store/statement.ts';

/** What administrators switch on, with its default. */
export const settingDefaults = {
  /** Calendar feeds name the family. */
  'calendar.names': false,
} as const;
export type SettingName = keyof typeof settingDefaults;
export type Settings = Readonly<Record<SettingName, boolean>>;
export const settingNames = Object.keys(settingDefaults) as SettingName[];

const storedSettings = statement()((db) => db.selectFrom('settings').select(['name', 'value']));
const putSetting = statement<{ name: string; value: string }>()((db, p) =>
  db
    .insertInto('settings')
    .values({ name: p.name, value: p.value })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
    ),
);

export async function readSettings(read: Queries): Promise<Settings> {
  const stored = new Map((await read.all(storedSettings, {})).map(({ name, value }) => [name, value]));
  const entries = settingNames.map((name) => {
    const value = stored.get(name);
    return [name, value === undefined ? settingDefaults[name] : JSON.parse(value) === true];
  });
  return Object.fromEntries(entries) as Settings;
}

/** Stores the settings that `changes` names. */
export async function storeSettings(tx: Transaction, changes: Partial<Settings>): Promise<void> {
  for (const name of settingNames) {
    const value = changes[name];
    if (value !== undefined) await tx.run(putSetting, { name, value: JSON.stringify(value) });
  }
}
