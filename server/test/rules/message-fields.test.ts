// What a field of a message holds is said where it is declared: retention, exports and erasures follow it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TSchema } from 'typebox';
import { ApplicationBody } from '../../src/contract/application.ts';
import { CommercialBody } from '../../src/contract/commercial.ts';
import { OrientationBody, SuiviBody } from '../../src/contract/orientation.ts';
import { SurveyBody } from '../../src/contract/survey.ts';
import { fieldNames } from '../../src/french/field-names.ts';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly 'x-content'?: unknown;
}

/** The fields of a message, those of its related persons and actions included, with what they say they hold. */
function fieldsOf({ properties = {} }: Schema): [name: string, content: unknown][] {
  return Object.entries(properties).flatMap(([name, schema]) =>
    schema.items === undefined ? [[name, schema['x-content']]] : fieldsOf(schema.items),
  );
}

describe('fields of messages', () => {
  const messages: readonly TSchema[] = [
    CommercialBody,
    SurveyBody,
    ApplicationBody,
    OrientationBody,
    SuiviBody,
  ];
  const fields = messages.flatMap((message) => fieldsOf(message as Schema));

  it('every field of a message says whether it may tell of health and is free text', () => {
    assert.deepEqual(
      fields.flatMap(([name, content]) => (content === undefined ? [name] : [])),
      [],
      'declare them with a function of contract/fields.ts, or with ...plain',
    );
  });

  it('every field of a message has a French name', () => {
    const known = new Set(Object.keys(fieldNames));
    assert.deepEqual(
      fields.flatMap(([name]) => (known.has(name) ? [] : [name])),
      [],
    );
  });

  it('a field holds the same wherever its name stands', () => {
    const byName = Map.groupBy(fields, ([name]) => name);
    for (const [name, same] of byName)
      for (const [, content] of same) assert.deepEqual(content, same[0]?.[1], name);
  });
});
