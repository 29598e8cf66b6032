/** The values of the enumerations, as on the wire. */
export const civilities = ['contact.civility.mr', 'contact.civility.mrs'] as const;
export const surveyTypes = ['survey.type.complaint', 'survey.type.contact', 'survey.type.survey'] as const;
export const commercialTypes = [
  'commercial.type.email',
  'commercial.type.phone',
  'commercial.type.visite',
  'commercial.type.website',
  'commercial.type.organisme',
] as const;
export const sejourTypes = ['commercial.sejourType.permanent', 'commercial.sejourType.temporaire'] as const;
export const motifs = [
  'commercial.motif.dossierrefuse',
  'commercial.motif.financier',
  'commercial.motif.choixetablissement',
  'commercial.motif.autre',
] as const;
export const resultats = [
  'commercial.resultat.refuse',
  'commercial.resultat.nosuite',
  'commercial.resultat.realisee',
] as const;
export const entryKinds = ['commercial', 'survey', 'postuler'] as const;
export const entryStatuses = ['new', 'processed'] as const;

/** The events of webhooks; more may be added. */
export const eventNames = ['processed', 'action', 'result', 'updated', 'erased', 'test'] as const;

/** The error codes of the service. */
export const errorCodes = [
  'INVALID',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NORESULT',
  'NOTFOUND',
  'METHOD',
  'CONFLICT',
  'TOOLARGE',
  'UNSUPPORTED',
  'RATELIMIT',
  'INTERNAL',
  'UNAVAILABLE',
] as const;

export type Civility = (typeof civilities)[number];
export type SurveyType = (typeof surveyTypes)[number];
export type CommercialType = (typeof commercialTypes)[number];
export type SejourType = (typeof sejourTypes)[number];
export type Motif = (typeof motifs)[number];
export type Resultat = (typeof resultats)[number];
export type EntryKind = (typeof entryKinds)[number];
export type EntryStatus = (typeof entryStatuses)[number];
export type EventName = (typeof eventNames)[number];
export type ErrorCode = (typeof errorCodes)[number];
