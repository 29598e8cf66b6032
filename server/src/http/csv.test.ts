import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { readImportFile } from '../residences/import/file.ts';
import { csvLine, looksChanged, unprotected } from './csv.ts';

const changedByExcel = [
  ...['2026-03', '3-4', '12/24', '1/2/26', '3.4', '2026-03-04', '2026-03-04 10:30', '1 1/2', '8:30', '3 pm'],
  ...['mars-26', '3 mars', 'déc2', '1 avril', '0012', '00', '01000', '1'.repeat(12)],
  ...['1'.repeat(20), '1E5', '1,5E+3', '1,5', '1,50', '1 234', '(12)', '12 %', '12 €', 'Vrai'],
  ...['=1+1', '+33', '-5', '@A1', '\uFF1D1', ' 2026-03 ', "'=1+1", "''0012"],
];
const kept = [
  ...[
    '',
    '0',
    '12',
    '12345678901',
    '04/03/2026',
    '04/03/2026 10:00',
    '06.39.98.12.34',
    '00.32.47.01.23.45.6',
  ],
  ...[
    '06 39 98 12 34 / 06 39 98 12 35',
    'REF-2026-03',
    '2026-03-A',
    '12 bis',
    'Martin 12',
    'mai',
    "l'été",
    'a1E5',
  ],
];

it('what Excel would change has an apostrophe before it, and nothing else has', () => {
  for (const text of changedByExcel) assert.equal(csvLine([text]), `"'${text}"\r\n`);
  for (const text of kept) assert.equal(csvLine([text]), `"${text}"\r\n`);
});

it('an import reads what an export has protected', () => {
  const { rows } = readImportFile(Buffer.from(csvLine(['id', 'cp']) + csvLine(['0012', '2026-03'])));
  assert.deepEqual(Object.fromEntries(rows[0]?.cells ?? []), { id: '0012', cp: '2026-03' });
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."0123456789'=/-.,: Eamirs") }), (text) => {
      assert.equal(unprotected(looksChanged(text) ? `'${text}` : text), text);
    }),
  );
});
