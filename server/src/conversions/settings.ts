import { timingSafeEqual } from 'node:crypto';
import { newSecret, type Secrets } from '../secrets.ts';
import type { Queries, Transaction } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import { statement } from '../store/statement.ts';
import type { Instant } from '../store/tables.ts';
import type { Milestone } from './milestones.ts';

/** What a conversion is called in Google Ads, and what it is worth, in cents of a euro; null: nothing is said. */
export interface Named {
  readonly name: string;
  readonly cents: number | null;
}

/** How conversions are exported. */
export interface ConversionSettings {
  readonly on: boolean;
  /** The sites send a click identifier with the visitor's consent only: what says nothing of it has it. */
  readonly consentAssured: boolean;
  readonly milestones: Readonly<Record<Milestone, Named>>;
  /** When the password in use was made; null without one. */
  readonly passwordMadeAt: Instant | null;
  /** When a file was last fetched with it. */
  readonly pulledAt: Instant | null;
}

/** Names leave the house: they say nothing of anybody's health. */
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

/** How conversions are exported at the moment. */
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

/** The same, and nobody changes it until the transaction ends. */
export async function lockSettings(tx: Transaction): Promise<ConversionSettings> {
  await ensureRow(tx);
  await tx.first(lock, {});
  return readSettings(tx);
}

/** Stores what an administrator has chosen; {@link lockSettings} first. */
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

/** A new password for fetching the files, shown this once. The one before is refused from now on. */
export async function makePassword(
  tx: Transaction,
  { secrets, now }: { readonly secrets: Secrets; readonly now: Date },
): Promise<string> {
  const password = newSecret('conv');
  await ensureRow(tx);
  await tx.run(putPassword, { hash: secrets.hash(password), now: now.toISOString() });
  return password;
}

/** Ends the password: nobody can fetch the files until there is another one. Answers whether there was one. */
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

/** Notes that a file was fetched with the password. */
export const notePull = operation('notePull', async (tx, _: null, { now }) => {
  await tx.run(putPull, { now: now.toISOString() });
});

async function ensureRow(tx: Transaction): Promise<void> {
  const { qualified, admitted } = defaults.milestones;
  await tx.run(begin, { qualified: qualified.name, admitted: admitted.name });
}
