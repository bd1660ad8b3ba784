import { defineConfig } from 'vite'

/** Builds a single page that shows `/openapi.json`. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/docs/',
  logLevel: 'warn',
  // The reference is in English, so the dashboard's components need no catalog here.
  resolve: {
    alias: [
      { find: /^.*\/texts\.tsx$/, replacement: `${import.meta.dirname}/../texts/english.ts` },
    ],
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../../dist/web/reference',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Off, because on a slow machine it prints how long each plugin took.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
})
