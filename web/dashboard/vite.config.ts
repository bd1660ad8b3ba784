import { defineConfig } from 'vite'
import { texts } from '../texts/plugin.ts'
import { launcherNames } from '../widget/namesPlugin.ts'

/**
 * Builds the dashboard, whose sections load when they are opened, and the page of the widget's
 * preview.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  logLevel: 'warn',
  plugins: [texts(import.meta.dirname), launcherNames],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../../dist/web/dashboard',
    emptyOutDir: true,
    target: 'es2022',
    // The page's policy allows only files, so no asset is inlined.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Off, because on a slow machine it prints how long each plugin took.
      checks: { pluginTimings: false },
      input: ['index.html', 'preview.html'].map((name) => `${import.meta.dirname}/${name}`),
      output: {
        // Waiting for the texts keeps rolldown from joining small files by itself.
        codeSplitting: {
          groups: [
            // Both pages load parts on demand. In the shell, this would start the dashboard in the
            // preview.
            { name: 'preload', test: /vite\/preload-helper/, priority: 1 },
            {
              name: 'shell',
              tags: ['$initial'],
              test: (id) => !/dashboard\/preview|web\/widget\/|preload-helper/.test(id),
            },
            {
              name: 'shared',
              test: /dashboard\/components\/(?:forms\/)?[^/]+$|lucide-preact/,
              minShareCount: 3,
            },
          ],
        },
      },
    },
    modulePreload: { polyfill: false },
  },
})
