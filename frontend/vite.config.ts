import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { catalogues } from './scripts/catalogue-plugin.ts';

const SHARED = /src[\\/](ui|api|format|language|head)[\\/]/;
/** What drawers and pages of buying share, and no first view needs. */
const BUYING =
  /src[\\/](api[\\/](auth|token|random-key)|language[\\/]error-text|ui[\\/](AccountPage|ConfirmBar|DeleteAllButton|Dialog|Notice|Panel|QuantityField|Sheet\w+|focus-neighbour|quantity))\./;

const backend = process.env.HEUAN_BACKEND ?? 'http://127.0.0.1:8080';

export default defineConfig({
  // No React Compiler: it adds 10 kB (gzip) to the first view.
  plugins: [catalogues(), react({ jsxImportSource: '@/jsx' }), tailwindcss()],
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
        codeSplitting: {
          groups: [
            // Libraries change seldom: a release of the shop leaves this file in the shopper's cache.
            {
              name: 'vendor',
              // Lists in pages belong to code that comes later.
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/](?!.*([iI]nfiniteQuery(Observer|Options)?|[qQ]ueriesObserver|useQueries|[mM]utationObserver|useMutation)\.)/,
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
