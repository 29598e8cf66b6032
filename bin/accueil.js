#!/usr/bin/env node
// Plain JavaScript, because an older Node must be able to run it: it finds a Node that can run the service and hands over
// to it.
import { spawn, spawnSync } from 'node:child_process';
import module, { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { programOf } from './program.js';
import { chooseRuntime, missingRuntimeMessage } from './runtime.js';

const runtime = chooseRuntime(process.versions.node, createRequire(import.meta.url).resolve);
const program = programOf(fileURLToPath(new URL('..', import.meta.url)));

// Compiled code is kept from one start to the next, which makes it shorter. Set in the environment, where threads and the
// other Node find it.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/accueil', import.meta.url));

// glibc keeps what was freed, unless it is told so before a process starts: 7 MB when idle, 100 after large bodies. It gives
// back what exceeds 2 MiB: with 128 KiB each transaction gave its buffers back, and a creation took a sixth longer.
const isTold = process.env.MALLOC_ARENA_MAX !== undefined;
process.env.MALLOC_ARENA_MAX ??= '2';
process.env.MALLOC_TRIM_THRESHOLD_ ??= '2097152';

/** Whether the service can take the place of this process: since Node 22.15, and not on Windows. */
const canBecome = process.platform !== 'win32' && process.execve !== undefined;

if (runtime.kind === 'this' && (isTold || !canBecome)) {
  module.enableCompileCache?.();
  // In this process, so that signals and the exit code are the service's own.
  await import(pathToFileURL(program).href);
} else if (runtime.kind === 'this') {
  handOver(process.execPath);
} else if (runtime.kind === 'other' && runs(runtime.path)) {
  handOver(runtime.path);
} else {
  process.stderr.write(missingRuntimeMessage(process.versions.node));
  process.exitCode = 1;
}

/**
 * Whether a Node runs here: a glibc executable does not on a musl system.
 *
 * @param {string} path
 */
function runs(path) {
  return spawnSync(path, ['--version']).status === 0;
}

/** @param {string} path */
function handOver(path) {
  const args = [...process.execArgv, program, ...process.argv.slice(2)];
  if (canBecome) process.execve?.(path, [path, ...args], process.env);

  // This process stays beside the service, only to pass signals on.
  const child = spawn(path, args, { stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
    process.on(signal, () => {
      // Ctrl-C reaches every process of the terminal. If it were forwarded, the service would get it twice.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    });
  }
  process.on('exit', () => child.kill());
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
