import { defineConfig } from 'vite'

/** Builds one classic script without imports, so that a page needs only one tag. */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  build: {
    outDir: '../../dist/web',
    emptyOutDir: false,
    // Older browsers must at least parse the script, to find out that they lack constructed style sheets.
    target: 'es2020',
    lib: { entry: 'index.ts', formats: ['iife'], name: 'ParleyWidget', fileName: () => 'widget.js' },
  },
})
