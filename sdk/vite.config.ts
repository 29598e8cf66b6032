import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** `dist/accueil.js`: the capture script as one classic script, which leaves `accueil` behind. */
// biome-ignore lint/style/noDefaultExport: what Vite looks for.
export default defineConfig({
  build: {
    // The compiler writes there too.
    emptyOutDir: false,
    target: 'es2021',
    lib: {
      entry: fileURLToPath(new URL('src/browser/script.ts', import.meta.url)),
      formats: ['iife'],
      name: 'accueil',
      fileName: () => 'accueil.js',
    },
  },
});
