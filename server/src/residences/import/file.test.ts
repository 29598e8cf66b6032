import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type ImportFile, readImportFile } from './file.ts';

const read = (text: string) => readImportFile(Buffer.from(text));
const shown = ({ rows }: ImportFile) => rows.map(({ number, cells }) => [number, Object.fromEntries(cells)]);

it('a file to import is CSV with semicolons or commas, with or without a byte order mark, and any line ends', () => {
  const expected = [
    [2, { id: '1', name: 'Les Tilleuls, Angers' }],
    [3, { id: '3', name: 'Le « Clos »; Saumur' }],
  ];
  const semicolons = 'id;name\n1;Les Tilleuls, Angers\n3;"Le « Clos »; Saumur"\n';
  for (const text of [semicolons, `\ufeff${semicolons}`, semicolons.replaceAll('\n', '\r\n')]) {
    assert.deepEqual(shown(read(text)), expected);
  }
  assert.deepEqual(shown(read('id,name\n1,"Les Tilleuls, Angers"\n3,Le « Clos »; Saumur')), expected);
});

it('a file to import may begin with Excel’s line about what is between cells', () => {
  for (const sign of [';', ',', '\t'])
    assert.deepEqual(shown(read(`\ufeffsep=${sign}\r\nid${sign}name\r\n1${sign}Les Tilleuls\r\n`)), [
      [3, { id: '1', name: 'Les Tilleuls' }],
    ]);
});

it('a file to import may name its columns in French', () => {
  const expected = [[2, { establishment: '3', name: 'Zoé Perrin', job: 'IDE' }]];
  assert.deepEqual(shown(read('Résidence (numéro);NOM;job\n3;Zoé Perrin;IDE\n')), expected);
  assert.deepEqual(shown(read('[{"Intitulé":"ASH"}]')), [[1, { title: 'ASH' }]]);
});

it('lines are known by their number, over quoted line ends and empty lines', () => {
  const file = read('id;about\r\n1;"Deux\r\nlignes"\r\n\r\n;\r\n2;x\r\n');
  assert.deepEqual(shown(file), [
    [2, { id: '1', about: 'Deux\nlignes' }],
    [6, { id: '2', about: 'x' }],
  ]);
});

it('a line has as many cells as the header; empty ones too many do not matter', () => {
  const file = read('id;name\n1\n2;b;c\n3;d;;\n');
  assert.deepEqual(shown(file), [[4, { id: '3', name: 'd' }]]);
  assert.deepEqual(
    file.problems.map(({ number, message }) => [number, message]),
    [
      [2, 'expected 2 cells, as in the header, and found 1'],
      [3, 'expected 2 cells, as in the header, and found 3'],
    ],
  );
});

it('a file to import may be a JSON array: null is empty, a missing key says nothing', () => {
  const file = read(' [{"id":1,"name":" A ","active":true},{"id":2,"name":null}, 3, {"id":4,"name":{}}]');
  assert.deepEqual(shown(file), [
    [1, { id: '1', name: 'A', active: 'true' }],
    [2, { id: '2', name: '' }],
    [4, { id: '4' }],
  ]);
  assert.deepEqual(
    file.problems.map(({ number, field }) => [number, field]),
    [
      [3, ''],
      [4, 'name'],
    ],
  );
});

it('a file that can not be read is refused whole', () => {
  const wrong: [Buffer, RegExp][] = [
    [Buffer.from('id;name\n1;Ren\xe9', 'latin1'), /not UTF-8/],
    [Buffer.from(''), /empty/],
    [Buffer.from('id;id\n1;2'), /column id is there twice/],
    [Buffer.from('id;name\n1;"x'), /Not CSV: .*line 2/],
    [Buffer.from('[{"id":1}'), /Not JSON/],
    [Buffer.from('{"id":1}'), /Expected a JSON array/],
  ];
  for (const [content, message] of wrong) {
    assert.throws(() => readImportFile(content), { name: 'UnreadableFile', message });
  }
});
