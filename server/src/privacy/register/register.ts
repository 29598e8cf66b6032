import type { Instant } from '../../store/tables.ts';
import type { PrivacyDeps } from '../deps.ts';
import { type Place, personalColumns } from '../places.ts';
import type { RuleName } from '../retention/rules.ts';
import { type RuleSetting, readRules } from '../retention/settings.ts';
import { readMeasures } from './measures.ts';
import { type Recipient, readRecipients, recipientsOf } from './recipients.ts';
import { type RegisterText, readTexts } from './texts.ts';
import { ruleTexts, type Treatment, type TreatmentName, treatmentNames, treatments } from './treatments.ts';
import { countUnnamedFields, type UnnamedFields } from './unnamed-fields.ts';

/** How long data is kept. */
export interface Duration {
  /** The retention rule; null where the duration is not a setting. */
  readonly rule: RuleName | null;
  /** What is kept; with its duration where there is no rule. */
  readonly text: string;
  readonly days: number | null;
  /** Whether the rule runs. */
  readonly confirmed: boolean;
}

interface RegisteredTreatment extends Pick<Treatment, 'name' | 'purpose' | 'legalBasis'> {
  readonly treatment: TreatmentName;
  readonly people: string[];
  readonly data: { readonly place: Place; readonly text: string; readonly columns: string[] }[];
  readonly recipients: Recipient[];
  readonly durations: Duration[];
  readonly text: RegisterText | null;
}

/** The register of treatments (article 30 of the RGPD). */
export interface Register {
  readonly writtenAt: Instant;
  readonly url: string;
  /** Who is responsible, in the officer's words. */
  readonly controller: RegisterText | null;
  readonly treatments: RegisteredTreatment[];
  readonly measures: string[];
  readonly unnamedFields: UnnamedFields;
}

/** What the register is written from. */
type RegisterDeps = Pick<PrivacyDeps, 'database' | 'mail' | 'publicUrl'>;

/** Writes the register of this installation as it is configured now. */
export async function writeRegister(
  { database, mail, publicUrl }: RegisterDeps,
  now: Date,
): Promise<Register> {
  const queries = database.background;
  const recipients = await readRecipients(queries, { mail });
  const settings = await readRules(queries);
  const texts = await readTexts(queries);
  const inUse = treatmentNames.filter(
    (name) =>
      (name !== 'conversions' || recipients.others.advertising.length > 0) &&
      (name !== 'orientations' || recipients.others.partner.length > 0),
  );
  return {
    writtenAt: now.toISOString(),
    url: publicUrl(),
    controller: texts.get('controller') ?? null,
    treatments: inUse.map((name) => {
      const treatment: Treatment = treatments[name];
      return {
        treatment: name,
        name: treatment.name,
        purpose: treatment.purpose,
        legalBasis: treatment.legalBasis,
        people: [...treatment.people],
        data: dataOf(treatment),
        recipients: recipientsOf(treatment, recipients),
        durations: durationsOf(treatment, settings),
        text: texts.get(name) ?? null,
      };
    }),
    measures: await readMeasures(queries, publicUrl()),
    unnamedFields: await countUnnamedFields(database),
  };
}

function durationsOf({ rules, durations }: Treatment, settings: readonly RuleSetting[]): Duration[] {
  const ruled = settings.filter(({ rule }) => rules.includes(rule.name));
  return [
    ...ruled.map(({ rule, days, runs }) => ({
      rule: rule.name,
      text: ruleTexts[rule.name],
      days,
      confirmed: runs,
    })),
    ...durations.map((text) => ({ rule: null, text, days: null, confirmed: true })),
  ];
}

function dataOf({ data }: Treatment): RegisteredTreatment['data'] {
  return Object.entries(data).map(([place, text]) => ({
    place: place as Place,
    text,
    columns: personalColumns(place as Place),
  }));
}
