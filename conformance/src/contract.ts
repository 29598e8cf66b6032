// The lists of the contract, repeated on purpose: a change of the service must not change what it is checked against.

/** 2.1. `2` is not a value. */
export const contractEstablishments = [1, 3, 4, 5, 6, 7, 8, 9, 10] as const;
export const noEstablishment = 2;
export const contractGroups = ['group_a', 'group_b', 'group_c', 'senior'] as const;

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

/** 2.2. */
export const establishmentIntegers = ['id', 'groupement_id'] as const;
export const establishmentStrings = (
  'groupeName groupeDetail name seoTitleJob slug siret urssafRef urssafNum pictureName about tvaNum logoName ' +
  'prefectureEmail prefectureFax regimeRetraite convention collector status capital rcsRef rcsNum ' +
  'regimePrevoyance regimeMutuelle banque bic iban sepa phone email address cp city lat lng googlemapLink'
).split(' ');

/** 2.6. */
export const orientationResultFields = [
  'NumeroDemandeOrientationCR',
  'NumeroDemandeOrientationRES',
  'MessageProblemes',
  'Messagetraitements',
] as const;

/** 2.7. */
export const commercialDataFields = [
  'id',
  'customId',
  'type',
  'sejourType',
  'resultat',
  'motif',
  'comment',
  'commentBy',
] as const;

/** 2.9. */
export const statisticsFields = ['id', 'name', 'total', 'hasAction'] as const;
