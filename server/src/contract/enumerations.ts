/** The contract's enumerations. */
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

/** The five stages of an action, spelt as the contract spells them. */
export const stages = ['Validé', 'Prise de contact', 'Visite', 'Admission réalisé', 'Parti'] as const;

export type Stage = (typeof stages)[number];
export type EntryKind = (typeof entryKinds)[number];
