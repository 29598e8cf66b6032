import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

// biome-ignore lint/style/noDefaultExport: Vite needs it.
export default defineConfig({
  plugins: [react(), compressed()],
  // The Content-Security-Policy allows no data: addresses.
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Otherwise a page would load some thirty small files that it shares with other pages.
          groups: [
            // What two or three pages share comes with them: the first load is 30 kB less. Only the board and the agenda drag.
            { name: 'libraries', test: /node_modules\/(?!@dnd-kit)/, minShareCount: 4 },
            { name: 'common', test: /(?:backoffice|server)\/src/, minShareCount: 4 },
          ],
        },
      },
    },
  },
});

/** Writes a compressed copy beside each file: the service compresses nothing itself. */
function compressed(): Plugin {
  let folder = '';
  return {
    name: 'accueil-compressed',
    apply: 'build',
    configResolved({ root, build }) {
      folder = join(root, build.outDir);
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(?:js|css|html|svg)$/.test(name)) continue;
        const file = join(folder, name);
        const bytes = readFileSync(file);
        writeFileSync(`${file}.br`, brotliCompressSync(bytes));
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
