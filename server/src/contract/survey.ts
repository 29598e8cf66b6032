import Type, { type Static } from 'typebox';
import { civilities, surveyTypes } from './enumerations.ts';
import { customId, email, oneOf, phone, text } from './fields.ts';
import { wire } from './wire-names.ts';

/** Interface 2.3: a contact, satisfaction or complaint form. */
export const SurveyBody = Type.Object(
  {
    type: oneOf(
      surveyTypes,
      'Survey type; may be sent as a query parameter instead. Without either: survey.type.contact.',
      wire('surveyType'),
    ),
    civility: oneOf(civilities, 'Civility of the contact.'),
    firstName: text('First name.', 'Claire'),
    lastName: text('Last name.', 'Martin'),
    lastNameMarital: text('Married name.', 'Durand'),
    email: email('E-mail address of the contact.'),
    phone: phone('Phone number, kept as typed.'),
    ip: text('IP address of the visitor.', '203.0.113.7'),
    gclid: text('Advertising click identifier, read from the landing address.', 'Cj0KCQiA-demo'),
    customId,
    urgence: text('Urgency of the situation.', 'Sous 15 jours'),
    contact: text('Contact.', 'Ma mère sort de l’hôpital la semaine prochaine.'),
    contact2: text('Second contact.', 'Mon frère, 06 39 98 56 78'),
  },
  { additionalProperties: true, description: 'Survey (interface 2.3).' },
);
export type SurveyBody = Static<typeof SurveyBody>;
