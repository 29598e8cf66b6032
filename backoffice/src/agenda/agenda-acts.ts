import type { Appointment } from '../api/responses.ts';
import type { Slot } from './half-hours.ts';

export interface AgendaActs {
  readonly mayMove: (appointment: Appointment) => boolean;
  /** Asks for another day and time. */
  readonly onAsk: (appointment: Appointment) => void;
  /** Plans something there; absent for users who may not. */
  readonly onAdd: ((slot: Slot) => void) | undefined;
  readonly onOpenDay: (day: string) => void;
}
