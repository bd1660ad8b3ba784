import { build, defineConfig, type Rolldown } from 'vite'
import { launcherNames } from './namesPlugin.ts'

const root = import.meta.dirname
/** On a slow machine rolldown prints how long each plugin took. */
const checks = { pluginTimings: false }
/**
 * Older browsers must at least parse the script, to find out that they lack constructed style
 * sheets.
 */
const target = 'es2020'
/** The oldest browsers with constructed style sheets. Older browsers never see the styles. */
const cssTarget = ['chrome93', 'firefox101', 'safari16.4']

/**
 * Builds the chat with a file for each language, and returns the file's name, which changes with
 * its content.
 */
async function buildChat(): Promise<string> {
  const made = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: '../../dist/web/widget',
      emptyOutDir: true,
      target,
      cssTarget,
      // As a library the chat gets no code that preloads what it imports, which it cannot use.
      lib: { entry: `${root}/room.ts`, formats: ['es'] },
      rolldownOptions: {
        checks,
        // What the card of an action shares with the chat stays in the chat's file.
        preserveEntrySignatures: 'allow-extension',
        output: {
          minify: true,
          entryFileNames: 'chat-[hash].js',
          chunkFileNames: '[name]-[hash].js',
        },
      },
    },
  })
  return (made as Rolldown.RolldownOutput[])[0]!.output[0].fileName
}

/**
 * Builds two scripts: a classic script for pages, which needs only one tag, and the chat, which
 * that script imports when a visitor opens it. The script names the chat that it was built with, so
 * two versions never mix.
 */
export default defineConfig(async () => ({
  root,
  logLevel: 'warn',
  plugins: [launcherNames],
  define: { CHAT_FILE: JSON.stringify(await buildChat()) },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: false,
    target,
    cssTarget,
    rolldownOptions: { checks },
    lib: {
      entry: 'index.ts',
      formats: ['iife'],
      name: 'ParleyWidget',
      fileName: () => 'widget.js',
    },
  },
}))
