import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { Context } from './commands/context.ts';
import { failureCode, failureMessage } from './commands/failure.ts';
import { buildProgram } from './commands/program.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

// What accueil writes, personal data and keys, is for its own user alone.
process.umask(0o077);

const stopped = new Promise<void>((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
});

const context: Context = {
  env: process.env,
  version,
  print: (line) => process.stdout.write(`${line}\n`),
  notice: (line) => process.stderr.write(`${line}\n`),
  input: () => text(process.stdin),
  terminal: process.stderr.isTTY === true,
  stopped,
};

try {
  const program = await buildProgram(context, process.argv.slice(2));
  await program.parseAsync(process.argv);
} catch (error) {
  process.exitCode = failureCode(error);
  context.notice(`accueil: ${failureMessage(error)}`);
}
