import { defineConfig } from 'vite'

/** One classic script without imports, so that a page needs one tag and no module graph. */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  build: {
    outDir: '../../dist/web',
    emptyOutDir: false,
    // What is older lacks constructed style sheets and must at least read on to where the widget finds that out.
    target: 'es2020',
    lib: { entry: 'index.ts', formats: ['iife'], name: 'ParleyWidget', fileName: () => 'widget.js' },
  },
})
