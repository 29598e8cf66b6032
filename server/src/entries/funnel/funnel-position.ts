import { daysBetween } from '../../clock.ts';
import type { ActionsTable, Day, EntriesTable, Instant } from '../../store/tables.ts';
import {
  endOfDay,
  minuteOf,
  minutesOfWorkingDay,
  parisMoment,
  workingMinutesBetween,
} from '../../working-hours/working-minutes.ts';
import { countedIn, stageOf, visitor } from '../entry.ts';

/** The steps of the funnel, in order. Each includes those before it. The database stores the index of a step. */
export const steps = ['received', 'validated', 'contacted', 'visited', 'admitted'] as const;
export type Step = (typeof steps)[number];

/** The values by which the statistics count a lead. */
export interface FunnelPosition {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly establishmentId: number;
  /** The commercial contact type; empty when unknown. */
  readonly type: string;
  /** Whether it has the click identifier of an advertisement. */
  readonly advertised: 0 | 1;
  readonly sender: string;
  /** The result; empty without one. */
  readonly resultat: string;
  /** The reason of the result; empty without one. */
  readonly motif: string;
  readonly furthestStep: number;
  /** From receipt to the first contact, in rounded working minutes; null without a contact, and for a manual entry. */
  readonly contactMinutes: number | null;
  /** From its contact date to the admission, in days; null without an admission. */
  readonly admissionDays: number | null;
}

/** The values of a lead that determine its funnel position. */
export interface CountedLead {
  readonly kind: EntriesTable['kind'];
  readonly test: boolean;
  readonly excluded: boolean;
  readonly establishmentId: number | null;
  readonly contactDate: Day;
  readonly receivedAt: Instant;
  readonly type: string | null;
  readonly advertised: boolean;
  readonly resultat: string | null;
  readonly motif: string | null;
  readonly callerId: number | null;
  readonly partnerId: number | null;
  readonly actions: readonly CountedAction[];
}

type CountedAction = Pick<ActionsTable, 'date' | 'time' | 'stage' | 'author'> & { readonly done: boolean };

const stepOfStage: Readonly<Record<string, Step>> = {
  Validé: 'validated',
  'Prise de contact': 'contacted',
  Visite: 'visited',
  'Admission réalisé': 'admitted',
  Parti: 'admitted',
};

/** Returns the funnel position of a lead; null when the statistics don't count it. */
export function funnelPositionOf(lead: CountedLead): FunnelPosition | null {
  const place = countedIn(lead);
  if (place === null) return null;
  const done = lead.actions.flatMap((action) => {
    const step = stepOfStage[stageOf(action) ?? ''];
    return step === undefined ? [] : [{ ...action, step: steps.indexOf(step) }];
  });
  return {
    ...place,
    month: Number(lead.contactDate.slice(5, 7)),
    type: lead.type ?? '',
    advertised: lead.advertised ? 1 : 0,
    sender: senderOf(lead),
    resultat: lead.resultat ?? '',
    motif: lead.motif ?? '',
    furthestStep: Math.max(lead.resultat === null ? 0 : 1, ...done.map(({ step }) => step)),
    contactMinutes: contactMinutesOf(lead, done),
    admissionDays: admissionDaysOf(lead, done),
  };
}

/** Who sent a lead, as the database stores it: `caller:3`, `partner:1`, or `staff` for a manual entry. */
function senderOf({ callerId, partnerId }: CountedLead): string {
  if (callerId !== null) return `caller:${callerId}`;
  return partnerId === null ? 'staff' : `partner:${partnerId}`;
}

type StepDone = CountedAction & { readonly step: number };

/**
 * Null for a manual entry, because staff were talking to the family when they entered it. Only actions by staff count as a
 * contact, not those sent by a caller or a visitor.
 */
function contactMinutesOf({ callerId, partnerId, receivedAt }: CountedLead, done: readonly StepDone[]) {
  if (callerId === null && partnerId === null) return null;
  const contacts = done.flatMap(({ step, author, date, time }) => {
    if (step < steps.indexOf('contacted') || author === null || author === visitor || date === null)
      return [];
    return [time === null ? endOfDay(date) : { day: date, minute: minuteOf(time) }];
  });
  if (contacts.length === 0) return null;
  const received = parisMoment(new Date(receivedAt));
  return roundedMinutes(Math.min(...contacts.map((contact) => workingMinutesBetween(received, contact))));
}

function admissionDaysOf({ contactDate }: CountedLead, done: readonly StepDone[]): number | null {
  const days = done
    .filter(({ stage }) => stage === 'Admission réalisé')
    .flatMap(({ date }) => (date === null ? [] : daysBetween(contactDate, date)));
  return days.length === 0 ? null : Math.min(maxDays, Math.max(0, Math.min(...days)));
}

const maxDays = 3_660;
const maxWorkingDays = 90;

/**
 * Rounds working minutes to 15 minutes within the first working day, to the hour within ten days, then to the day, 90 days
 * at most. Medians need no more precision, and the database keeps one row for each distinct value.
 */
function roundedMinutes(minutes: number): number {
  const grain =
    minutes <= minutesOfWorkingDay ? 15 : minutes <= 10 * minutesOfWorkingDay ? 60 : minutesOfWorkingDay;
  return Math.min(Math.round(minutes / grain) * grain, maxWorkingDays * minutesOfWorkingDay);
}
