import { auditActionNames, auditSubjectNames } from '../../../server/src/french/acts.ts';
import { fieldName as frenchField } from '../../../server/src/french/field-names.ts';
import { residenceFieldNames } from '../../../server/src/french/import-columns.ts';
import { eventNames } from '../../../server/src/french/labels.ts';
import type { AuditLine } from '../api/responses.ts';
import { format, plural } from '../i18n/format.ts';
import { ruleNames } from '../ui/rule-names.ts';

const subjectTexts: Readonly<Record<string, string>> = {
  entry: 'de la fiche',
  file: 'du fichier',
  caller: 'du site ou prestataire',
  password: 'du mot de passe de site',
  endpoint: 'du webhook',
  delivery: 'de l’envoi',
  mail: 'de l’e-mail',
  partner: 'du partenaire',
  token: 'du jeton de partenaire',
  group: 'du groupe',
  establishment: 'de la résidence',
  staff: 'du membre du personnel',
  announcement: 'de l’offre d’emploi',
  user: 'de l’utilisateur',
  conversions: 'de l’export des conversions',
  register: 'du registre des traitements',
  retention: 'de la durée de conservation',
  hold: 'du litige ou de la limitation',
  'privacy-request': 'de la demande d’exercice de droits',
  objection: 'de l’opposition',
  settings: 'des réglages',
  calendar: 'de l’adresse d’agenda',
  template: 'd’un modèle de message',
  'refused-creation': 'd’un envoi refusé',
};
const conversionTexts = { on: 'Export des conversions activé', off: 'Export des conversions désactivé' };
const partTexts: Readonly<Record<string, string>> = {
  breach: 'violation de données',
  'refused-field': 'champ refusé',
  'sensitive-terms': 'noms sensibles',
  seen: 'fiches qu’il a vues',
  acts: 'ses actes',
  erasure: 'délai avant effacement',
  text: 'texte d’un traitement',
};
const fieldTexts: Readonly<Record<string, string>> = {
  name: 'nom',
  grants: 'rôles',
  disabled: 'accès',
  password: 'mot de passe',
  invitation: 'lien d’invitation',
  secret: 'secret de signature',
  url: 'adresse',
  events: 'événements',
  state: 'état',
  groupId: 'groupe',
  job: 'fonction',
  medical: 'personnel médical',
  doctor: 'médecin',
  active: 'en poste',
  title: 'intitulé',
  open: 'ouverture',
  detail: 'précisions',
  totp: 'second facteur',
  recoveryCodes: 'codes de secours',
  on: 'export',
  consentAssured: 'consentement assuré',
  qualified: 'contact qualifié',
  admitted: 'admission',
  email: 'adresse e-mail',
  away: 'absence',
  mail: 'e-mails reçus',
  label: 'usage',
  forgottenPassword: 'lien « Mot de passe oublié »',
  'calendar.names': 'noms des familles dans les agendas',
  days: 'durée',
  shorten: 'raccourcie',
  confirm: 'confirmée',
  identityKind: 'contrôle de l’identité',
  identityCheck: 'précision du contrôle',
  authority: 'pouvoir d’agir',
  extensionReason: 'prolongation',
  decision: 'décision',
  ground: 'motif',
  answeredOn: 'date de la réponse',
  answerChannel: 'canal de la réponse',
  close: 'clôture',
};
const residenceTexts: Readonly<Record<string, string>> = {
  ...residenceFieldNames,
  tariffsUrl: 'Tarifs (lien)',
  bookletUrl: 'Livret d’accueil (lien)',
};

/** Describes a line of the audit trail: « Modification de la résidence nº 3 : Téléphone, Ville ». */
export function auditSentence(line: AuditLine): string {
  const { action, subject, subjectId } = line;
  const followUp = followUpSetting({ ...line.detail });
  if (followUp !== undefined) {
    const place =
      subjectId === null
        ? ' : toutes les résidences'
        : subject === 'group'
          ? ` : groupe n° ${subjectId}`
          : ` : résidence n° ${subjectId}`;
    return followUp === 'targets'
      ? `Délais de suivi modifiés${place}`
      : `Attribution des nouvelles fiches modifiée${place}`;
  }
  const act = auditActionNames[action] ?? action;
  const about = subject === null ? '' : ` ${subjectTexts[subject] ?? subject}`;
  const number = subjectId === null ? '' : ` n° ${subjectId}`;
  const details = detailsOf(line);
  const state = switched(subject, { ...line.detail });
  const said = subject === 'person' ? (auditSubjectNames[subject] ?? act) : `${act}${about}${number}`;
  const sentence = state === undefined ? said : conversionTexts[state];
  return details.length === 0 ? sentence : `${sentence} : ${details.join(', ')}`;
}

function detailsOf({ subject, detail, name: person }: AuditLine): string[] {
  const fields: Readonly<Record<string, unknown>> = { ...detail };
  const { slug, email, count, added, removed, event, before, days, from, entries } = fields;
  const isSwitch = switched(subject, fields) !== undefined;
  const changed = isSwitch ? without(fields.changed, 'on') : fields.changed;
  const disabled = isSwitch ? undefined : fields.disabled;
  return [
    ...(person === null ? [] : [person]),
    ...(Array.isArray(changed) && changed.length > 0
      ? [changed.map((field) => fieldName(subject, String(field))).join(', ')]
      : []),
    ...[named(subject, fields), slug, email].filter((text) => typeof text === 'string'),
    ...(typeof event === 'string' ? [eventNames[event] ?? event] : []),
    ...(typeof disabled === 'boolean' ? [disabled ? 'désactivé' : 'activé'] : []),
    ...(typeof count === 'number'
      ? [
          subject === 'person'
            ? `${format.number(count)} ${plural(count, 'trouvée')}`
            : `${format.number(count)} au total`,
        ]
      : []),
    ...(Array.isArray(entries) && entries.length > 0 ? [`fiches n° ${entries.join(', ')}`] : []),
    ...(typeof added === 'number' && typeof changed === 'number' && typeof removed === 'number'
      ? [`${added} ajoutés, ${changed} modifiés, ${removed} retirés`]
      : []),
    ...(typeof before === 'number' && typeof days === 'number' && typeof from === 'string'
      ? [`${format.number(before)} → ${format.number(days)} jours, à partir du ${format.day(from)}`]
      : []),
  ];
}

/** Its name; in French where the service names it. */
function named(
  subject: string | null,
  { name, count }: Readonly<Record<string, unknown>>,
): string | undefined {
  if (typeof name !== 'string') return undefined;
  if (subject === 'register') return partTexts[name] ?? 'texte d’un traitement';
  if (subject === 'retention') return ruleNames[name] ?? partTexts[name] ?? name;
  return subject === 'user' && count !== undefined ? 'fiches qu’il a vues' : name;
}

/** Fields of residences are named as on their page. */
function fieldName(subject: string | null, field: string): string {
  const own = fieldTexts[field] ?? frenchField(field);
  return subject === 'establishment' ? (residenceTexts[field] ?? own) : own;
}

/** What a change of a residence or a group was about, when it was follow-up: no field of theirs. */
function followUpSetting({
  changed,
}: Readonly<Record<string, unknown>>): 'assignment' | 'targets' | undefined {
  const [only] = Array.isArray(changed) ? changed : [];
  return only === 'assignment' || only === 'targets' ? only : undefined;
}

/** Whether the export of conversions was switched on or off; undefined for another act. */
function switched(
  subject: string | null,
  detail: Readonly<Record<string, unknown>>,
): 'on' | 'off' | undefined {
  if (subject !== 'conversions' || typeof detail.disabled !== 'boolean') return undefined;
  return detail.disabled ? 'off' : 'on';
}

function without(names: unknown, name: string): unknown {
  return Array.isArray(names) ? names.filter((one) => one !== name) : names;
}

/** The author of lines written by commands. */
export const commandLine = 'command line';
