import { contractName } from '../../../server/src/french/labels.ts';
import type { Appointment } from '../api/responses.ts';
import { isCallStage, plannedName } from '../entries/planned.ts';
import { nowInParis, today } from '../i18n/days.ts';
import { textsOf, translate } from '../i18n/texts.ts';

const t = textsOf('agenda');

export function keyOf({ entryId, position }: Appointment): string {
  return `${entryId}-${position}`;
}

/** Whom it is with: the family member who is called, else the person concerned. */
export function whoOf({ contactName, name }: Appointment): string {
  return contactName ?? name ?? translate('accueil.leads.unnamed');
}

/** « pour Colette Meunier », where that is somebody else. */
export function aboutOf(appointment: Appointment): string | undefined {
  const { name } = appointment;
  return name === null || name === whoOf(appointment) ? undefined : t('about', { name });
}

/** « Visite », « Appel » */
export function kindOf({ stage, done }: Appointment): string {
  if (isCallStage(stage)) return t('call');
  return done ? contractName(stage) : plannedName(stage);
}

/** « faite », « en retard »; undefined for what is to come. */
export function stateOf(appointment: Appointment): string | undefined {
  if (appointment.done) return t(isCallStage(appointment.stage) ? 'doneCall' : 'done');
  return isLate(appointment) ? t('late') : undefined;
}

export function isLate({ done, date, time }: Appointment): boolean {
  const day = today();
  return !done && (date < day || (date === day && time !== null && time < nowInParis()));
}
