import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import workspace from '../../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A running example, started as its npm script does. */
export interface ExampleProcess {
  readonly url: string;
  /** Everything it has written so far. */
  output(): string;
  /** Resolves once it has written this line. */
  says(line: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts an example by the name of its npm script, on a free port, and waits until it listens. */
export async function startExample(
  script: keyof typeof workspace.scripts,
  env: Readonly<Record<string, string>>,
): Promise<ExampleProcess> {
  // Runs the script's command without npm, which forwards signals too late.
  const [program, ...args] = workspace.scripts[script].split(' ');
  if (program !== 'node') throw new Error(`${script} does not begin with node`);
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  const exited = once(child, 'exit');
  let text = '';
  const waiting = new Map<string, () => void>();
  const listening = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => {
      text += `${line}\n`;
      waiting.get(line)?.();
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
      if (url !== undefined && line.startsWith('Listening on')) listening.resolve(url);
    });
  }
  const url = await Promise.race([listening.promise, exited.then(() => undefined)]);
  if (url === undefined) throw new Error(`${script} ended before it listened:\n${text}`);
  return {
    url,
    output: () => text,
    async says(line) {
      if (text.split('\n').includes(line)) return;
      const said = new Promise<void>((resolve) => waiting.set(line, resolve));
      const ended = exited.then(() => Promise.reject(new Error(`${script} ended:\n${text}`)));
      await Promise.race([said, ended]);
    },
    async stop() {
      process.off('exit', killWithUs);
      child.kill('SIGKILL');
      await exited;
    },
  };
}
