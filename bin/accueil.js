#!/usr/bin/env node
// Plain JavaScript, because an older Node must be able to run it: it finds a Node that can run the service and hands over
// to it.
import { spawn } from 'node:child_process';
import module, { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { chooseRuntime, missingRuntimeMessage } from './runtime.js';

const runtime = chooseRuntime(process.versions.node, createRequire(import.meta.url).resolve);

// Compiled code is kept from one start to the next, which halves the time to the first answer. Set in the environment,
// where threads and the other Node find it.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/accueil', import.meta.url));

// For the other Node: glibc keeps what was freed after large bodies, unless it is told so before the process starts.
process.env.MALLOC_ARENA_MAX ??= '2';
process.env.MALLOC_TRIM_THRESHOLD_ ??= '131072';

if (runtime.kind === 'this') {
  module.enableCompileCache?.();
  // In this process, so that signals and the exit code are the service's own.
  await import('../server/src/main.ts');
} else if (runtime.kind === 'other') {
  handOver(runtime.path);
} else {
  giveUp(missingRuntimeMessage(process.versions.node));
}

/** @param {string} path */
function handOver(path) {
  const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));
  const child = spawn(path, [...process.execArgv, main, ...process.argv.slice(2)], { stdio: 'inherit' });

  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
    process.on(signal, () => {
      // Ctrl-C reaches every process of the terminal. If it were forwarded, the service would get it twice.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    });
  }
  process.on('exit', () => child.kill());

  // The file is there but does not run here, such as a glibc executable on a musl system.
  child.on('error', () => giveUp(missingRuntimeMessage(process.versions.node)));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** @param {string} message */
function giveUp(message) {
  process.stderr.write(message);
  process.exitCode = 1;
}
