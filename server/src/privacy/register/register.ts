import { shownAuthor } from '../../access/authors.ts';
import { parisDay } from '../../clock.ts';
import type { Queries } from '../../store/database.ts';
import { query } from '../../store/statement.ts';
import type { Day } from '../../store/tables.ts';
import type { PrivacyDeps } from '../deps.ts';
import { type Place, personalColumns } from '../places.ts';
import { type RuleSetting, readRules } from '../retention/settings.ts';
import { readSensitiveTerms } from '../sensitive-names.ts';
import { readMeasures } from './measures.ts';
import { readRecipients, recipientsOf } from './recipients.ts';
import { listRefusedFields } from './refused-fields.ts';
import type { Duration, Register, RegisteredData } from './schema.ts';
import { ruleTexts, type Treatment, treatmentNames, treatments } from './treatments.ts';
import { countUnnamedFields } from './unnamed-fields.ts';

type Installation = Pick<PrivacyDeps, 'database' | 'mail' | 'publicUrl'>;

/** Writes the register of this installation as it is configured now. */
export async function writeRegister(deps: Installation, now: Date): Promise<Register> {
  const { database } = deps;
  return {
    ...(await describeInstallation(deps, now)),
    sensitiveTerms: await readSensitiveTerms(database.background),
    refusedFields: await listRefusedFields(database.background),
    unnamedFields: await countUnnamedFields(database),
  };
}

/** Writes the register but for the fields that sites send, which takes many reads. */
export async function describeInstallation(
  { database: { background: queries }, mail, publicUrl }: Installation,
  now: Date,
): Promise<Omit<Register, 'sensitiveTerms' | 'refusedFields' | 'unnamedFields'>> {
  const today = parisDay(now);
  return {
    writtenAt: now.toISOString(),
    url: publicUrl(),
    ...(await describeTreatments(queries, mail, today)),
    ...(await readMeasures(queries, publicUrl(), today)),
  };
}

/** Returns the treatments of this installation, and who is responsible for them. `today`: in Europe/Paris. */
export async function describeTreatments(
  queries: Queries,
  mail: PrivacyDeps['mail'],
  today: Day,
): Promise<Pick<Register, 'controller' | 'processors' | 'transfers' | 'treatments'>> {
  const recipients = await readRecipients(queries, { mail });
  const settings = await readRules(queries, today);
  const stored = await queries.all(
    query((db) =>
      db
        .selectFrom('register_texts')
        .select([
          'treatment',
          'text',
          shownAuthor('author', 'email').as('author'),
          'changed_at as changedAt',
        ]),
    ),
  );
  const texts = new Map(stored.map(({ treatment, ...text }) => [treatment, text]));
  const inUse = treatmentNames.filter(
    (name) =>
      (name !== 'conversions' || recipients.others.advertising.length > 0) &&
      (name !== 'orientations' || recipients.others.partner.length > 0),
  );
  return {
    controller: texts.get('controller') ?? null,
    processors: {
      known: [
        'Hébergeur du service et de ses sauvegardes. S’il héberge pour le compte d’autrui des données de santé recueillies lors de soins : certifié HDS',
        ...recipients.others.mail.map(({ host }) => `Serveur d’e-mail ${host} : adresses du personnel`),
      ],
      text: texts.get('processors') ?? null,
    },
    transfers: {
      known: recipients.others.advertising.map(
        ({ name }) =>
          `${name} (Google Ireland Limited, et Google LLC aux États-Unis) : identifiant de clic, jour, valeur ; décision d’adéquation « Data Privacy Framework » du 10 juillet 2023`,
      ),
      text: texts.get('transfers') ?? null,
    },
    treatments: inUse.map((name) => {
      const treatment: Treatment = treatments[name];
      return {
        treatment: name,
        name: treatment.name,
        purpose: treatment.purpose,
        legalBasis: treatment.legalBasis,
        article9: treatment.article9 ?? null,
        people: [...treatment.people],
        data: dataOf(treatment),
        recipients: recipientsOf(treatment, recipients),
        durations: durationsOf(treatment, settings),
        text: texts.get(name) ?? null,
      };
    }),
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

function dataOf({ data }: Treatment): RegisteredData {
  return Object.entries(data).map(([place, text]) => ({
    place: place as Place,
    text,
    columns: personalColumns(place as Place),
  }));
}
