// Builds the pages of the back office, the script for public pages, the SDK and the service's joined form. npm runs it after
// an install too. Plain JavaScript, because an older Node must be able to run it.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Everything is built here and then takes the place of what was there: a build that fails changes nothing. */
const stage = join(root, '.build');
const built = ['backoffice', 'sdk', 'server'];
const workspaces = built.map((name) => `--workspace=${name}`).join(' ');
const sources = ['package.json', 'package-lock.json', 'tsconfig.json', 'bin', 'conformance', ...built];

// npm runs it also before each `npx accueil` in this folder: then everything is built and may be in use.
if (process.env.npm_command !== 'exec' && !build()) {
  process.stderr.write('accueil: the build has failed; what was built before stays as it is.\n');
  process.exitCode = 1;
}

/** Returns whether it has worked. */
function build() {
  rmSync(stage, { recursive: true, force: true });
  try {
    for (const source of sources) {
      cpSync(join(root, source), join(stage, source), { recursive: true, filter: isSource });
    }
    if (!provideTools() || !run(`npm run build ${workspaces}`)) return false;
    for (const name of built) replace(join(root, name, 'dist'), join(stage, name, 'dist'));
    return true;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** After `npm ci --omit=dev` the tools, some 500 MB, are not there: they are installed for this build alone. */
function provideTools() {
  const modules = join(root, 'node_modules');
  if (!existsSync(join(modules, 'vite'))) {
    return run(`npm ci --include=dev --ignore-scripts --no-audit --no-fund ${workspaces}`);
  }
  symlinkSync(modules, join(stage, 'node_modules'), 'junction');
  return true;
}

/** @param {string} path */
function isSource(path) {
  return !['dist', 'node_modules', 'test', 'screenshots'].includes(basename(path));
}

/** @param {string} command */
function run(command) {
  return spawnSync(command, { cwd: stage, shell: true, stdio: 'inherit' }).status === 0;
}

/**
 * @param {string} folder
 * @param {string} next
 */
function replace(folder, next) {
  if (existsSync(folder)) renameSync(folder, `${next}-before`);
  renameSync(next, folder);
}
