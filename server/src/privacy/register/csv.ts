import { byteOrderMark, csvLine } from '../../http/csv.ts';
import type { Sensitivity } from '../sensitive-names.ts';
import type { Duration, Recipient, Register } from './schema.ts';

type Row = readonly [treatment: string, section: string, content: string, remark: string | null];

const header: Row = ['Traitement', 'Rubrique', 'Contenu', 'Remarque'];

const warnings: Readonly<Record<Sensitivity, string>> = {
  identity: 'Numéro d’identité ou donnée bancaire : à ne pas recevoir',
  health: 'Donnée de santé ou autre donnée sensible (article 9 du RGPD)',
};

/** Returns the register as a CSV file for a French Excel, a line for each fact. */
export function registerCsv(register: Register): string {
  return (
    byteOrderMark +
    registerRows(register)
      .map((row) => csvLine(row))
      .join('')
  );
}

/** Returns the register as a table, the names of its columns first. */
export function registerRows(register: Register): Row[] {
  const { controller, processors, transfers, treatments, measures, unfulfilled, unnamedFields } = register;
  const all = 'Tous';
  return [
    header,
    ...(controller === null ? [] : [[all, 'Responsable du traitement', controller.text, null] as const]),
    ...known(all, 'Sous-traitants', processors),
    ...known(all, 'Transferts hors de l’Union européenne', transfers),
    ...treatments.flatMap(({ name, ...treatment }): Row[] => [
      [name, 'Finalité', treatment.purpose, null],
      [name, 'Base légale', treatment.legalBasis, null],
      ...(treatment.article9 === null ? [] : [[name, 'Données de santé', treatment.article9, null] as const]),
      ...treatment.people.map((who): Row => [name, 'Personnes concernées', who, null]),
      ...treatment.data.map(
        ({ text, place, columns }): Row => [name, 'Données', text, `${place} : ${columns.join(', ')}`],
      ),
      ...treatment.recipients.map(
        (recipient): Row => [name, 'Destinataires', recipientText(recipient), null],
      ),
      ...treatment.durations.map(
        (duration): Row => [
          name,
          'Durée de conservation',
          durationText(duration),
          duration.confirmed ? null : 'Règle non confirmée : elle ne s’applique pas encore',
        ],
      ),
      ...(treatment.text === null
        ? []
        : [[name, 'Complément du délégué', treatment.text.text, treatment.text.author] as const]),
    ]),
    ...measures.map((measure): Row => [all, 'Mesures de sécurité', measure, null]),
    ...unfulfilled.map((measure): Row => [all, 'Mesures de sécurité', measure, 'Non remplie']),
    ...unnamedFields.fields.map(
      ({ place, name, count, sensitive }): Row => [
        all,
        'Champ non prévu reçu',
        name,
        [`${place}, ${count} fois`, ...(sensitive === null ? [] : [warnings[sensitive]])].join('. '),
      ],
    ),
  ];
}

function known(of: string, section: string, { known, text }: Register['transfers']): Row[] {
  return [
    ...known.map((one): Row => [of, section, one, null]),
    ...(text === null ? [] : [[of, section, text.text, text.author] as const]),
  ];
}

function recipientText({ name, host }: Recipient): string {
  return host === null ? name : `${name} (${host})`;
}

function durationText({ text, days }: Duration): string {
  return days === null ? text : `${text} : ${days} jours`;
}
