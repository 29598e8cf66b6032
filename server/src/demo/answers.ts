import { appointmentLater, dayOf, isBefore, type Moment, officeHoursLater } from './calendar.ts';
import type { Chance } from './chance.ts';
import { type StaffWork, untouched } from './staff-work.ts';
import type { SurveyType } from './surveys.ts';
import texts from './texts.json' with { type: 'json' };

interface Received {
  readonly receivedAt: Moment;
  readonly now: Moment;
  /** Names with weights. */
  readonly staff: readonly (readonly [string, number])[];
}

/** What staff have done so far about a survey or an application. Complaints and applications wait longest. */
export function answerTo(chance: Chance, kind: SurveyType | 'application', received: Received): StaffWork {
  const answered = answeredAt(chance, kind, received.receivedAt);
  if (!isBefore(answered, received.now)) return untouched;
  return {
    ...untouched,
    status: 'processed',
    answeredOn: dayOf(answered),
    comment: chance.one(texts.answers[kind]),
    commentBy: chance.weighted(received.staff),
  };
}

function answeredAt(chance: Chance, kind: SurveyType | 'application', receivedAt: Moment): Moment {
  switch (kind) {
    case 'survey.type.contact':
      return officeHoursLater(receivedAt, chance.number(0.5, 20));
    case 'survey.type.survey':
      return appointmentLater(receivedAt, chance.integer(0, 8), chance);
    case 'survey.type.complaint':
      return appointmentLater(receivedAt, chance.integer(4, 60), chance);
    case 'application':
      return appointmentLater(receivedAt, chance.integer(0, 12), chance);
    default:
      return kind satisfies never;
  }
}
