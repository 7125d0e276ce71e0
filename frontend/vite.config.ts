import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { chunkModules } from './scripts/chunk-modules-plugin.ts';
import { catalogs } from './scripts/messages-plugin.ts';

const SHARED =
  /src[\\/](shared[\\/](ui|api|format|i18n|head|hooks|scheduling)|domain[\\/](catalog|content|product-card))[\\/](?!site-pages|KipSentence|Breadcrumbs|latin-digits|whole-number|use-back-closes)|src[\\/]domain[\\/](cart[\\/]drawer|search[\\/]search-text)\.|src[\\/](app[\\/]shell[\\/]ShellPart|features[\\/]catalog[\\/](catalog-queries|category-colors))\.|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](arrow-right|clock)\./;
/** Modules that drawers and pages of the purchase share and that no first view needs. */
const BUYING =
  /src[\\/]shared[\\/](api[\\/](auth|token|random-key|file)|hooks[\\/]use-back-closes|i18n[\\/]error-text|ui[\\/](ConfirmBar|DeleteAllButton|Dialog|Notice|Panel|RowListSkeleton|Sheet\w+|focus-neighbor))\./;

const backend = process.env.HEUAN_BACKEND ?? 'http://127.0.0.1:8080';

export default defineConfig({
  // No React Compiler: it adds 10 kB (gzip) to the first view.
  plugins: [catalogs(), chunkModules(), react({ jsxImportSource: '@/shared/jsx' }), tailwindcss()],
  resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } },
  server: { proxy: { '/api': backend, '/media': backend } },
  build: {
    target: 'es2023',
    manifest: true,
    // Fonts and images must stay files: the content security policy allows no data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Chunks have no names, because the entry lists every chunk and names would add 1 kB to the first view. The
        // names that tests and people look for are kept.
        chunkFileNames: ({ name }) =>
          /^(vendor|shared|la|en|th|cn|vn)$/.test(name)
            ? 'assets/[name]-[hash].js'
            : 'assets/[hash].js',
        codeSplitting: {
          groups: [
            // Libraries change rarely, so this file stays in the shopper's cache after a release of the shop.
            {
              name: 'vendor',
              // Infinite queries, navigation blockers and tables belong to code that loads later.
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/](?!(react-table|table-core|store[\\/]dist[\\/]shallow)\b)(?!.*([iI]nfiniteQuery(Observer|Options)?|[qQ]ueriesObserver|useQueries|[mM]utationObserver|useMutation|useBlocker)\.)/,
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
    // Threads start faster than processes, of which every file would get one.
    pool: 'threads',
    // One for each core: the default leaves one core free, which is half of a machine with two.
    maxWorkers: '100%',
    setupFiles: ['src/testing/setup.ts'],
    testTimeout: 30_000,
    include: ['src/**/*.test.{ts,tsx}'],
    restoreMocks: true,
  },
});
