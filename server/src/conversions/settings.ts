import { timingSafeEqual } from 'node:crypto';
import { newSecret, type Secrets } from '../secrets.ts';
import type { Queries, Transaction } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { statement } from '../store/statement.ts';
import type { Instant } from '../store/tables.ts';
import type { Milestone } from './milestones.ts';

/** Name of a conversion in Google Ads, and its value in euro cents, if any. */
export interface ConversionLabel {
  readonly name: string;
  readonly cents: number | null;
}

/** How conversions are exported. */
export interface ConversionSettings {
  readonly on: boolean;
  /** Whether sites send click identifiers only with the visitor's consent: unspecified consent then counts as given. */
  readonly consentAssured: boolean;
  readonly milestones: Readonly<Record<Milestone, ConversionLabel>>;
  /** When the password in use was made; null without one. */
  readonly passwordMadeAt: Instant | null;
  /** When a file was last fetched with it. */
  readonly pulledAt: Instant | null;
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
const lock = statement()((db, _, dialect) => {
  const found = db.selectFrom('conversion_settings').select('id');
  return dialect.forUpdate(found);
});
const begin = statement<{ qualified: string; admitted: string }>()((db, p) =>
  db
    .insertInto('conversion_settings')
    .values({
      id: 1,
      enabled: 0,
      consent_assured: 0,
      qualified_name: p.qualified,
      admitted_name: p.admitted,
    })
    .onConflict((conflict) => conflict.column('id').doNothing()),
);
const put = statement<{
  on: 0 | 1;
  consentAssured: 0 | 1;
  qualifiedName: string;
  qualifiedCents: number | null;
  admittedName: string;
  admittedCents: number | null;
}>()((db, p) =>
  db.updateTable('conversion_settings').set({
    enabled: p.on,
    consent_assured: p.consentAssured,
    qualified_name: p.qualifiedName,
    qualified_cents: p.qualifiedCents,
    admitted_name: p.admittedName,
    admitted_cents: p.admittedCents,
  }),
);
const putPassword = statement<{ hash: string | null; now: string | null }>()((db, p) =>
  db.updateTable('conversion_settings').set({ password_hash: p.hash, password_made_at: p.now }),
);
const putPull = statement<{ now: string }>()((db, p) =>
  db.updateTable('conversion_settings').set({ pulled_at: p.now }),
);

/** Returns the current settings. */
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
  await tx.first(lock, {});
  return readSettings(tx);
}

/** Stores new settings; call {@link lockSettings} first. */
export async function changeSettings(
  tx: Transaction,
  {
    on,
    consentAssured,
    milestones: { qualified, admitted },
  }: Omit<ConversionSettings, 'passwordMadeAt' | 'pulledAt'>,
): Promise<void> {
  await tx.run(put, {
    on: on ? 1 : 0,
    consentAssured: consentAssured ? 1 : 0,
    qualifiedName: qualified.name,
    qualifiedCents: qualified.cents,
    admittedName: admitted.name,
    admittedCents: admitted.cents,
  });
}

/** Makes and returns a new password for fetching the files, which replaces the previous one. */
export async function makePassword(
  tx: Transaction,
  { secrets, now }: { readonly secrets: Secrets; readonly now: Date },
): Promise<string> {
  const password = newSecret('conv');
  await ensureRow(tx);
  await tx.run(putPassword, { hash: secrets.hash(password), now: now.toISOString() });
  return password;
}

/** Revokes the password: the files can't be fetched until there is a new one. Returns whether there was one. */
export async function revokePassword(tx: Transaction): Promise<boolean> {
  const had = (await tx.first(stored, {}))?.password_hash ?? null;
  if (had !== null) await tx.run(putPassword, { hash: null, now: null });
  return had !== null;
}

/** Whether this is the password in use. */
export async function isPassword(read: Queries, secrets: Secrets, given: string): Promise<boolean> {
  const hash = (await read.first(stored, {}))?.password_hash ?? null;
  if (hash === null) return false;
  const [right, tried] = [Buffer.from(hash), Buffer.from(secrets.hash(given))];
  return right.length === tried.length && timingSafeEqual(right, tried);
}

/** Records that a file was fetched with the password. */
export const notePull = operation('notePull', async (tx, _: null, { now }) => {
  await tx.run(putPull, { now: now.toISOString() });
});

async function ensureRow(tx: Transaction): Promise<void> {
  const { qualified, admitted } = defaults.milestones;
  await tx.run(begin, { qualified: qualified.name, admitted: admitted.name });
}
