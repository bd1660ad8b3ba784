import { defineConfig } from 'vite'

/** One page, whose parts are loaded when they are opened. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../../dist/web/dashboard',
    emptyOutDir: true,
    target: 'es2022',
    // The policy of the page lets nothing in that is no file of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
