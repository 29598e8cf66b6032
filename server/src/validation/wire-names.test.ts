import assert from 'node:assert/strict';
import { it } from 'node:test';
import Type from 'typebox';
import { type WireNames, wire, wireDefaults } from '../contract/wire-names.ts';
import { validator } from './validator.ts';
import { takenNames } from './wire-names.ts';

it('wire names must differ from what stands beside them', () => {
  const taken = (names: Partial<WireNames>) => [...takenNames({ ...wireDefaults, ...names })].sort();
  assert.deepEqual(taken({}), []);
  assert.deepEqual(taken({ motif: 'comment' }), ['motif']);
  assert.deepEqual(taken({ motif: 'resultat' }), ['motif', 'resultat']);
  assert.deepEqual(taken({ motif: 'resultat', resultat: 'motif' }), []);
  assert.deepEqual(taken({ test: 'password' }), ['test']);
  assert.deepEqual(taken({ test: 'type' }), ['surveyType', 'test']);
  assert.deepEqual(taken({ establishmentFilter: 'password' }), ['establishmentFilter']);
  assert.deepEqual(taken({ surveyType: 'phone' }), ['surveyType']);
  assert.deepEqual(taken({ partnerid: 'gclid' }), ['partnerid']);
});

it('an exchange of two names reads each field under its new one', () => {
  const read = validator(
    Type.Object({
      motif: Type.Optional(Type.String(wire('motif'))),
      resultat: Type.Optional(Type.String(wire('resultat'))),
    }),
    { ...wireDefaults, motif: 'resultat', resultat: 'motif' },
  );
  assert.deepEqual(read({ motif: 'r', resultat: 'm' }), { motif: 'm', resultat: 'r' });
});

it('a field sent under both its names loses neither', () => {
  const read = validator(Type.Object({ motif: Type.Optional(Type.String(wire('motif'))) }), {
    ...wireDefaults,
    motif: 'raison',
  });
  const kept = JSON.stringify(read({ raison: 'a', motif: 'b' }));
  assert.ok(kept.includes('"a"') && kept.includes('"b"'), kept);
});
