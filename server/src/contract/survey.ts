import Type, { type Static } from 'typebox';
import { civilities, surveyTypes } from './enumerations.ts';
import { content, customId, email, oneOf, phone, plain, text } from './fields.ts';
import { wire } from './wire-names.ts';

/** A contact, satisfaction or complaint form. */
export const SurveyBody = Type.Object(
  {
    type: oneOf(
      surveyTypes,
      'Survey type; may be sent as a query parameter instead. The default is `survey.type.contact`.',
      { ...wire('surveyType'), ...content(plain('Nature')) },
    ),
    civility: oneOf(civilities, 'Civility of the contact.', content(plain('Civilité'))),
    firstName: text('First name.', plain('Prénom'), 'Claire'),
    lastName: text('Last name.', plain('Nom de naissance'), 'Martin'),
    lastNameMarital: text('Married name.', plain('Nom d’usage'), 'Durand'),
    email: email('E-mail address of the contact.'),
    phone: phone('Phone number, in any form; kept as typed.'),
    ip: text('IP address of the visitor.', plain('Adresse IP'), '203.0.113.7'),
    gclid: text(
      'Advertising click identifier, the `gclid` parameter of the landing page.',
      plain('Identifiant de clic publicitaire'),
      'Cj0KCQiA-demo',
    ),
    customId,
    urgence: text(
      'Urgency of the situation.',
      { label: 'Urgence', health: true, prose: true },
      'Sous 15 jours',
    ),
    contact: text(
      'Contact: a message, or the person to contact.',
      { label: 'Contact', health: true, prose: true },
      'Ma mère sort de l’hôpital la semaine prochaine.',
    ),
    contact2: text(
      'Second contact.',
      { label: 'Second contact', health: true, prose: true },
      'Mon frère, 06 39 98 56 78',
    ),
  },
  {
    additionalProperties: true,
    title: 'SurveyBody',
    description: 'A contact, satisfaction or complaint form.',
  },
);
export type SurveyBody = Static<typeof SurveyBody>;
