import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { type Command, CommanderError } from 'commander';
import { launcher } from '../../torture/service-process.ts';
import { failureCode, failureMessage } from '../src/commands/failure.ts';
import { buildProgram } from '../src/commands/program.ts';
import { secretKey } from './service.ts';

/** What a command answered. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Settings of a process, and nothing else of this one's environment. */
export type Env = Readonly<Record<string, string>>;

/** Runs a command; one of the two below. */
export type Runner = (args: readonly string[], env: Env) => Promise<Ended>;

/** Runs the real command line in a process of its own, as an operator does. */
export const inProcess: Runner = (args, env) => runUnder([], args, env);

/** The same, run by another program with its arguments. */
export async function runUnder(under: readonly string[], args: readonly string[], env: Env): Promise<Ended> {
  const [program = '', ...others] = [...under, process.execPath, launcher, ...args];
  const child = spawn(program, others, {
    env: { PATH: process.env.PATH, SECRET_KEY: secretKey, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A command that hangs fails its test instead of the whole run.
    timeout: 120_000,
    killSignal: 'SIGKILL',
  });
  const ended = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await ended;
  return { code, stdout, stderr };
}

/** Runs a command in this process, which is ten times as fast, and does the same but for the launcher and main.ts. */
export const direct: Runner = (args, env) => directUntil(new Promise(() => undefined), args, env);

/** The same, asked to stop when `stopped` resolves. */
export async function directUntil(stopped: Promise<void>, args: readonly string[], env: Env): Promise<Ended> {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const context = {
    env: { SECRET_KEY: secretKey, ...env },
    version: '0.0.0-test',
    print: (line: string) => stdout.push(`${line}\n`),
    notice: (line: string) => stderr.push(`${line}\n`),
    input: async () => '',
    terminal: false,
    stopped,
  };
  const program = await buildProgram(context, args);
  for (const command of withSubcommands(program)) {
    command.exitOverride();
    command.configureOutput({
      writeOut: (text) => stdout.push(text),
      writeErr: (text) => stderr.push(text),
    });
  }
  let code = 0;
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    code = error instanceof CommanderError ? error.exitCode : failureCode(error);
    if (!(error instanceof CommanderError)) stderr.push(`accueil: ${failureMessage(error)}\n`);
  }
  return { code, stdout: stdout.join(''), stderr: stderr.join('') };
}

const withSubcommands = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap(withSubcommands),
];

/** Runs a command that must work, with `--json`. Answers what it printed: JSON and nothing else. */
export async function answerOf<T>(args: readonly string[], env: Env, run: Runner = direct): Promise<T> {
  const { code, stdout, stderr } = await run([...args, '--json'], env);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as T;
}

/** Runs a command that must fail with exit code 1 and a sentence, and print nothing where answers go. */
export async function refusal(
  args: readonly string[],
  env: Env,
  sentence: RegExp,
  run: Runner = direct,
): Promise<void> {
  const { code, stdout, stderr } = await run(args, env);
  assert.match(stderr, sentence);
  assert.doesNotMatch(stderr, /\n {4}at /, 'a stack is for faults of ours');
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
}
