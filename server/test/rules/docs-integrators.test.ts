// What integrators read of fields and errors is true.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TObject } from 'typebox';
import { ApplicationBody, Cv } from '../../src/contract/application.ts';
import { Action, CommercialBody, Relation } from '../../src/contract/commercial.ts';
import { mainErrorStatuses } from '../../src/contract/errors.ts';
import { OrientationBody, SuiviBody } from '../../src/contract/orientation.ts';
import { SurveyBody } from '../../src/contract/survey.ts';
import { wireDefaults } from '../../src/contract/wire-names.ts';
import { validator } from '../../src/validation/validator.ts';
import { docs } from '../fixtures/docs-blocks.ts';
import type { Schema } from '../fixtures/openapi-document.ts';

const sent: readonly TObject[] = [
  SurveyBody,
  CommercialBody,
  Relation,
  Action,
  ApplicationBody,
  Cv,
  OrientationBody,
  SuiviBody,
];

it('every example of a field is one that the service takes as it is', () => {
  for (const schema of sent) {
    const validate = validator(schema, wireDefaults);
    const fields: Readonly<Record<string, Schema>> = schema.properties;
    for (const [name, { examples = [] }] of Object.entries(fields))
      for (const value of examples) assert.deepEqual(validate({ [name]: value }), { [name]: value });
  }
});

it('the guide of integrators says of every error what to do about it', () => {
  const text = docs().find(({ path }) => path === 'docs/integrators.md')?.text ?? '';
  const codes = [...text.matchAll(/^\| `([A-Z]+)` \| .+ \|$/gm)].map(([, code = '']) => code);
  assert.deepEqual(codes, Object.keys(mainErrorStatuses));
});
