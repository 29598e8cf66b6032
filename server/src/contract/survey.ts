import Type, { type Static } from 'typebox';
import { civilities, surveyTypes } from './enumerations.ts';
import { customId, email, oneOf, phone, plain, remark, text } from './fields.ts';
import { wire } from './wire-names.ts';

/** A contact, satisfaction or complaint form. */
export const SurveyBody = Type.Object(
  {
    type: oneOf(
      surveyTypes,
      'Survey type; may be sent as a query parameter instead. The default is `survey.type.contact`.',
      { ...wire('surveyType'), ...plain },
    ),
    civility: oneOf(civilities, 'Civility of the contact.', plain),
    firstName: text('First name.', plain, 'Claire'),
    lastName: text('Last name.', plain, 'Martin'),
    lastNameMarital: text('Married name.', plain, 'Durand'),
    email: email('E-mail address of the contact.'),
    phone: phone('Phone number, in any form; kept as typed.'),
    ip: text('IP address of the visitor.', plain, '203.0.113.7'),
    gclid: text(
      'Advertising click identifier, the `gclid` parameter of the landing page.',
      plain,
      'Cj0KCQiA-demo',
    ),
    customId,
    urgence: text('Urgency of the situation.', remark, 'Sous 15 jours'),
    contact: text(
      'Contact: a message, or the person to contact.',
      remark,
      'Ma mère sort de l’hôpital la semaine prochaine.',
    ),
    contact2: text('Second contact.', remark, 'Mon frère, 06 39 98 56 78'),
  },
  {
    additionalProperties: true,
    title: 'SurveyBody',
    description: 'A contact, satisfaction or complaint form.',
  },
);
export type SurveyBody = Static<typeof SurveyBody>;
