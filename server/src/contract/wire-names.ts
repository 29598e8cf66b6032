/**
 * Names that the contract does not show, or shows as neutral stand-ins. An installation may carry the real
 * ones: a property marked `x-wire` is then read, documented and answered under that name.
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

/** Marks a property whose name on the wire is a setting. */
export const wire = (name: WireName) => ({ 'x-wire': name });
