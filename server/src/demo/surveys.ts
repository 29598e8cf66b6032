import type { SurveyBody } from '../contract/survey.ts';
import type { FirstResidence } from '../residences/first-residences.ts';
import type { Chance } from './chance.ts';
import { asTyped, delays, newGclid, type Sent } from './leads.ts';
import type { Adult } from './people.ts';
import texts from './texts.json' with { type: 'json' };

export type SurveyType = NonNullable<SurveyBody['type']>;

/** Surveys a year, by type. */
export const surveysAYear: Readonly<Record<SurveyType, number>> = {
  'survey.type.contact': 160,
  'survey.type.survey': 220,
  'survey.type.complaint': 40,
};

/** The body of a form of the residence's site. */
export function surveyBody(
  chance: Chance,
  survey: {
    readonly type: SurveyType;
    readonly residence: FirstResidence;
    readonly adult: Adult;
    readonly customId: string;
  },
): Sent<SurveyBody> {
  const { type, residence, adult, customId } = survey;
  const contact = type === 'survey.type.contact';
  return {
    type,
    civility: adult.civility,
    firstName: adult.firstName,
    lastName: adult.lastName,
    email: adult.email,
    phone: asTyped(adult.mobile, chance),
    ip: `203.0.113.${chance.integer(1, 254)}`,
    ...(contact && { urgence: chance.weighted(delays) }),
    ...(contact && chance.share(0.3) && { gclid: newGclid(chance) }),
    contact: chance.one(texts.surveys[type]),
    customId,
    page: `/residences/${residence.details.slug}`,
    ...(type === 'survey.type.survey' && { note: chance.integer(6, 10) }),
  };
}
