import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { errorTable } from './errorTable.ts'
import { eventTable } from './eventTable.ts'
import { envExample, settingTables } from './settings.ts'

/** What `npm run tables` writes: each file, with what makes its new text of its present text. */
export const TABLES: Readonly<Record<string, (text: string) => string>> = {
  'docs/guide/webhooks.md': (page) => fill(page, 'events', eventTable()),
  'docs/errors.md': (page) => fill(page, 'errors', errorTable()),
  'docs/settings.md': (page) => fill(page, 'settings', settingTables()),
  '.env.example': envExample,
}

/**
 * Puts what is made between the two marks of this name, which stay.
 * @throws Error if the page lacks them
 */
export function fill(page: string, name: string, made: string): string {
  const [begin, end] = [`<!-- begin ${name}: npm run tables -->`, `<!-- end ${name} -->`]
  const [before, after] = [page.indexOf(begin), page.indexOf(end)]
  if (before < 0 || after < before) throw new Error(`The page lacks ${begin} and ${end}.`)
  return `${page.slice(0, before)}${begin}\n\n${made}\n\n${page.slice(after)}`
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [file, make] of Object.entries(TABLES)) {
    const text = readFileSync(file, 'utf8')
    if (make(text) !== text) writeFileSync(file, make(text))
  }
