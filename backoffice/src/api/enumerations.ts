/** The contract's enumerations. Their labels are in `i18n/enumerations.ts`. */
export const civilities = ['contact.civility.mrs', 'contact.civility.mr'] as const;
export const commercialTypes = [
  'commercial.type.phone',
  'commercial.type.visite',
  'commercial.type.email',
  'commercial.type.website',
  'commercial.type.organisme',
] as const;
export const surveyTypes = ['survey.type.contact', 'survey.type.complaint', 'survey.type.survey'] as const;
export const sejourTypes = ['commercial.sejourType.permanent', 'commercial.sejourType.temporaire'] as const;
export const resultats = [
  'commercial.resultat.realisee',
  'commercial.resultat.nosuite',
  'commercial.resultat.refuse',
] as const;
export const motifs = [
  'commercial.motif.dossierrefuse',
  'commercial.motif.financier',
  'commercial.motif.choixetablissement',
  'commercial.motif.autre',
] as const;
/** In order, spelt as in the contract. */
export const stages = ['Validé', 'Prise de contact', 'Visite', 'Admission réalisé', 'Parti'] as const;
export const entryKinds = ['commercial', 'survey', 'postuler'] as const;
export const entryStatuses = ['new', 'processed'] as const;
export const deliveryStates = ['pending', 'held', 'delivered', 'failed'] as const;

export type CommercialType = (typeof commercialTypes)[number];
export type SejourType = (typeof sejourTypes)[number];
export type Motif = (typeof motifs)[number];
export type Stage = (typeof stages)[number];
/** The stage of this name; undefined for any other text, such as the board's column without a stage. */
export function stageNamed(name: string | number | null | undefined): Stage | undefined {
  return stages.find((stage) => stage === name);
}
export type EntryKind = (typeof entryKinds)[number];
export type DeliveryState = (typeof deliveryStates)[number];

/** A choice of a react-admin input, which translates the name. */
export interface Choice<V extends string> {
  readonly id: V;
  readonly name: string;
}

/** Makes choices in this order: `choicesOf(stages)`, `choicesOf(entryStatuses, 'status.')`. */
export function choicesOf<V extends string>(values: readonly V[], prefix = ''): Choice<V>[] {
  return values.map((id) => ({ id, name: labelOf(`${prefix}${id}`) }));
}

/** The message key of a value's label: `translate(labelOf(stage))`, `translate(labelOf(`status.${status}`))`. */
export function labelOf(value: string): string {
  return `accueil.values.${value}`;
}
