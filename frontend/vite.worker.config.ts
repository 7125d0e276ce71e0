import { defineConfig } from 'vite';

/**
 * Builds the service worker: one file at the root with a constant name, written into the folder of the pages' build.
 */
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
