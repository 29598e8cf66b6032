// docs/integrators.md has every field of every message, each with an example that the service would take or answer.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TObject } from 'typebox';
import { ApplicationBody, Cv } from '../../src/contract/application.ts';
import { Action, CommercialBody, Relation } from '../../src/contract/commercial.ts';
import { mainErrorStatuses } from '../../src/contract/errors.ts';
import {
  ContactStatistics,
  Establishment,
  GroupListing,
  JobCount,
} from '../../src/contract/establishment.ts';
import { ApplicationData, CommercialData, PhoneMatch, SurveyData } from '../../src/contract/lookup.ts';
import { OrientationBody, OrientationResult, SuiviBody } from '../../src/contract/orientation.ts';
import { SurveyBody } from '../../src/contract/survey.ts';
import { wireDefaults } from '../../src/contract/wire-names.ts';
import { schemaCheck, validator } from '../../src/validation/validator.ts';
import { docs } from '../fixtures/docs-blocks.ts';
import { operationsOf } from '../fixtures/openapi-document.ts';
import { startService } from '../fixtures/service.ts';

const sent: Readonly<Record<string, TObject>> = {
  Survey: SurveyBody,
  'Commercial entry': CommercialBody,
  'Related person': Relation,
  Action,
  'Job application': ApplicationBody,
  CV: Cv,
  Orientation: OrientationBody,
  'Follow-up': SuiviBody,
};
const answered: Readonly<Record<string, TObject>> = {
  'What became of a commercial entry': CommercialData,
  'What became of a survey': SurveyData,
  'What became of a job application': ApplicationData,
  'Phone match': PhoneMatch,
  Establishment,
  'Group listing': GroupListing,
  'Job count': JobCount,
  'Yearly statistics': ContactStatistics,
  'Orientation result': OrientationResult,
};

const text = docs().find(({ path }) => path === 'docs/integrators.md')?.text ?? '';

/** The rows of the table below a heading: cells without the backquotes of code. */
function tableBelow(heading: string): string[][] {
  const [, below = ''] = text.split(`\n### ${heading}\n`);
  const [section = ''] = below.split('\n### ');
  return [...section.matchAll(/^\| (`.+) \|$/gm)].map(([, row = '']) =>
    row.split(' | ').map((cell) => cell.replace(/^`(.*)`$/, '$1')),
  );
}

describe('docs/integrators.md', () => {
  for (const [heading, schema] of Object.entries({ ...sent, ...answered }))
    it(`every field has an example: ${heading}`, () => {
      const found = tableBelow(heading);
      assert.deepEqual(
        found.map(([field]) => field),
        Object.keys(schema.properties),
      );
      const validate = validator(schema, wireDefaults);
      for (const [field = '', example = ''] of found) {
        const value: unknown = JSON.parse(example);
        const property = schema.properties[field];
        assert.ok(property);
        if (heading in sent) assert.deepEqual(validate({ [field]: value }), { [field]: value });
        else schemaCheck(property, () => field)(value);
      }
    });

  it('every parameter of an address is documented', async () => {
    const service = await startService('sqlite');
    try {
      const documented = tableBelow('In addresses').map(([name, place]) => `${place} ${name}`);
      const parameters = (await operationsOf(service))
        .filter(({ path }) => /^\/(?:fr|appli)\//.test(path))
        .flatMap((operation) => operation.parameters)
        .filter((parameter) => parameter.in !== 'header')
        .map(({ name, in: place }) => `${place} ${name}`);
      // The password is documented as a credential.
      assert.deepEqual(documented.sort(), [...new Set([...parameters, 'query password'])].sort());
    } finally {
      await service.close();
    }
  });

  it('every error says what to do about it', () => {
    const codes = [...text.matchAll(/^\| `([A-Z]+)` \| .+ \|$/gm)].map(([, code = '']) => code);
    assert.deepEqual(codes, Object.keys(mainErrorStatuses));
  });
});
