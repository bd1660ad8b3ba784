import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readCatalog, writeCatalog } from './catalog.ts'
import { messagesOf } from './source.ts'

const DASHBOARD = 'web/dashboard'

/** `npm run texts`: brings the catalogs up to date with the code, and names what is to be translated. */
const messages = messagesOf(DASHBOARD)
for (const name of readdirSync(join(DASHBOARD, 'locales')).filter((name) => name.endsWith('.po'))) {
  const file = join(DASHBOARD, 'locales', name)
  const before = readCatalog(file)
  const catalog = new Map([...messages.keys()].map((message) => [message, before.get(message) ?? '']))
  writeCatalog(file, name.replace('.po', ''), catalog)
  for (const [message, translation] of catalog)
    if (!translation) process.stdout.write(`${file} lacks: ${message}\n`)
}
