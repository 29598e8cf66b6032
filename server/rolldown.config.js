// Joins the service and its libraries into few files: it starts in half the time and takes 60 MB less.
import { basename, dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'rolldown';
import { digestOfSources } from '../bin/program.js';

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const dist = at('dist');
/** What a process or a thread runs. Code names the others by their URL. */
const programs = ['main', 'writer-thread', 'store/sqlite/reader-thread', 'commands/sqlite-worker'];

/**
 * Programs are in `dist`; other files that code reads stay beside the sources.
 *
 * @param {string} code
 * @param {string} id
 */
function moveUrls(code, id) {
  if (!id.startsWith(at('src'))) return;
  const folder = relative(dist, dirname(id)).replaceAll('\\', '/');
  const moved = code.replaceAll(
    /new URL\((['`])(.*?)\1, import\.meta\.url\)|import\.meta/g,
    (_, quote, path) => {
      if (path === undefined) throw new Error(`${id}: expected new URL('…', import.meta.url)`);
      const place = path.endsWith('.ts') ? `./${basename(path, '.ts')}.js` : `${folder}/${path}`;
      return `new URL(${quote}${place}${quote}, import.meta.url)`;
    },
  );
  return { code: moved, map: null };
}

// biome-ignore lint/style/noDefaultExport: what Rolldown looks for.
export default defineConfig({
  input: programs.map((name) => at(`src/${name}.ts`)),
  platform: 'node',
  // In a build node_modules is a link.
  resolve: { symlinks: false },
  plugins: [
    {
      name: 'accueil',
      transform: moveUrls,
      generateBundle() {
        this.emitFile({ type: 'asset', fileName: 'sources.sha256', source: digestOfSources(at('..')) });
      },
    },
  ],
  output: {
    dir: dist,
    cleanDir: true,
    sourcemap: true,
    sourcemapExcludeSources: true,
    // V8 keeps a text with any other character in two bytes for each.
    charset: 'ascii',
    // Names stay; without comments and blanks Node keeps 5 MB less of text.
    minify: { compress: false, mangle: false, codegen: true },
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  },
});
