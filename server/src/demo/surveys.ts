import type { SurveyBody } from '../contract/survey.ts';
import type { FirstResidence } from '../residences/first-residences.ts';
import type { Chance } from './chance.ts';
import { asTyped, delays, newGclid, type Sent } from './leads.ts';
import type { Adult } from './people.ts';

export type SurveyType = NonNullable<SurveyBody['type']>;

/** Surveys a year, by type. */
export const surveysAYear: Readonly<Record<SurveyType, number>> = {
  'survey.type.contact': 160,
  'survey.type.survey': 220,
  'survey.type.complaint': 40,
};

const words: Readonly<Record<SurveyType, readonly string[]>> = {
  'survey.type.contact': [
    'Je cherche une place pour ma mère, pouvez-vous me rappeler ?',
    'Quels sont vos tarifs pour un séjour de trois semaines cet été ?',
    'Mon père sort de l’hôpital la semaine prochaine, avez-vous une chambre ?',
    'Est-il possible de visiter la résidence samedi matin ?',
    'Merci de m’envoyer votre plaquette et un dossier d’inscription.',
  ],
  'survey.type.survey': [
    'Équipe très à l’écoute, merci à toutes et à tous.',
    'Maman s’est bien habituée, les animations sont variées.',
    'Les repas pourraient être plus chauds le soir.',
    'Bon accueil, mais le téléphone sonne souvent dans le vide le week-end.',
    'Très belle chambre, jardin agréable.',
  ],
  'survey.type.complaint': [
    'Le linge de mon père revient souvent incomplet de la blanchisserie.',
    'Trop d’attente après un appel, deux soirs de suite.',
    'La facture du mois dernier comporte une prestation que nous n’avons pas demandée.',
    'Nous n’avons pas été prévenus du changement de chambre.',
    'Le chauffage de la chambre ne fonctionne pas depuis trois jours.',
  ],
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
    contact: chance.one(words[type]),
    customId,
    page: `/residences/${residence.details.slug}`,
    ...(type === 'survey.type.survey' && { note: chance.integer(6, 10) }),
  };
}
