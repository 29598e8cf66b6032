import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { settings } from '../../src/config.ts';
import { wholeProgram } from '../fixtures/command-line.ts';

const guide = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');

it('the operations guide shows every setting with its default and meaning', () => {
  const rows = settings.map(
    ({ name, fallback, meaning }) =>
      `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${meaning} |`,
  );
  const table = ['| Setting | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
  const [, shown = ''] = /<!-- settings -->\n([\s\S]*?)\n?<!-- \/settings -->/.exec(guide) ?? [];
  assert.equal(shown, table, `put this between the two marks of docs/operations.md:\n${table}\n`);
});

it('the operations guide shows every privacy command with its options', async () => {
  const program = await wholeProgram();
  const privacy = program.commands.find((command) => command.name() === 'privacy');
  const rows = privacy?.commands.map((command) => {
    const takes = command.registeredArguments.map((argument) => {
      const name = argument.name() + (argument.variadic ? '...' : '');
      return argument.required ? ` <${name}>` : ` [${name}]`;
    });
    const options = command.options.map(({ long }) => `\`${long}\``).join(', ');
    return `| \`privacy ${command.name()}${takes.join('')}\` | ${options} | ${command.description()} |`;
  });
  const table = ['| Command | Options | Does |', '|---|---|---|', ...(rows ?? [])].join('\n');
  const [, shown = ''] =
    /<!-- privacy commands -->\n([\s\S]*?)\n<!-- \/privacy commands -->/.exec(guide) ?? [];
  assert.equal(shown, table, `put this between the two marks of docs/operations.md:\n${table}\n`);
});
