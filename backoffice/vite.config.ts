import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

// biome-ignore lint/style/noDefaultExport: what Vite looks for.
export default defineConfig({
  plugins: [react(), preloaded('show-desk'), compressed()],
  // A strict Content-Security-Policy lets no file stand inside another as a data: address.
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What pages have in common is two files: in a file each, a page had to ask for thirty.
          groups: [
            // What the first file needs comes with it: it begins while the libraries are being read.
            {
              name: 'begin',
              test: /src\/(?:desk\/(?:client|enumerations|first-reads)|i18n\/format|leads\/board\/columns|session\/session|pages)\.ts$|preload-helper/,
              priority: 1,
            },
            { name: 'libraries', test: /node_modules/, minShareCount: 2 },
            { name: 'common', test: /backoffice\/src/, minShareCount: 2 },
          ],
        },
      },
    },
  },
});

/** Has browsers read a file that the first one asks for, and what that one needs, at the same time as the first. */
function preloaded(name: string): Plugin {
  return {
    name: 'accueil-preloaded',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === name);
        if (chunk?.type !== 'chunk') return [];
        return [chunk.fileName, ...chunk.imports]
          .map((file) => `/${file}`)
          .filter((href) => !html.includes(href))
          .map((href) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href },
            injectTo: 'head',
          }));
      },
    },
  };
}

/** Puts a compressed copy beside each file, so that the service need not compress anything. */
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
