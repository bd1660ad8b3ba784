import { join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import { readCatalog } from './catalog.ts'
import { loadedWith, messagesOf } from './source.ts'

const PREFIX = 'virtual:texts/'
/**
 * Files whose messages every visit needs: the start of the dashboard, and the first page with its
 * chart.
 */
const FIRST = ['app/main.tsx', 'pages/overview/Overview.tsx', 'components/charts/ChartDrawing.tsx']

/**
 * Serves the dashboard's texts as modules, `virtual:texts/<language>/<first|rest>`: the messages of
 * the first page, and those of the sections that load later. English needs only messages with
 * placeholders.
 */
export const texts = (folder: string): Plugin => ({
  name: 'texts',
  resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
  load(id) {
    if (!id.startsWith(`\0${PREFIX}`)) return undefined
    const [language, part] = id.slice(PREFIX.length + 1).split('/') as [string, string]
    const file = join(folder, 'lib/locales', `${language}.po`)
    const catalog = language === 'en' ? undefined : readCatalog(file)
    if (catalog) this.addWatchFile(file)
    const first = loadedWith(folder, FIRST)
    const texts: Record<string, unknown> = {}
    for (const [message, files] of messagesOf(folder)) {
      if (files.some((name) => first.has(name)) !== (part === 'first')) continue
      const tokens = compileMessageOrThrow(catalog?.get(message) || message)
      if (tokens.join() !== message) texts[message] = tokens
    }
    return {
      code: `export default JSON.parse(${JSON.stringify(JSON.stringify(texts))})`,
      moduleSideEffects: false,
    }
  },
})
