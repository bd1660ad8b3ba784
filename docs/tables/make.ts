import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { answerTables } from './answerTables.ts'
import { errorTable } from './errorTable.ts'
import { eventTable } from './eventTable.ts'
import { languagePieces } from './languagePieces.ts'
import { loadTables, partTables, speedSentence } from './loadTables.ts'
import { memoryTable } from './memoryTable.ts'
import { recordedAnswer } from './recordedAnswer.ts'
import { envExample, settingTables } from './settings.ts'

/** The recorded answers that guides show: by guide, the operation of each block. */
const ANSWERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  attachments: { attachment: 'uploadConversationAttachment' },
  contexts: { context: 'putContext' },
  handoffs: { handoff: 'handOffConversation' },
  knowledge: { pair: 'createQa', passages: 'retrievePassages' },
  python: { reply: 'postConversationMessage' },
  'quick-start': { reply: 'postConversationMessage' },
}

/**
 * The files that `npm run tables` writes, each with a function that makes its new text from its
 * present text.
 */
export const TABLES: Readonly<Record<string, (text: string) => string>> = {
  ...Object.fromEntries(
    Object.entries(ANSWERS).map(([guide, answers]) => [
      `docs/guide/${guide}.md`,
      (page: string) =>
        Object.entries(answers).reduce(
          (text, [name, id]) => fill(text, name, recordedAnswer(id)),
          page,
        ),
    ]),
  ),
  'docs/guide/webhooks.md': (page) => fill(page, 'events', eventTable()),
  'docs/errors.md': (page) => fill(page, 'errors', errorTable()),
  'docs/settings.md': (page) => fill(page, 'settings', settingTables()),
  'bench/README.md': (page) => fill(page, 'answers', answerTables()),
  'docs/scaling.md': (page) => fill(page, 'memory', memoryTable()),
  'docs/performance.md': (page) => fill(fill(page, 'load', loadTables()), 'parts', partTables()),
  'README.md': (page) => fill(page, 'speed', speedSentence()),
  '.env.example': envExample,
  'shared/lib/text/languagePieces.json': languagePieces,
}

/**
 * Replaces the text between the two marks with this name. The marks stay.
 * @throws Error if the page lacks them
 */
export function fill(page: string, name: string, made: string): string {
  const [begin, end] = [`<!-- begin ${name}: npm run tables -->`, `<!-- end ${name} -->`]
  const [before, after] = [page.indexOf(begin), page.indexOf(end)]
  if (before < 0 || after < before) throw new Error(`The page lacks ${begin} and ${end}.`)
  return `${page.slice(0, before)}${begin}\n\n${made}\n\n${page.slice(after)}`
}

/** Writes the files that are not current. */
export function writeTables(): void {
  for (const [file, make] of Object.entries(TABLES)) {
    const text = readFileSync(file, 'utf8')
    if (make(text) !== text) writeFileSync(file, make(text))
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeTables()
