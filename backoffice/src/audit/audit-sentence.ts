import { auditActionNames, auditSubjectNames } from '../../../server/src/french/acts.ts';
import { fieldName as frenchField } from '../../../server/src/french/field-names.ts';
import { eventNames } from '../../../server/src/french/labels.ts';
import type { AuditLine } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { textsOf, translate } from '../i18n/texts.ts';

const t = textsOf('audit');

/** Describes a line of the audit trail: « Modification de la résidence nº 3 : Téléphone, Ville ». */
export function auditSentence(line: AuditLine): string {
  const { action, subject, subjectId } = line;
  const followUp = followUpSetting({ ...line.detail });
  if (followUp !== undefined) {
    const place = subjectId === null ? 'all' : subject === 'group' ? 'group' : 'establishment';
    return t(followUp, { where: t(`where.${place}`, { id: subjectId }) });
  }
  const act = auditActionNames[action] ?? action;
  const about = subject === null ? '' : ` ${t(`of.${subject}`, { _: subject })}`;
  const number = subjectId === null ? '' : ` ${t('number', { id: subjectId })}`;
  const details = detailsOf(line);
  const state = switched(subject, { ...line.detail });
  const said = subject === 'person' ? (auditSubjectNames[subject] ?? act) : `${act}${about}${number}`;
  const sentence = state === undefined ? said : t(`conversions.${state}`);
  return details.length === 0 ? sentence : t('with', { sentence, details: details.join(', ') });
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
    ...(typeof disabled === 'boolean' ? [t(disabled ? 'disabled' : 'enabled')] : []),
    ...(typeof count === 'number'
      ? [t(subject === 'person' ? 'found' : 'count', { smart_count: count, count: format.number(count) })]
      : []),
    ...(Array.isArray(entries) && entries.length > 0 ? [t('entries', { ids: entries.join(', ') })] : []),
    ...(typeof added === 'number' && typeof changed === 'number' && typeof removed === 'number'
      ? [t('imported', { added, changed, removed })]
      : []),
    ...(typeof before === 'number' && typeof days === 'number' && typeof from === 'string'
      ? [t('days', { before: format.number(before), days: format.number(days), from: format.day(from) })]
      : []),
  ];
}

/** Its name; in French where the service names it. */
function named(
  subject: string | null,
  { name, count }: Readonly<Record<string, unknown>>,
): string | undefined {
  if (typeof name !== 'string') return undefined;
  if (subject === 'register') return t(`parts.${name}`, { _: t('parts.text') });
  if (subject === 'retention')
    return translate(`accueil.privacy.retention.rules.${name}`, { _: t(`parts.${name}`) });
  return subject === 'user' && count !== undefined ? t('parts.seen') : name;
}

/** Fields of residences are named as on their page. */
function fieldName(subject: string | null, field: string): string {
  const own = t(`fields.${field}`, { _: frenchField(field) });
  return subject === 'establishment' ? translate(`accueil.residences.fields.${field}`, { _: own }) : own;
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
