import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { catalogs } from './scripts/messages-plugin.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Modules that the server renderer loads on demand: the pages that it renders, the footer, and the messages of five
 * languages.
 */
const SERVER_RENDERED = [
  /\/Footer$/,
  /\/home\/HomePage$/,
  /\/shop\/ShopPage$/,
  /\/product\/ProductPage$/,
  /\/promotion\/PromotionsPage$/,
  // The shell's texts and, for the product page, those of the pages.
  ...['la', 'en', 'th', 'cn', 'vn'].flatMap((language) => [
    new RegExp(`^virtual:messages/${language}$`),
    new RegExp(`^virtual:messages/${language}/pages$`),
  ]),
];

/**
 * Replaces every other dynamic import by a module that throws, because it belongs to the browser alone. The build fails
 * when a pattern of `SERVER_RENDERED` matches no import, as after a module was renamed.
 */
function serverRenderedOnly(): Plugin {
  const BROWSER_ONLY = '\0browser-only';
  const unmatched = new Set(SERVER_RENDERED);
  return {
    name: 'heuan-server-rendered-only',
    enforce: 'pre',
    resolveDynamicImport(id) {
      if (typeof id !== 'string') return undefined;
      const pattern = SERVER_RENDERED.find((candidate) => candidate.test(id));
      if (!pattern) return BROWSER_ONLY;
      unmatched.delete(pattern);
      return undefined;
    },
    resolveId: (id) => (id === BROWSER_ONLY ? BROWSER_ONLY : undefined),
    load: (id) =>
      id === BROWSER_ONLY
        ? 'throw new Error("this module is not in the server bundle");'
        : undefined,
    buildEnd(error) {
      if (error || unmatched.size === 0) return;
      const patterns = [...unmatched].map(String).join(', ');
      this.error(`no dynamic import matches ${patterns}: update SERVER_RENDERED`);
    },
  };
}

/**
 * Builds the pages' components as one module for the edge's JavaScript engine, which has neither a browser's nor Node's
 * API. It uses the browser's build of the libraries, so that the tree equals that of the browser.
 */
export default defineConfig({
  plugins: [serverRenderedOnly(), catalogs(), react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: {
    alias: {
      '@': at('./src'),
      // The renderer without streams.
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
