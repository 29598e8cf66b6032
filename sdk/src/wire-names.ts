/** The wire names by default; an installation can set others. */
export const wireDefaults = {
  /** Survey type, in the query and the body. */
  surveyType: 'type',
  /** Test mode, in the query. */
  test: 'test',
  /** Establishment filter of the job counts, in the query. */
  establishmentFilter: 'etablissement',
  /** Of a commercial entry, in its body. */
  commercialType: 'type',
  sejourType: 'sejourType',
  motif: 'motif',
  resultat: 'resultat',
  /** In the body of a commercial entry and in the answer of the phone check. */
  partnerid: 'partnerid',
} as const;

export type WireName = keyof typeof wireDefaults;
export type WireNames = Readonly<Record<WireName, string>>;

const ofSurvey = ['surveyType'] as const;
const ofCommercial = ['commercialType', 'sejourType', 'motif', 'resultat', 'partnerid'] as const;

/** A survey's body with the field names of this installation. */
export const surveyOnWire = (body: object, names: WireNames) => renamed(body, ofSurvey, names);

/** A commercial entry's body with the field names of this installation. */
export const commercialOnWire = (body: object, names: WireNames) => renamed(body, ofCommercial, names);

/** A match of the phone check with the default names. */
export function phoneMatchByDefaults(match: object, { partnerid }: WireNames): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(match).map(([name, value]) => [name === partnerid ? wireDefaults.partnerid : name, value]),
  );
}

function renamed(body: object, which: readonly WireName[], names: WireNames): Record<string, unknown> {
  const onWire = new Map(which.map((name) => [String(wireDefaults[name]), names[name]]));
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [onWire.get(name) ?? name, value]));
}
