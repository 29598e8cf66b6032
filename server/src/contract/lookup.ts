import Type, { type Static } from 'typebox';
import {
  commercialTypes,
  entryStatuses,
  motifs,
  resultats,
  sejourTypes,
  surveyTypes,
} from './enumerations.ts';

const orNull = <const Values extends readonly string[]>(values: Values, description: string) =>
  Type.Unsafe<Values[number] | null>({ type: ['string', 'null'], enum: [...values, null], description });
const textOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description });
const integerOrNull = (description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], description });

const id = Type.Integer({ description: 'Our number of the entry.' });
const customId = Type.String({ description: 'The identifier you sent.' });
const status = orNull(entryStatuses, 'new until somebody of the residence has acted on it, then processed.');
const staffComment = textOrNull('What staff have written for you.');
const commentBy = textOrNull('Name of the staff member who last wrote the comment.');

/** Interface 2.7. Unknown is null; listed keys are always there. The same data is what a webhook carries. */
export const CommercialData = Type.Object({
  id,
  customId,
  type: orNull(commercialTypes, 'How the contact came.'),
  sejourType: orNull(sejourTypes, 'Kind of stay wanted.'),
  resultat: orNull(resultats, 'Result.'),
  motif: orNull(motifs, 'Reason of the result.'),
  comment: textOrNull('The comment as you sent it, until staff change it.'),
  commentBy,
});

/** `data` of a survey (decisions 6). */
export const SurveyData = Type.Object({
  id,
  customId,
  type: orNull(surveyTypes, 'Survey type.'),
  status,
  comment: staffComment,
  commentBy,
});

/** `data` of a job application (decisions 6). */
export const ApplicationData = Type.Object({
  id,
  customId,
  announcementId: integerOrNull('Job offer.'),
  status,
  comment: staffComment,
  commentBy,
});

/** Interface 2.7: never a `type` without `data`. */
export const EntryFound = Type.Union([
  Type.Object({ type: Type.Literal('commercial'), data: CommercialData }),
  Type.Object({ type: Type.Literal('survey'), data: SurveyData }),
  Type.Object({ type: Type.Literal('postuler'), data: ApplicationData }),
]);
export type EntryFound = Static<typeof EntryFound>;

/** Interface 2.8. */
export const PhoneMatch = Type.Object({
  id,
  gclid: textOrNull('Advertising click identifier.'),
  customId: textOrNull('The identifier the sender chose.'),
  partnerid: textOrNull('Identifier of the entry at the placement partner.'),
  resultat: orNull(resultats, 'Result.'),
  type: orNull(commercialTypes, 'How the contact came.'),
});
export type PhoneMatch = Static<typeof PhoneMatch>;
