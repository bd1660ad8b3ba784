import { defineConfig } from 'vite'

/** One page, whose parts are loaded when they are opened; and the page that a widget's editor frames. */
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
    rolldownOptions: {
      input: ['index.html', 'preview.html'].map((name) => `${import.meta.dirname}/${name}`),
    },
    modulePreload: { polyfill: false },
  },
})
