import { build, defineConfig, type Plugin, type Rolldown } from 'vite'
import { LAUNCHER_TEXTS } from './launcher/words.ts'

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

/** Gives the launcher only the texts that it shows, because every page loads it. */
const launcherTexts: Plugin = {
  name: 'launcher-texts',
  async load(id) {
    if (!id.endsWith('/widget/allLanguages.ts')) return
    const folder = `${root}/languages`
    const languages: Record<string, object> = {}
    for (const file of (await this.fs.readdir(folder)).sort()) {
      const texts = JSON.parse(await this.fs.readFile(`${folder}/${file}`, { encoding: 'utf8' }))
      const shown = Object.fromEntries(LAUNCHER_TEXTS.map((name) => [name, texts[name]]))
      languages[file.replace('.json', '')] = shown
    }
    return `export const LANGUAGES = ${JSON.stringify(languages)}`
  },
}

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
      modulePreload: false,
      rolldownOptions: {
        checks,
        input: `${root}/room.ts`,
        preserveEntrySignatures: 'strict',
        output: {
          format: 'es',
          entryFileNames: 'chat-[hash].js',
          chunkFileNames: '[name]-[hash].js',
        },
      },
    },
  })
  return (made as Rolldown.RolldownOutput).output[0].fileName
}

/**
 * Builds two scripts: a classic script for pages, which needs only one tag, and the chat, which
 * that script imports when a visitor opens it. The script names the chat that it was built with, so
 * two versions never mix.
 */
export default defineConfig(async () => ({
  root,
  logLevel: 'warn',
  plugins: [launcherTexts],
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
