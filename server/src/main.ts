import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import type { Context } from './commands/context.ts';
import { failureCode, failureMessage, uncaughtErrorLine } from './commands/failure.ts';
import { buildProgram } from './commands/program.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

// Little survives a collection of young objects: to wake four threads for it takes 5 % of the processor time of a creation.
setFlagsFromString('--no-parallel-scavenge');

// Files that accueil writes hold personal data and keys: only its own user may read them.
process.umask(0o077);

const stopped = new Promise<void>((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
});
/** A process that is told to stop is gone within ten seconds, whatever it waits for: most commands do not look. */
const stopLimitMs = 9_000;
/** How long a command that is done waits for connections that it has given up. */
const endLimitMs = 500;

const context: Context = {
  env: process.env,
  version,
  print: (line) => process.stdout.write(`${line}\n`),
  notice: (line) => process.stderr.write(`${line}\n`),
  input: () => text(process.stdin),
  terminal: process.stderr.isTTY === true,
  stopped,
};

// Whoever reads the output may leave before its end, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  process.exitCode = 1;
  context.notice(`accueil: standard output: ${error.message}`);
});
process.stderr.on('error', () => undefined);

const [command = 'serve'] = process.argv.slice(2);
const writesLog = ['serve', 'worker'].includes(command) || command.startsWith('-');

// After an uncaught error the state is unknown: the process exits, and its supervisor restarts it. Node's own report would
// be forty lines with the values of the row that PostgreSQL refused. Unhandled rejections arrive here too.
process.on('uncaughtException', (error) => {
  context.notice(
    writesLog ? uncaughtErrorLine(error, randomUUID(), new Date()) : `accueil: ${failureMessage(error)}`,
  );
  process.exit(1);
});

void stopped.then(() => {
  const giveUp = () => {
    context.notice('accueil: stopped before the end');
    process.exit(1);
  };
  setTimeout(giveUp, stopLimitMs).unref();
});

try {
  const program = await buildProgram(context, process.argv.slice(2));
  await program.parseAsync(process.argv);
} catch (error) {
  process.exitCode = failureCode(error);
  context.notice(`accueil: ${failureMessage(error)}`);
}
setTimeout(() => process.exit(), endLimitMs).unref();
