import { contractName } from '../../../server/src/french/labels.ts';
import type { Appointment } from '../api/responses.ts';
import { isCallStage, plannedName } from '../entries/planned.ts';
import { isPast } from '../i18n/days.ts';
import { textsOf } from '../i18n/texts.ts';

const t = textsOf('agenda');

export function keyOf({ entryId, position }: Appointment): string {
  return `${entryId}-${position}`;
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

export function isLate(appointment: Appointment): boolean {
  return !appointment.done && isPast(appointment);
}
