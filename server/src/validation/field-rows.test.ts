import assert from 'node:assert/strict';
import { it } from 'node:test';
import { placeFields, unplacedFields } from './field-rows.ts';

/** What a site sends, its table, and the body that is read. */
const placed: readonly (readonly [sent: object, rows: Readonly<Record<string, string>>, body: object])[] = [
  [{ 'your-name': 'Martin', b: 1 }, { 'your-name': 'lastNameClient' }, { lastNameClient: 'Martin', b: 1 }],
  [{ 'Nom ': 'Martin' }, { Nom: 'lastNameClient' }, { lastNameClient: 'Martin' }],
  [{ '1.6': 'Martin' }, { '1.6': 'lastNameClient' }, { lastNameClient: 'Martin' }],
  [{ form: { tel: '1' } }, { 'form[tel]': 'phoneClient' }, { phoneClient: '1' }],
  [{ fields: { 'Tél. fixe': '1' } }, { 'fields.Tél. fixe': 'phoneClient' }, { phoneClient: '1' }],
  [
    { fields: [{ label: 'Tél. fixe', value: '1' }] },
    { 'fields.Tél. fixe': 'phoneClient' },
    { phoneClient: '1' },
  ],
  [
    { fields: { tel: { label: 'Tél', type: 'tel', value: '1', commentaire: 'après 18h' } } },
    { 'fields.tel': 'phoneClient' },
    { phoneClient: '1', fields: { tel: { commentaire: 'après 18h' } } },
  ],
  // Each keeps its number, whatever was taken before it.
  [
    { answers: [{ value: 'Martin' }, { value: '1' }, { value: 'Bonjour' }] },
    { 'answers.0.value': 'lastNameClient', 'answers.1.value': 'phoneClient', 'answers.2.value': 'comment' },
    { lastNameClient: 'Martin', phoneClient: '1', comment: 'Bonjour' },
  ],
  [
    { answers: [{ field: { id: 'a', ref: 'tel' }, text: '1' }] },
    { 'answers.tel.text': 'phoneClient' },
    { phoneClient: '1', answers: [{ field: { id: 'a', ref: 'tel' } }] },
  ],
  [
    { commercialrelations: { 0: { phone: '1' } }, enfant: 'Petit' },
    { enfant: 'commercialrelations[0].lastName' },
    { commercialrelations: [{ phone: '1', lastName: 'Petit' }] },
  ],
  [
    { commercialrelations: [null, { phone: '1' }], enfant: 'Petit' },
    { enfant: 'commercialrelations[0].lastName' },
    { commercialrelations: [null, { phone: '1', lastName: 'Petit' }] },
  ],
  [
    { commercialrelations: [{ tel: '1' }] },
    { 'commercialrelations[0].tel': 'commercialrelations[0].phone' },
    { commercialrelations: [{ phone: '1' }, null] },
  ],
  [{ phoneClient: '  ', tel: '1' }, { tel: 'phoneClient' }, { phoneClient: '1' }],
  [{ phoneClient: [''], tel: '1' }, { tel: 'phoneClient' }, { phoneClient: '1' }],
  [{ phoneClient: '2', tel: '1' }, { tel: 'phoneClient' }, { phoneClient: '2', tel: '1' }],
  [{ a: 1 }, { 'constructor.name': 'comment', '__proto__.x': 'comment' }, { a: 1 }],
];

it('the fields of a site go where its table says, and nothing is lost', () => {
  for (const [sent, rows, body] of placed) {
    const given = structuredClone(sent);
    const table = Object.entries(rows).map(([from, to]) => ({ kind: 'commercial' as const, from, to }));
    placeFields(given, table, 'commercial');
    assert.deepEqual(given, body, JSON.stringify(sent));
  }
});

it('values are translated whatever their case, one or several', () => {
  const table = [
    { kind: 'commercial' as const, from: 'm', to: 'sejourType', values: { 'Long séjour': 'permanent' } },
  ];
  for (const [m, sejourType] of [
    ['LONG SÉJOUR ', 'permanent'],
    [['long séjour'], ['permanent']],
    ['court', 'court'],
    [[['é']], [['é']]],
    [{ toString: 1 }, { toString: 1 }],
  ]) {
    const body = { m };
    placeFields(body, table, 'commercial');
    assert.deepEqual(body, { sejourType });
  }
});

it('the names of thousands of fields below a long one are short and few', () => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`a${i}`, 1]));
  assert.equal([...unplacedFields({ a: [[{ toString: 1 }]], b: { toString: 2 } })].length, 2);
  const names = [...unplacedFields({ ['é'.repeat(60_000)]: many }).take(200)];
  assert.equal(names.length, 200);
  assert.ok(names.every(({ name }) => name.length <= 255));
});
