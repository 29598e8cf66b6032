import { shownAuthor } from '../../access/authors.ts';
import { parisDay } from '../../clock.ts';
import { query } from '../../store/statement.ts';
import type { PrivacyDeps } from '../deps.ts';
import { type Place, personalColumns } from '../places.ts';
import { readRules } from '../retention/settings.ts';
import { readMeasures } from './measures.ts';
import { readRecipients, recipientsOf } from './recipients.ts';
import { listRefusedFields } from './refused-fields.ts';
import type { Register } from './schema.ts';
import { ruleTexts, type Treatment, treatmentNames, treatments } from './treatments.ts';

type Installation = Pick<PrivacyDeps, 'database' | 'mail' | 'sms' | 'publicUrl'>;

export async function writeRegister(deps: Installation, now: Date): Promise<Register> {
  const { background } = deps.database;
  return {
    ...(await describeInstallation(deps, now)),
    refusedFields: await listRefusedFields(background),
  };
}

/** Writes what the papers of the register say: treatments, recipients, measures. */
export async function describeInstallation(
  { database: { background: queries }, mail, sms, publicUrl }: Installation,
  now: Date,
): Promise<Omit<Register, 'refusedFields'>> {
  const recipients = await readRecipients(queries, { mail, sms });
  const settings = await readRules(queries, parisDay(now));
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
  const part = (subject: string, known: string[] = []) => ({ known, text: texts.get(subject) ?? null });
  const others = (wanted: string) => recipients.others.filter(({ kind }) => kind === wanted);
  return {
    writtenAt: now.toISOString(),
    url: publicUrl(),
    controller: part('controller').text,
    article9: part('article9'),
    processors: part('processors', [
      'Hébergeur du service et de ses sauvegardes. S’il héberge pour le compte d’autrui des données de santé recueillies lors de soins : certifié HDS',
      ...others('mail').map(
        ({ host }) => `Serveur d’e-mail ${host} : adresses du personnel et des personnes, messages`,
      ),
      ...others('sms').map(({ host }) => `Passerelle SMS ${host} : numéros des personnes, messages`),
    ]),
    transfers: part(
      'transfers',
      others('advertising').map(
        ({ name }) =>
          `${name} (Google Ireland Limited, et Google LLC aux États-Unis) : identifiant de clic, jour, valeur ; décision d’adéquation « Data Privacy Framework » du 10 juillet 2023`,
      ),
    ),
    treatments: treatmentNames
      .filter((name) => name !== 'conversions' || others('advertising').length > 0)
      .filter((name) => name !== 'orientations' || others('partner').length > 0)
      .map((treatment) => {
        const described: Treatment = treatments[treatment];
        const { name, purpose, legalBasis, article9 = null, people, data, rules, durations } = described;
        return {
          treatment,
          name,
          purpose,
          legalBasis,
          article9,
          people: [...people],
          data: Object.entries(data).map(([place, text]) => {
            return { place, text, columns: personalColumns(place as Place) };
          }),
          recipients: recipientsOf(described, recipients),
          durations: [
            ...settings
              .filter(({ rule }) => rules.includes(rule.name))
              .map(({ rule: { name: rule }, days, runs }) => {
                return { rule, text: ruleTexts[rule], days, confirmed: runs };
              }),
            ...durations.map((text) => ({ rule: null, text, days: null, confirmed: true })),
          ],
          text: texts.get(treatment) ?? null,
        };
      }),
    ...(await readMeasures(queries, publicUrl(), settings)),
  };
}
