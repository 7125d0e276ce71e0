import { defineConfig } from 'vite';

/** The service worker: one file at the root, whose name never changes. It joins what the pages' build has made. */
export default defineConfig({
  resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } },
  publicDir: false,
  build: {
    target: 'es2023',
    emptyOutDir: false,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: 'src/worker/worker.ts',
      output: { format: 'iife', entryFileNames: 'sw.js' },
    },
  },
});
