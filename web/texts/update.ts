import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Catalog, parseCatalog, writeCatalog } from './catalog.ts'
import { messagesOf } from './source.ts'

const DASHBOARD = 'web/dashboard'
const CATALOGS = 'web/dashboard/lib/locales'

/**
 * Reads a catalog. After a merge with conflicts, reads both sides, because their lines belong to
 * different messages.
 */
function translationsIn(file: string): Catalog {
  const git = (...words: string[]) =>
    execFileSync('git', words, { encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (!git('ls-files', '--unmerged', '--', file)) return parseCatalog(readFileSync(file, 'utf8'))
  const [ours, theirs] = [2, 3].map((side) => parseCatalog(git('show', `:${side}:${file}`)))
  return new Map([
    ...theirs!,
    ...[...ours!].filter(([message, text]) => text || !theirs!.has(message)),
  ])
}

/**
 * `npm run texts`: updates the catalogs from the code, and lists messages without a translation.
 * After a merge with conflicts in a catalog, it joins both sides.
 */
const messages = messagesOf(DASHBOARD)
for (const name of readdirSync(CATALOGS).filter((name) => name.endsWith('.po'))) {
  const file = join(CATALOGS, name)
  const before = translationsIn(file)
  const catalog = new Map(
    [...messages.keys()].map((message) => [message, before.get(message) ?? '']),
  )
  writeCatalog(file, name.replace('.po', ''), catalog)
  for (const [message, translation] of catalog)
    if (!translation) process.stdout.write(`${file} lacks: ${message}\n`)
}
