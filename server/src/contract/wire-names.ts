/**
 * Names that the contract omits, or replaces by neutral placeholders. An installation may configure the real ones: a
 * property marked `x-wire` is then read, documented and returned under that name.
 */
export const wireDefaults = {
  surveyType: 'type',
  test: 'test',
  establishmentFilter: 'etablissement',
  commercialType: 'type',
  sejourType: 'sejourType',
  motif: 'motif',
  resultat: 'resultat',
  partnerid: 'partnerid',
} as const;

export type WireName = keyof typeof wireDefaults;
export type WireNames = Readonly<Record<WireName, string>>;

/** Schema options of a property whose wire name is configurable. */
export const wire = (name: WireName) => ({ 'x-wire': name });
