import type { Queries, Transaction } from '../store/database.ts';
import { query } from '../store/statement.ts';
import type { Instant, Tables } from '../store/tables.ts';
import type { Milestone } from './milestones.ts';

/** Name of a conversion in Google Ads, and its value in euro cents, if any. */
export interface ConversionLabel {
  readonly name: string;
  readonly cents: number | null;
}

export interface ConversionSettings {
  readonly on: boolean;
  /** Whether sites send click identifiers only with the visitor's consent: unspecified consent then counts as given. */
  readonly consentAssured: boolean;
  readonly milestones: Readonly<Record<Milestone, ConversionLabel>>;
  /** When the password in use was made; null without one. */
  readonly passwordMadeAt: Instant | null;
  readonly passwordHash: string | null;
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
  passwordHash: null,
  pulledAt: null,
};

export async function readSettings(read: Queries): Promise<ConversionSettings> {
  const row = await read.first(query((db) => db.selectFrom('conversion_settings').selectAll()));
  if (row === undefined) return defaults;
  return {
    on: row.enabled === 1,
    consentAssured: row.consent_assured === 1,
    milestones: {
      qualified: { name: row.qualified_name, cents: row.qualified_cents },
      admitted: { name: row.admitted_name, cents: row.admitted_cents },
    },
    passwordMadeAt: row.password_made_at,
    passwordHash: row.password_hash,
    pulledAt: row.pulled_at,
  };
}

/** Changes columns of the one row, which begins with the defaults. */
export function changeSettings(tx: Transaction, values: Partial<Tables['conversion_settings']>) {
  const { qualified, admitted } = defaults.milestones;
  const names = { qualified_name: qualified.name, admitted_name: admitted.name };
  const first = { id: 1, enabled: 0, consent_assured: 0, ...names } as const;
  return tx.run(
    query((db) =>
      db
        .insertInto('conversion_settings')
        .values({ ...first, ...values })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(values)),
    ),
  );
}
