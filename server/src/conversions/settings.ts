import { timingSafeEqual } from 'node:crypto';
import type { Updateable } from 'kysely';
import { newSecret, type Secrets } from '../secrets.ts';
import type { Queries, Transaction } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { query, statement } from '../store/statement.ts';
import type { Instant, Tables } from '../store/tables.ts';
import type { Milestone } from './milestones.ts';

/** Name of a conversion in Google Ads, and its value in euro cents, if any. */
export interface ConversionLabel {
  readonly name: string;
  readonly cents: number | null;
}

export interface ConversionSettings extends ChangeableSettings {
  /** When the password in use was made; null without one. */
  readonly passwordMadeAt: Instant | null;
  /** When a file was last fetched with it. */
  readonly pulledAt: Instant | null;
}
interface ChangeableSettings {
  readonly on: boolean;
  /** Whether sites send click identifiers only with the visitor's consent: unspecified consent then counts as given. */
  readonly consentAssured: boolean;
  readonly milestones: Readonly<Record<Milestone, ConversionLabel>>;
}

/** The names are sent to Google: they must reveal nothing about health. */
const defaults: ConversionSettings = {
  on: false,
  consentAssured: false,
  milestones: {
    qualified: { name: 'Contact qualifié', cents: null },
    admitted: { name: 'Dossier abouti', cents: null },
  },
  passwordMadeAt: null,
  pulledAt: null,
};

const stored = statement()((db) => db.selectFrom('conversion_settings').selectAll());

function change(tx: Transaction, values: Updateable<Tables['conversion_settings']>) {
  return tx.run(query((db) => db.updateTable('conversion_settings').set(values)));
}

export async function readSettings(read: Queries): Promise<ConversionSettings> {
  const row = await read.first(stored, {});
  if (row === undefined) return defaults;
  return {
    on: row.enabled === 1,
    consentAssured: row.consent_assured === 1,
    milestones: {
      qualified: { name: row.qualified_name, cents: row.qualified_cents },
      admitted: { name: row.admitted_name, cents: row.admitted_cents },
    },
    passwordMadeAt: row.password_made_at,
    pulledAt: row.pulled_at,
  };
}

/** Returns the current settings, locked until the transaction ends. */
export async function lockSettings(tx: Transaction): Promise<ConversionSettings> {
  await ensureRow(tx);
  await tx.first(query((db, { forUpdate }) => forUpdate(db.selectFrom('conversion_settings').select('id'))));
  return readSettings(tx);
}

/** Stores new settings; call {@link lockSettings} first. */
export async function changeSettings(
  tx: Transaction,
  { on, consentAssured, milestones: { qualified, admitted } }: ChangeableSettings,
): Promise<void> {
  await change(tx, {
    enabled: on ? 1 : 0,
    consent_assured: consentAssured ? 1 : 0,
    qualified_name: qualified.name,
    qualified_cents: qualified.cents,
    admitted_name: admitted.name,
    admitted_cents: admitted.cents,
  });
}

/** Makes and returns a new password for fetching the files, which replaces the previous one. */
export async function makePassword(
  tx: Transaction,
  { secrets, now }: { readonly secrets: Secrets; readonly now: Date },
): Promise<string> {
  const password = newSecret('conv');
  await ensureRow(tx);
  await change(tx, { password_hash: secrets.hash(password), password_made_at: now.toISOString() });
  return password;
}

/** Revokes the password: the files can't be fetched until there is a new one. Returns whether there was one. */
export async function revokePassword(tx: Transaction): Promise<boolean> {
  const had = (await tx.first(stored, {}))?.password_hash ?? null;
  if (had !== null) await change(tx, { password_hash: null, password_made_at: null });
  return had !== null;
}

export async function isPassword(read: Queries, secrets: Secrets, given: string): Promise<boolean> {
  const hash = (await read.first(stored, {}))?.password_hash ?? null;
  if (hash === null) return false;
  const [right, tried] = [Buffer.from(hash), Buffer.from(secrets.hash(given))];
  return right.length === tried.length && timingSafeEqual(right, tried);
}

/** Records that a file was fetched with the password. */
export const notePull = operation('notePull', async (tx, _: null, { now }) => {
  await change(tx, { pulled_at: now.toISOString() });
});

async function ensureRow(tx: Transaction): Promise<void> {
  const { qualified, admitted } = defaults.milestones;
  const names = { qualified_name: qualified.name, admitted_name: admitted.name };
  await tx.run(
    query((db) =>
      db
        .insertInto('conversion_settings')
        .values({ id: 1, enabled: 0, consent_assured: 0, ...names })
        .onConflict((conflict) => conflict.column('id').doNothing()),
    ),
  );
}
