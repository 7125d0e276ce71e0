import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { catalogs } from './scripts/messages-plugin.ts';

const SHARED =
  /src[\\/](shared[\\/](ui|api|format|i18n|head|hooks|scheduling)|domain[\\/](catalog|content|product-card))[\\/](?!site-pages|KipSentence|Breadcrumbs|latin-digits|whole-number)|src[\\/]domain[\\/]cart[\\/]drawer\./;
/** What drawers and pages of buying share, and no first view needs. */
const BUYING =
  /src[\\/]shared[\\/](api[\\/](auth|token|random-key|file)|i18n[\\/]error-text|ui[\\/](ConfirmBar|DeleteAllButton|Dialog|Notice|Panel|RowListSkeleton|Sheet\w+|focus-neighbor))\./;

const backend = process.env.HEUAN_BACKEND ?? 'http://127.0.0.1:8080';

export default defineConfig({
  // No React Compiler: it adds 10 kB (gzip) to the first view.
  plugins: [catalogs(), react({ jsxImportSource: '@/shared/jsx' }), tailwindcss()],
  resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } },
  server: { proxy: { '/api': backend, '/media': backend } },
  build: {
    target: 'es2023',
    manifest: true,
    // Fonts and pictures must stay files: the content security policy allows no data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The entry lists every chunk, so names would cost 1 kB of the first view. Those that tests and people look for stay.
        chunkFileNames: ({ name }) =>
          /^(vendor|shared|la|en|th|cn|vn)$/.test(name)
            ? 'assets/[name]-[hash].js'
            : 'assets/[hash].js',
        codeSplitting: {
          groups: [
            // Libraries change rarely: a release of the shop leaves this file in the shopper's cache.
            {
              name: 'vendor',
              // Lists in pages and guards of unsaved changes belong to code that comes later.
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/](?!.*([iI]nfiniteQuery(Observer|Options)?|[qQ]ueriesObserver|useQueries|[mM]utationObserver|useMutation|useBlocker)\.)/,
            },
            // Small parts that the shell and most pages share.
            {
              name: 'shared',
              test: (id) => SHARED.test(id) && !BUYING.test(id),
              minShareCount: 3,
            },
          ],
        },
      },
    },
  },
  test: {
    // Quicker to start than processes, of which every file gets one.
    pool: 'threads',
    setupFiles: ['src/testing/setup.ts'],
    testTimeout: 30_000,
    include: ['src/**/*.test.{ts,tsx}'],
    restoreMocks: true,
  },
});
