// Which folder of backoffice/src may import which; type imports count. Files of one folder have no circles either.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const src = fileURLToPath(new URL('../src', import.meta.url));

const shared = ['api', 'i18n', 'ui'];
const signedIn = [...shared, 'session'];
const ofEntries = [...signedIn, 'entries', 'entries/detail'];
const ofList = [...ofEntries, 'entries/list', 'entries/create'];
const privacyActs = [...signedIn, 'privacy/acts'];
const privacyParts = ['find', 'requests', 'entry', 'retention', 'register'];
/** From the bottom up: a folder may import those named, and itself. */
const rules: Readonly<Record<string, readonly string[]>> = {
  i18n: [],
  api: [],
  ui: ['api', 'i18n'],
  session: shared,
  entries: shared,
  'entries/detail': [...signedIn, 'entries'],
  'entries/list': ofEntries,
  'entries/board': ofEntries,
  'entries/create': [...signedIn, 'entries'],
  'entries/panel': ofEntries,
  search: [...signedIn, 'entries'],
  surveys: ofList,
  applications: ofList,
  agenda: [...ofEntries, 'search'],
  residences: signedIn,
  integrations: signedIn,
  conversions: signedIn,
  statistics: [...signedIn, 'conversions'],
  audit: signedIn,
  users: [...signedIn, 'audit'],
  'privacy/acts': [...signedIn, 'entries'],
  'privacy/find': privacyActs,
  'privacy/requests': privacyActs,
  today: [...signedIn, 'entries', 'entries/panel', 'privacy/requests'],
  'privacy/entry': [...privacyActs, 'entries', 'entries/detail'],
  'privacy/retention': privacyActs,
  'privacy/register': privacyActs,
  privacy: [...privacyActs, 'audit', ...privacyParts.map((part) => `privacy/${part}`)],
  layout: [...signedIn, 'entries', 'search'],
};
/** The only folder that may import types from the server: the schemas of its responses. */
const typesOfServer = 'api';
/** What any folder may import from the server as values: these files import only types and each other, so that no other code comes along. */
const wordsOfServer =
  /^\.\.\/\.\.\/server\/src\/(?:french\/[\w-]+|contract\/enumerations|working-hours\/holidays|http\/csv)\.ts$/;

test('imports between folders of the back office go in one direction', () => {
  const problems = [...imports()].flatMap(([file, imported]) =>
    imported.flatMap(({ path, isType }) => {
      const from = folderOf(file);
      const to = folderOf(path);
      if (path.startsWith('../')) {
        const isTypeOfServer = from === typesOfServer && isType && path.startsWith('../../server/src/');
        return isTypeOfServer || wordsOfServer.test(path) ? [] : [`${file} imports ${path}`];
      }
      // App.tsx and main.tsx stand above all.
      if (from === '.' || from === to) return [];
      return rules[from]?.includes(to) === true ? [] : [`${file} imports ${path}`];
    }),
  );
  assert.deepEqual(problems, []);
});

test('the French words come without other code of the server', () => {
  const words = join(src, '../../server/src/french');
  const others = ['contract/enumerations.ts', 'working-hours/holidays.ts', 'http/csv.ts'];
  const files = [
    ...readdirSync(words).map((name) => join(words, name)),
    ...others.map((name) => join(src, '../../server/src', name)),
  ];
  for (const file of files) {
    const imported = readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (?!type\b)[^;'"]*from '([^']+)';/gm,
    );
    // Words may be made of other words.
    const foreign = [...imported].filter(([, path = '']) => !files.includes(resolve(dirname(file), path)));
    assert.deepEqual(
      foreign.map(([statement]) => statement),
      [],
      file,
    );
  }
});

test('the rules themselves have no circle', () => {
  const folders = Object.keys(rules);
  for (const [folder, below] of Object.entries(rules))
    for (const other of below)
      assert.ok(folders.indexOf(other) < folders.indexOf(folder), `${folder} → ${other}`);
});

test('files of the back office import each other without circles', () => {
  const graph = imports();
  const done = new Set<string>();
  function visit(file: string, path: readonly string[]): void {
    assert.ok(!path.includes(file), [...path.slice(path.indexOf(file)), file].join(' → '));
    if (done.has(file)) return;
    for (const imported of graph.get(file) ?? []) visit(imported.path, [...path, file]);
    done.add(file);
  }
  for (const file of graph.keys()) visit(file, []);
  assert.ok(done.size > 100);
});

interface Import {
  /** From `src`. */
  readonly path: string;
  readonly isType: boolean;
}

/** The relative imports of each file, dynamic ones included. */
function imports(): ReadonlyMap<string, readonly Import[]> {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(sep, '/'))
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'));
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(src, file), 'utf8');
      const found = text.matchAll(
        /^(?:import|export)\b(?<type> type\b)?[^;'"]*?(?:\bfrom )?'(?<top>\.[^']+)';|\bimport\('(?<lazy>\.[^']+)'\)/gm,
      );
      return [
        file,
        [...found].map(({ groups = {} }) => ({
          path: join(dirname(file), groups.top ?? groups.lazy ?? '').replaceAll(sep, '/'),
          isType: groups.type !== undefined,
        })),
      ] as const;
    }),
  );
}

function folderOf(path: string): string {
  return dirname(path);
}
