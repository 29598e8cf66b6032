import { counted } from '../../../server/src/french/dates.ts';
import type { Appointment } from '../api/responses.ts';
import { actionKind, isCallStage, plannedName, stageName } from '../entries/entry.ts';
import { isPast, nowIn } from '../i18n/days.ts';

export function keyOf({ entryId, position }: Appointment): string {
  return `${entryId}-${position}`;
}

/** « Visite », « Appel », « Entretien » */
export function kindOf({ kind, stage, done }: Appointment): string {
  return done ? stageName(stage, kind) : plannedName(stage, kind);
}

/** Whether it takes half an hour, and no room of the residence. */
export function isCall({ kind, stage }: Appointment): boolean {
  return actionKind(stage, kind) === 'call';
}

/** Calls that were made are only counted: « 12 appels faits ». Undefined for none. */
export function doneCallsText(ofDay: readonly Appointment[]): string | undefined {
  const count = ofDay.filter(isDoneCall).length;
  return count === 0 ? undefined : counted(count, 'appel fait', 'appels faits');
}

export function isDoneCall(appointment: Appointment): boolean {
  return appointment.done && isCall(appointment);
}

/** « faite », « en retard »; undefined for what is to come. */
export function stateOf(appointment: Appointment): string | undefined {
  if (appointment.done) return isCallStage(appointment.stage) ? 'fait' : 'faite';
  return isLate(appointment) ? 'en retard' : undefined;
}

export function isLate(appointment: Appointment): boolean {
  return !appointment.done && isPast(appointment, nowIn(appointment.zone));
}
