// Which folder of server/src may import which, and why not the others; no file may be in a cycle. Tests may import anything.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import workspace from '../../../package.json' with { type: 'json' };
import server from '../../../server/package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../../..', import.meta.url));
const src = join(root, 'server/src');

const features = [
  'intake',
  'orientation',
  'lookup',
  'residences',
  'statistics',
  'conversions',
  'desk',
  'privacy',
];
const leaves = [
  'clock.ts',
  'secrets.ts',
  'unicode.ts',
  'contract',
  'french',
  'phones',
  'validation',
  'store',
  'working-hours',
];
const belowFeatures = [
  'directory.ts',
  'http',
  'access',
  'entries',
  'outbox',
  'letters',
  'mail',
  'sms',
  'follow-up',
  ...leaves,
];
const belowApp = ['config.ts', 'clock-check.ts', ...features, 'webhooks', ...belowFeatures];

interface Rule {
  readonly may: readonly string[];
  readonly because: string;
}

const featureRule: Rule = {
  may: belowFeatures,
  because: 'features know little of each other, so that each can be changed, or removed, alone',
};

const rules: Readonly<Record<string, Rule>> = {
  'main.ts': {
    may: ['commands', 'config.ts'],
    because: 'main.ts only reads the environment and picks a command, which does the work',
  },
  commands: {
    may: ['app.ts', 'demo', 'conformance', ...belowApp],
    because: 'a command is given what it needs, so that a test can run it',
  },
  demo: {
    may: [...features, ...belowFeatures],
    because: 'demo data come in through the features, like any others, and no feature knows of them',
  },
  'config.ts': {
    may: ['webhooks', 'http', 'access', 'mail', 'sms', ...leaves],
    because: 'settings are parsed, in the terms of the parts they are for, before any feature exists',
  },
  'app.ts': {
    may: belowApp,
    because: 'app.ts builds from given parts and does not know who started it',
  },
  ...Object.fromEntries(features.map((feature) => [feature, featureRule])),
  http: {
    may: ['access', ...leaves],
    because: 'every feature stands on http, which therefore knows none of them',
  },
  webhooks: {
    may: ['outbox', ...leaves],
    because:
      'the outbox row says everything about a delivery: the worker must run without the rest of the service',
  },
  entries: {
    may: ['access', 'outbox', 'follow-up', ...leaves],
    because:
      'an entry changes in the same way for every feature: it knows neither requests nor features, but who may be its owner',
  },
  letters: {
    may: ['http', 'access', 'entries', 'outbox', 'mail', 'sms', ...leaves],
    because: 'a letter is written for an act of staff, whichever it is, and goes the way of a mail or an SMS',
  },
  mail: {
    may: ['access', 'outbox', 'follow-up', 'clock.ts', 'french', 'store', 'working-hours'],
    because: 'a mail is made from stored rows, whatever feature has written them',
  },
  sms: {
    may: ['outbox', 'webhooks', ...leaves],
    because: 'an SMS goes the way of a webhook, and knows as little of the rest of the service',
  },
  'follow-up': {
    may: ['clock.ts', 'store', 'working-hours'],
    because: 'whether a family waits, and for too long, is the same in a list, on a page and in a mail',
  },
  access: { may: leaves, because: 'who may do what does not depend on what is done, nor on HTTP' },
  outbox: {
    may: ['clock.ts', 'contract', 'store', 'working-hours'],
    because: 'the outbox carries bytes and does not know what they mean',
  },
  validation: {
    may: ['contract', 'unicode.ts'],
    because: 'reading a body is pure: text in, values or problems out',
  },
  contract: { may: [], because: 'the contract is what others depend on, and describes messages only' },
  french: {
    may: ['contract', 'store'],
    because:
      'a value has the same name on a screen, in an export, a mail and a document: the words know only the values',
  },
  phones: {
    may: ['unicode.ts'],
    because: 'a search key must be the same everywhere, so it depends on Unicode alone',
  },
  store: {
    may: ['contract', 'clock.ts', 'secrets.ts'],
    because:
      'the port knows no table by its meaning, so that an engine can be exchanged: of the rest it knows what operations are given, and how they refuse',
  },
  'operations.ts': {
    may: ['app.ts', ...belowApp],
    because: 'it lists the writes of every part for the thread that runs them',
  },
  'writer-thread.ts': {
    may: ['operations.ts', 'secrets.ts', 'store'],
    because: 'it is to its thread what main.ts is to the process',
  },
  'working-hours': {
    may: ['clock.ts'],
    because: 'when staff work is the same for every feature, and depends on the time alone',
  },
  'directory.ts': {
    may: ['contract', 'store'],
    because: 'what is known of the residences is the same for every feature',
  },
  'secrets.ts': { may: [], because: 'what depends on the secret key is the same for everybody' },
  'clock-check.ts': {
    may: ['clock.ts', 'store'],
    because: 'whether the clock is believed is the same for the service and its commands',
  },
  'clock.ts': { may: [], because: 'the time is passed in everywhere' },
  'unicode.ts': { may: [], because: 'a text is normalised in the same way everywhere' },
};

test('imports in server/src go in one direction', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const problems = files.flatMap((file) =>
    importsOf(file).flatMap((imported) => problemOf(file.replaceAll(sep, '/'), imported) ?? []),
  );
  assert.deepEqual(problems, []);
});

/**
 * The rooms of a folder, lowest first: each imports those before it. Files beside the rooms are below them, but for
 * those that join them.
 */
const roomsOf: Readonly<
  Record<string, { readonly rooms: readonly string[]; readonly above: readonly string[] }>
> = {
  privacy: {
    rooms: [
      'records',
      'texts',
      'rules',
      'erase',
      'holds',
      'ledger',
      'retention',
      'register',
      'requests',
      'objections',
      'rectification',
      'find',
    ],
    above: ['desk.ts', 'routes.ts'],
  },
  entries: {
    rooms: ['search', 'funnel', 'follow-up', 'change', 'unite', 'create'],
    above: ['residence.ts', 'restriction.ts'],
  },
  desk: {
    rooms: [
      'integrations',
      'entries',
      'acts',
      'agenda',
      'follow-up',
      'session',
      'settings',
      'today',
      'users',
    ],
    above: ['desk.ts', 'routes.ts', 'audit.ts'],
  },
};

for (const [name, { rooms, above }] of Object.entries(roomsOf)) {
  test(`no two rooms of ${name}/ import each other`, () => {
    const heightOf = (path: string) => {
      const room = path.split('/')[3] ?? '';
      if (above.includes(room)) return rooms.length;
      return room.endsWith('.ts') ? -1 : rooms.indexOf(room);
    };
    const folder = `server/src/${name}`;
    const imported = importsBelow(folder).filter(([, to]) => to.startsWith(`${folder}/`));
    assert.deepEqual(
      imported.filter(([file, to]) => heightOf(file) < heightOf(to)),
      [],
    );
    const found = new Set(imported.flat().flatMap((path) => path.split('/').slice(3, -1)[0] ?? []));
    assert.deepEqual([...found].sort(), rooms.toSorted());
  });
}

test('the direction rules forbid what they are meant to', () => {
  const forbidden = [
    ['main.ts', 'app.ts'],
    ['intake/survey.ts', 'residences/queries.ts'],
    ['intake/survey.ts', 'webhooks/worker.ts'],
    ['entries/entry.ts', 'http/errors.ts'],
    ['outbox/worker.ts', 'webhooks/worker.ts'],
    ['contract/fields.ts', 'phones/phone-keys.ts'],
    ['desk/list.ts', '../test/fixtures/postgres.ts'],
    ['desk/list.ts', '../../sdk/index.ts'],
    ['newcomer/routes.ts', 'contract/fields.ts'],
  ] as const;
  assert.deepEqual(
    forbidden.filter(([importer, imported]) => problemOf(importer, imported) === undefined),
    [],
  );
  assert.equal(problemOf('intake/survey.ts', 'directory.ts'), undefined);
});

for (const [what, folder, allowed, least] of [
  // They must judge any installation, over HTTP alone, by their own copy of the contract.
  [
    'the conformance checks know nothing of the service',
    'conformance/src',
    /^(?:conformance\/src\/|node:)/,
    50,
  ],
  // It is published by itself, and runs where there is no Node.
  ['the SDK stands alone', 'sdk/src', /^sdk\/src\//, 20],
  [
    'examples use what an integrator has',
    'examples',
    /^(?:examples\/|node:|express$|accueil-sdk(?:\/|$))/,
    10,
  ],
] as const)
  test(what, () => {
    const imported = importsBelow(folder).filter(([file]) => !file.startsWith('examples/test/'));
    assert.deepEqual(
      imported.filter(([, to]) => !allowed.test(to)),
      [],
    );
    assert.ok(imported.length > least);
  });

test('what the service and the conformance checks import is installed with them', () => {
  // `npm ci --omit=dev` leaves the tools out.
  const installed = Object.keys(server.dependencies);
  const imported = [src, join(root, 'conformance/src')].flatMap(packagesImportedBelow);
  assert.ok(imported.length > 300);
  assert.deepEqual(
    imported.filter(([, name]) => !installed.includes(name)),
    [],
  );
});

/** The packages that the files below a folder import, without tests and what Node has itself. */
function packagesImportedBelow(folder: string): [file: string, name: string][] {
  const importing = /^(?:(?:import|export|\}) .*from |import )'([^'.][^']*)'|\bimport\('([^'.][^']*)'\)/gm;
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(importing)]
        .map(([, name, dynamic = '']) => name ?? dynamic)
        .filter((name) => !isBuiltin(name))
        .map((name): [string, string] => [file, /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name]),
    );
}

test('no feature asks which engine it runs on', () => {
  const asks =
    /\bengine\b['"\]]*\s*[!=]==|[!=]==\s*['"](?:sqlite|postgres)['"]|case ['"](?:sqlite|postgres)['"]/;
  const asking = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(sep, '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => !file.startsWith('store/') && !mayAsk.has(file))
    .filter((file) => asks.test(readFileSync(join(src, file), 'utf8')));
  // SQL that differs between the engines is a function of store/dialect.ts.
  assert.deepEqual(asking, []);
});

/** Commands that are about an engine. */
const mayAsk = new Set(
  'backup restore doctor doctor/database installation lost-database move secret-key serve worker'
    .split(' ')
    .map((command) => `commands/${command}.ts`),
);

test('no file is in an import cycle, imports of types included', () => {
  // Biome's noImportCycles does not see `import type`.
  const files = ['server/src', 'conformance/src', 'sdk/src', 'tools'].flatMap(importsBelow);
  assert.ok(files.length > 1_000);
  assert.deepEqual(filesInCycles(files), []);
});

test('a cycle is found, also one of several files, and no file beside it', () => {
  const imports = [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'a'],
    ['c', 'd'],
    ['d', 'e'],
    ['f', 'f'],
    ['main', 'a'],
  ] as const;
  assert.deepEqual(filesInCycles(imports), ['a', 'b', 'c', 'f']);
});

/** The files that import themselves through others, sorted. */
function filesInCycles(imports: readonly (readonly [file: string, imported: string])[]): string[] {
  const importsByFile = Map.groupBy(imports, ([file]) => file);
  function reaches(from: string, target: string, visited = new Set<string>()): boolean {
    return (importsByFile.get(from) ?? []).some(([, to]) => {
      if (to === target) return true;
      if (visited.has(to)) return false;
      visited.add(to);
      return reaches(to, target, visited);
    });
  }
  return [...importsByFile.keys()].filter((file) => reaches(file, file)).sort();
}

/** The imports of the files below a folder of the project, without tests: relative ones as paths from the root. */
function importsBelow(folder: string): [file: string, imported: string][] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
    .flatMap((file) =>
      specifiersOf(join(root, file)).map((specifier): [string, string] => [
        file.replaceAll(sep, '/'),
        specifier.startsWith('.') ? join(dirname(file), specifier).replaceAll(sep, '/') : specifier,
      ]),
    );
}

function specifiersOf(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  return [...text.matchAll(/\b(?:from\s+|import\s*\(?\s*)(['"])([^'"\n]+)\1/g)].map(
    (match) => match[2] ?? '',
  );
}

/** The imports of `file`: paths relative to server/src, and names of the workspace's own packages. */
function importsOf(file: string): string[] {
  return specifiersOf(join(src, file)).flatMap((specifier) => {
    if (specifier.startsWith('.')) {
      const imported = relative(src, join(src, dirname(file), specifier)).replaceAll(sep, '/');
      return imported.replace('../../conformance/src/', 'conformance/');
    }
    return ownPackages.some((name) => specifier === name || specifier.startsWith(`${name}/`))
      ? `package ${specifier}`
      : [];
  });
}

const ownPackages = workspace.workspaces.map(
  (folder): string => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).name,
);

function problemOf(importer: string, imported: string): string | undefined {
  const from = topOf(importer);
  const to = topOf(imported);
  const rule = rules[from];
  if (rule === undefined) return `${importer}: ${from} has no rule in this table`;
  if (from === to || rule.may.includes(to) || imported === '../../package.json') return undefined;
  return `${importer} imports ${imported}: ${rule.because}`;
}

const topOf = (path: string): string => path.split('/', 1)[0] ?? path;
