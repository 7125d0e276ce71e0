import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { catalogues } from './scripts/messages-plugin.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What a first view loads when it is needed: the pages that have one, and the footer and texts of the shell. */
const LOADED =
  /\/(Footer|home\/HomePage|shop\/ShopPage|product\/ProductPage|promotion\/PromotionsPage)$|^virtual:catalogue\/(la|en|th|cn|vn)$/;

/** Everything else that loads on demand comes with the browser: here it never arrives. */
function onlyFirstViews(): Plugin {
  const NEVER = '\0never';
  return {
    name: 'heuan-only-first-views',
    enforce: 'pre',
    resolveDynamicImport(id) {
      return typeof id === 'string' && !LOADED.test(id) ? NEVER : undefined;
    },
    resolveId: (id) => (id === NEVER ? NEVER : undefined),
    load: (id) => (id === NEVER ? 'throw new Error("comes with the browser");' : undefined),
  };
}

/**
 * The pages' own components as one module for the edge's engine, which has neither a browser's nor Node's API. It takes
 * the browser's build of the libraries, so that the tree is the one the browser will hold.
 */
export default defineConfig({
  plugins: [onlyFirstViews(), catalogues(), react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: {
    alias: {
      '@': at('./src'),
      // Only the renderer that needs no streams.
      'react-dom/server': at(
        './node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js',
      ),
    },
    conditions: ['browser', 'module', 'production'],
  },
  ssr: {
    noExternal: true,
    target: 'webworker',
    resolve: { conditions: ['browser', 'module', 'production'] },
  },
  build: {
    ssr: at('./src/app/ssr/render-to-html.tsx'),
    outDir: 'dist/ssr',
    copyPublicDir: false,
    emptyOutDir: true,
    target: 'es2023',
    minify: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: { format: 'es', entryFileNames: 'render.js', codeSplitting: false },
    },
  },
});
