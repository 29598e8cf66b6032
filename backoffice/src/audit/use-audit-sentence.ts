import { useTranslate } from 'react-admin';
import type { AuditLine } from '../api/responses.ts';
import { useFormat } from '../i18n/use-format.ts';
import { useTexts } from '../i18n/use-texts.ts';

/** Describes a line of the audit trail: « Modification de la résidence nº 3 : Téléphone, Ville ». */
export function useAuditSentence(): (line: AuditLine) => string {
  const translate = useTranslate();
  const format = useFormat();
  const t = useTexts('audit');

  function detailsOf({ subject, detail }: AuditLine): string[] {
    const fields: Readonly<Record<string, unknown>> = { ...detail };
    const { changed, name, slug, email, count, added, removed, event, disabled } = fields;
    return [
      ...(Array.isArray(changed)
        ? [changed.map((field) => fieldName(subject, String(field))).join(', ')]
        : []),
      ...[name, slug, email].filter((text) => typeof text === 'string'),
      ...(typeof event === 'string' ? [translate(`accueil.integrations.events.${event}`)] : []),
      ...(typeof disabled === 'boolean' ? [t(disabled ? 'disabled' : 'enabled')] : []),
      ...(typeof count === 'number' ? [t('count', { count: format.number(count) })] : []),
      ...(typeof added === 'number' && typeof changed === 'number' && typeof removed === 'number'
        ? [t('imported', { added, changed, removed })]
        : []),
    ];
  }

  /** Fields of residences are named as on their page. */
  function fieldName(subject: string | null, field: string): string {
    const own = translate(`accueil.audit.fields.${field}`, { _: field });
    return subject === 'establishment' ? translate(`accueil.residences.fields.${field}`, { _: own }) : own;
  }

  return (line) => {
    const { action, subject, subjectId } = line;
    const act = isOneOf(auditActions, action) ? t(`actions.${action}`) : action;
    const about =
      subject === null ? '' : isOneOf(auditSubjects, subject) ? ` ${t(`of.${subject}`)}` : ` ${subject}`;
    const number = subjectId === null ? '' : ` ${t('number', { id: subjectId })}`;
    const details = detailsOf(line);
    const sentence = `${act}${about}${number}`;
    return details.length === 0 ? sentence : t('with', { sentence, details: details.join(', ') });
  };
}

function isOneOf(known: readonly string[], value: string): boolean {
  return known.includes(value);
}

/** Actions and subjects of the audit trail, as the service names them. */
export const auditActions = [
  'signed-in',
  'sign-in-failed',
  'sign-ins-refused',
  'signed-out',
  'read',
  'downloaded',
  'exported',
  'imported',
  'changed',
  'added',
  'removed',
  'sent-again',
] as const;
export const auditSubjects = [
  'entry',
  'file',
  'caller',
  'password',
  'endpoint',
  'delivery',
  'mail',
  'partner',
  'token',
  'group',
  'establishment',
  'staff',
  'announcement',
  'user',
  'conversions',
  'register',
  'person',
  'retention',
  'privacy-request',
  'objection',
] as const;

/** The author of lines written by commands. */
export const commandLine = 'command line';
