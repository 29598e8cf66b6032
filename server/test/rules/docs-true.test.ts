// The documents name things that exist: files, headings, settings, commands, npm scripts, folders.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import type { Command } from 'commander';
import workspace from '../../../package.json' with { type: 'json' };
import { settings } from '../../src/config.ts';
import { errorMeanings, errorStatuses } from '../../src/contract/errors.ts';
import { operations } from '../../src/contract/operations.ts';
import { wholeProgram } from '../fixtures/command-line.ts';
import { blocksOf, type Doc, docs, root } from '../fixtures/docs-blocks.ts';

const everything = docs();

describe('the documents', () => {
  it('link to files and headings that exist', () => {
    const broken = everything.flatMap((doc) =>
      [...prose(doc).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => problemOf(doc, link) ?? []),
    );
    assert.deepEqual(broken, []);
  });

  it('name settings that exist', () => {
    const names = new Set(settings.map(({ name }) => name));
    const unknown = everything.flatMap(({ path, text }) =>
      [...text.matchAll(/`([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)(?:=[^`]*)?`/g)].flatMap(([, name = '']) =>
        names.has(name) || notSettings.has(name) ? [] : `${path}: ${name}`,
      ),
    );
    assert.deepEqual(unknown, []);
  });

  it('explain every setting', () => {
    const text = textOf('docs/operations.md');
    assert.deepEqual(
      settings.map(({ name }) => name).filter((name) => !text.includes(`\`${name}\``)),
      [],
    );
  });

  it('name commands that exist, with options that they have', async () => {
    const program = await wholeProgram();
    const wrong = everything.flatMap(({ path, text }) =>
      [...text.matchAll(/(?:npx accueil|npm run -s accueil --) ([^`\n#]+)/g)].flatMap(([, line = '']) =>
        accepts(program, line.trim().split(/\s+/)) ? [] : `${path}: ${line}`,
      ),
    );
    assert.deepEqual(wrong, []);
    assert.ok(!accepts(program, ['caller', 'invent']) && !accepts(program, ['caller', 'add', '--invented']));
  });

  it('are all reached from the README, which names what the back office has', () => {
    const readme = textOf('README.md');
    assert.deepEqual(
      everything
        .map(({ path }) => path)
        .filter((path) => path !== 'README.md' && !readme.includes(`](${path})`)),
      [],
    );
    const folder = join(root, 'backoffice/src/i18n');
    const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join();
    const names = [...readme.matchAll(/« (\p{L}[^»]*) »/gu)].map(([, name = '']) => name);
    assert.ok(names.length > 5);
    assert.deepEqual(
      names.filter((name) => !texts.includes(name)),
      [],
    );
  });

  it('name npm scripts that exist', () => {
    const scripts = new Set(Object.keys(workspace.scripts));
    const unknown = everything.flatMap(({ path, text }) =>
      [...text.matchAll(/\bnpm run (?:-s )?([\w:]+)/g)].flatMap(([whole, name = '']) =>
        scripts.has(name) ? [] : `${path}: ${whole}`,
      ),
    );
    assert.deepEqual(unknown, []);
  });

  it('name files of the project that exist', () => {
    const missing = everything.flatMap(({ path, text }) =>
      [...text.matchAll(/`((?:server|docs|bench|bin|\.ci)\/[\w./-]*)`/g)].flatMap(([, file = '']) =>
        existsSync(join(root, file)) ? [] : `${path}: ${file}`,
      ),
    );
    assert.deepEqual(missing, []);
  });

  it('tell of every route and every error', () => {
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

  it('have a line for every folder of the server', () => {
    const text = textOf('docs/architecture.md');
    const folders = readdirSync(join(root, 'server/src'), { withFileTypes: true }).filter((one) =>
      one.isDirectory(),
    );
    assert.deepEqual(
      folders.map(({ name }) => name).filter((name) => !text.includes(`| \`${name}/\` |`)),
      [],
    );
  });

  it('name no phone number and no mail address of anybody', () => {
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
