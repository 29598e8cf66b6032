// The documents name things that exist: files, headings, settings, commands, npm scripts, folders.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import type { Command } from 'commander';
import workspace from '../../../package.json' with { type: 'json' };
import { type Right, type Role, reachOf, rights, roles } from '../../src/access/roles.ts';
import { settings } from '../../src/config.ts';
import { errorMeanings, errorStatuses } from '../../src/contract/errors.ts';
import { operations } from '../../src/contract/operations.ts';
import { allPlaces, personalColumns } from '../../src/privacy/places.ts';
import { rules } from '../../src/privacy/rules/rules.ts';
import { wholeProgram } from '../fixtures/command-line.ts';
import { blocksOf, type Doc, docs, root } from '../fixtures/docs-blocks.ts';

const everything = docs();

/** Names in capitals with an underscore that are no settings of the service. */
const notSettings = new Set([
  'CHECK_PASSWORD',
  'CHECK_BROWSER_PASSWORD',
  'CHECK_TOKEN',
  // Of Node itself.
  'NODE_EXTRA_CA_CERTS',
  'TEST_ENGINE',
  'TEST_POSTGRES_URL',
]);

describe('the documents', () => {
  it('links go to files and headings that exist', () => {
    const broken = everything.flatMap((doc) =>
      [...prose(doc).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => problemOf(doc, link) ?? []),
    );
    assert.deepEqual(broken, []);
  });

  const settingNames = new Set(settings.map(({ name }) => name));
  for (const [what, pattern, exists] of [
    [
      'settings',
      /`([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)(?:=[^`]*)?`/g,
      (name: string) => settingNames.has(name) || notSettings.has(name),
    ],
    ['npm scripts', /\bnpm run (?:-s )?([\w:]+)/g, (name: string) => name in workspace.scripts],
    [
      'files',
      /`((?:server|docs|bench|bin|\.ci)\/[\w./-]*)`/g,
      (file: string) => existsSync(join(root, file)),
    ],
  ] as const)
    it(`${what} named in the documents exist`, () => {
      const unknown = everything.flatMap(({ path, text }) =>
        [...text.matchAll(pattern)].flatMap(([, name = '']) => (exists(name) ? [] : `${path}: ${name}`)),
      );
      assert.deepEqual(unknown, []);
    });

  it('the tables to vacuum are those that hold personal data', () => {
    const text = everything.map((doc) => doc.text).join('');
    const [, list = ''] = /vacuum \(full, analyze\) ([a-z_, ]+)'/.exec(text) ?? [];
    const tables = allPlaces.filter((place) => personalColumns(place).length > 0);
    assert.deepEqual(list.split(', ').sort(), tables.sort());
  });

  it('every setting is in the operations guide, with its default and meaning', () => {
    const rows = settings.map(
      ({ name, fallback, meaning }) =>
        `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${meaning} |`,
    );
    assertTable('settings', ['| Setting | Default | Meaning |', '|---|---|---|', ...rows]);
  });

  it('the guide to the desk says which role has which right', () => {
    const [, head = '', table = ''] =
      /^(\| Right \|.*)\n\|[-|]+\n((?:\|.*\n)+)/m.exec(textOf('docs/desk.md')) ?? [];
    assert.deepEqual(cellsOf(head), ['Right', ...roles]);
    const has = (role: Role, right: Right) =>
      reachOf([{ role, establishmentId: null }], right) === 'everywhere' ? 'yes' : '';
    assert.deepEqual(
      table
        .trim()
        .split('\n')
        .map((row) => {
          const [right = '', ...given] = cellsOf(row);
          return [/^`(.+)`: ./.exec(right)?.[1], given];
        }),
      rights.map((right) => [right, roles.map((role) => has(role, right))]),
    );
  });

  it('the privacy guide has every retention rule with its default', () => {
    const rows = [
      ...textOf('docs/privacy.fr.md').matchAll(/^\| `([\w-]+)` \| .+ \| (\d+) \| .+ \| .+ \|$/gm),
    ];
    assert.deepEqual(
      rows.map(([, name, days]) => `${name} ${days}`).sort(),
      rules.map(({ name, days }) => `${name} ${days}`).sort(),
    );
  });

  it('the privacy guide names a test for each article, and each of them is there', () => {
    const section = /^## Article par article\n(.*?)^## /ms.exec(textOf('docs/privacy.fr.md'))?.[1] ?? '';
    const rows = section.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Article'));
    assert.equal(rows.length, 25);
    for (const row of rows) {
      const files = [...row.matchAll(/`([\w/-]+\.test\.ts)`/g)].flatMap(([, file]) => file ?? []);
      assert.notDeepEqual(files, [], row);
      for (const file of files) assert.ok(existsSync(join(root, file)), file);
    }
  });

  it('commands named in the documents exist, with their options', async () => {
    const program = await wholeProgram();
    // The change log names those of its time.
    const present = everything.filter(({ path }) => path !== 'CHANGELOG.md');
    const wrong = present.flatMap(({ path, text }) =>
      [...text.matchAll(/(?:npx accueil|npm run -s accueil --) ([^`\n#]+)/g)].flatMap(([, line = '']) =>
        accepts(program, line.trim().split(/\s+/)) ? [] : `${path}: ${line}`,
      ),
    );
    assert.deepEqual(wrong, []);
    assert.ok(!accepts(program, ['caller', 'invent']) && !accepts(program, ['caller', 'add', '--invented']));
  });

  it('every document is reached from the README, which names what is there', () => {
    const readme = textOf('README.md');
    assert.deepEqual(
      everything
        .map(({ path }) => path)
        .filter((path) => path !== 'README.md' && !readme.includes(`](${path})`)),
      [],
    );
    const folder = join(root, 'backoffice/src');
    const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join();
    const names = [...readme.matchAll(/« (\p{L}[^»]*) »/gu)].map(([, name = '']) => name);
    assert.ok(names.length > 5);
    assert.deepEqual(
      names.filter((name) => !texts.includes(name)),
      [],
    );
  });

  it('the interface guide tells of every route and every error', () => {
    const text = textOf('docs/interface.md');
    for (const route of Object.keys(operations)) {
      const [method, path = ''] = route.split(' ');
      assert.ok(text.includes(`\`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`), route);
    }
    for (const [code, { when }] of Object.entries(errorMeanings)) {
      const status = errorStatuses[code as keyof typeof errorStatuses];
      assert.ok(text.includes(`| ${status} | \`${code}\` | ${when} |`), code);
    }
  });

  it('the change log tells of the version of every package, in three lists', () => {
    const [, unreleased = '', ...released] = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m);
    assert.match(unreleased, /^Unreleased\n/);
    assert.match(
      released[0] ?? '',
      new RegExp(`^${workspace.version} — \\d{4}-\\d\\d-\\d\\d\n[^#]*Tag \`v${workspace.version}\``),
    );
    for (const folder of workspace.workspaces) {
      const { version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      assert.equal(version, workspace.version, folder);
    }
    for (const version of released) {
      const lists = version.split(/^### /m).slice(1);
      const names = lists.map((list) => list.split('\n', 1)[0]);
      assert.deepEqual(names, ['To do', 'For callers', 'New'], version.slice(0, 20));
      for (const list of lists) {
        const lines = list.trim().split('\n').slice(2);
        assert.ok(
          lines.length > 0 && lines.length <= 25 && lines.every((line) => line.startsWith('- ')),
          list,
        );
      }
    }
  });

  it('the architecture guide has a line for every folder of the server', () => {
    const text = textOf('docs/architecture.md');
    const folders = readdirSync(join(root, 'server/src'), { withFileTypes: true }).filter((one) =>
      one.isDirectory(),
    );
    assert.deepEqual(
      folders.map(({ name }) => name).filter((name) => !text.includes(`| \`${name}/\` |`)),
      [],
    );
  });

  it('no document has a phone number or mail address of anybody', () => {
    const fiction = /^(?:0|\+33)(?:19900|26191|35301|46571|53649|63998)/;
    const wrong = everything.flatMap(({ path, text }) => [
      ...[...text.matchAll(/(?<![\d_])(?:0|\+33 ?)[1-9](?:[ .]?\d{2}){4}(?!\d)/g)]
        .map(([number]) => number.replaceAll(/[ .]/g, ''))
        .filter((number) => !fiction.test(number))
        .map((number) => `${path}: ${number}`),
      ...[...text.matchAll(/[\w.+-]+@([\w-]+\.[\w.-]+)/g)].flatMap(([address, domain]) =>
        domain?.replace(/\.$/, '') === 'example.org' ? [] : `${path}: ${address}`,
      ),
    ]);
    assert.deepEqual(wrong, []);
  });
});

/** Checks the table between two marks of the operations guide. */
function assertTable(mark: string, lines: readonly string[]): void {
  const between = new RegExp(`<!-- ${mark} -->\\n([\\s\\S]*?)\\n?<!-- /${mark} -->`);
  const [, shown = ''] = between.exec(textOf('docs/operations.md')) ?? [];
  const table = lines.join('\n');
  assert.equal(shown, table, `put this between the two marks of docs/operations.md:\n${table}\n`);
}

function cellsOf(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function textOf(path: string): string {
  const found = everything.find((doc) => doc.path === path);
  assert.ok(found, `${path} is missing`);
  return found.text;
}

/** The text without its code blocks. */
function prose({ text }: Doc): string {
  return blocksOf(text).reduce((rest, block) => rest.replace(block.text, ''), text);
}

function problemOf({ path, text }: Doc, link: string): string | undefined {
  if (/^(?:https?|mailto):/.test(link)) return undefined;
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? path : join(dirname(path), file);
  if (!existsSync(join(root, target))) return `${path}: ${link}`;
  if (anchor === undefined) return undefined;
  const targetText = target === path ? text : everything.find((doc) => doc.path === target)?.text;
  return headingsOf(targetText ?? '').includes(anchor) ? undefined : `${path}: ${link}`;
}

/** The anchors that Git hosts give to headings. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
}

/** Whether the command line has this command, with these options. Arguments are anything. */
function accepts(command: Command, [word, ...rest]: readonly string[]): boolean {
  if (word === undefined) return command.commands.length === 0 || command.parent === null;
  if (word === '--help' || word === '--version') return true;
  if (word.startsWith('-')) {
    return (
      command.options.some(({ long, short }) => long === word || short === word) && accepts(command, rest)
    );
  }
  const found = command.commands.find((one) => one.name() === word);
  if (found !== undefined) return accepts(found, rest);
  // An argument, or what an option takes.
  return command.commands.length === 0 && accepts(command, rest);
}
