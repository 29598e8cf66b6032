import type { TSchema } from 'typebox';
import { CommercialBody } from '../contract/commercial.ts';
import { PhoneMatch } from '../contract/lookup.ts';
import { SurveyBody } from '../contract/survey.ts';
import type { WireName, WireNames } from '../contract/wire-names.ts';
import type { JsonSchema } from './normalize.ts';

/** For each message, its configurable names and its fixed ones. */
const messages: readonly { readonly settings: readonly WireName[]; readonly fixed: readonly string[] }[] = [
  namesIn(SurveyBody),
  namesIn(CommercialBody),
  {
    settings: ['partnerid'],
    fixed: Object.keys(PhoneMatch.properties).filter((name) => name !== 'partnerid'),
  },
  { settings: ['surveyType', 'test'], fixed: ['password'] },
  { settings: ['establishmentFilter'], fixed: ['password'] },
];

/** The wire names that clash with another field or parameter of the same message, which would hide one of the two. */
export function takenNames(wireNames: WireNames): ReadonlySet<WireName> {
  return new Set(
    messages.flatMap(({ settings, fixed }) =>
      settings.filter(
        (one) =>
          fixed.includes(wireNames[one]) ||
          settings.some((other) => other !== one && wireNames[other] === wireNames[one]),
      ),
    ),
  );
}

function namesIn(schema: TSchema) {
  const { properties = {} }: JsonSchema = schema;
  const names = Object.entries(properties);
  return {
    settings: names.flatMap(([, schema]) => schema['x-wire'] ?? []),
    fixed: names.filter(([, schema]) => schema['x-wire'] === undefined).map(([name]) => name),
  };
}
