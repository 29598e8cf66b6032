import Type, { type Static } from 'typebox';
import {
  commercialTypes,
  entryStatuses,
  motifs,
  resultats,
  sejourTypes,
  surveyTypes,
} from './enumerations.ts';
import { wire } from './wire-names.ts';

const orNull = <const Values extends readonly string[]>(values: Values, description: string) =>
  Type.Unsafe<Values[number] | null>({ type: ['string', 'null'], enum: [...values, null], description });
const textOrNull = (description: string, options = {}) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description, ...options });
const integerOrNull = (description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], description });

const id = Type.Integer({ description: 'Our id of the entry.' });
const customId = Type.String({ description: 'The identifier you sent.' });
const status = orNull(
  entryStatuses,
  '`new` until staff of the residence have dealt with it, then `processed`.',
);
const staffComment = textOrNull('Comment that staff have written for you.');
const commentBy = textOrNull('Name of the staff member who last edited the comment.');

/** `data` of a commercial entry. All keys are always present; unknown values are null. */
const CommercialData = Type.Object(
  {
    id,
    customId,
    type: orNull(commercialTypes, 'How the contact was made.'),
    sejourType: orNull(sejourTypes, 'Kind of stay wanted.'),
    resultat: orNull(resultats, 'Result.'),
    motif: orNull(motifs, 'Reason of the result.'),
    comment: textOrNull('The comment you sent, until staff change it.'),
    commentBy,
  },
  { title: 'CommercialData', description: 'What became of a commercial entry.' },
);

/** `data` of a survey. */
const SurveyData = Type.Object(
  {
    id,
    customId,
    type: orNull(surveyTypes, 'Survey type.'),
    status,
    comment: staffComment,
    commentBy,
  },
  { title: 'SurveyData', description: 'What became of a survey.' },
);

/** `data` of a job application. */
const ApplicationData = Type.Object(
  {
    id,
    customId,
    announcementId: integerOrNull('Job offer.'),
    status,
    comment: staffComment,
    commentBy,
  },
  { title: 'ApplicationData', description: 'What became of a job application.' },
);

/** The entry found by its customId. `type` never comes without `data`. */
export const EntryFound = Type.Union(
  [
    Type.Object({ type: Type.Literal('commercial'), data: CommercialData }),
    Type.Object({ type: Type.Literal('survey'), data: SurveyData }),
    Type.Object({ type: Type.Literal('postuler'), data: ApplicationData }),
  ],
  { title: 'EntryFound', description: 'Your entry: its kind, and what became of it.' },
);
export type EntryFound = Static<typeof EntryFound>;

/** A commercial entry that has the phone number. */
export const PhoneMatch = Type.Object(
  {
    id,
    gclid: textOrNull('Advertising click identifier.'),
    customId: textOrNull('The identifier the sender chose.'),
    partnerid: textOrNull('Identifier of the entry at the placement partner.', wire('partnerid')),
    resultat: orNull(resultats, 'Result.'),
    type: orNull(commercialTypes, 'How the contact was made.'),
  },
  { title: 'PhoneMatch', description: 'A commercial entry with this phone number.' },
);
export type PhoneMatch = Static<typeof PhoneMatch>;
