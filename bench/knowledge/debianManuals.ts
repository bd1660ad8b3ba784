import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { indexFile, type Owner } from '../../test/support/data/knowledge.ts'
import type { TestDb } from '../../test/support/product/testDb.ts'

/** Manuals in Debian's packages, and questions about them. */
interface Manuals {
  packages: Record<string, string[]>
  /** By kind. No manual answers the questions of the kind `unanswerable`. */
  questions: Record<string, (string | [question: string, text: string])[]>
}

/** A question, and the text of the manual that answers it; null: none does. */
export interface ManualQuestion {
  question: string
  text: string | null
}

const { packages, questions } = JSON.parse(
  readFileSync('bench/data/manuals.json', 'utf8'),
) as Manuals

/** The questions about the manuals, by kind. */
export const manualQuestions: readonly (readonly [kind: string, asked: ManualQuestion[]])[] =
  Object.entries(questions).map(([kind, asked]) => [
    kind,
    asked.map((entry) => {
      const [question, text = null] = [entry].flat() as [string, string?]
      return { question, text }
    }),
  ])

/** Fetches the manuals with `apt-get download` and indexes them. */
export async function indexManuals(db: TestDb, owner: Owner): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'manuals-'))
  try {
    for (const file of fetchManuals(folder))
      await indexFile(db, owner, readFileSync(file, 'utf8'), 'html')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function fetchManuals(folder: string): string[] {
  const options = { cwd: folder, stdio: 'ignore' } as const
  execFileSync('apt-get', ['download', ...Object.keys(packages)], options)
  for (const name of readdirSync(folder)) execFileSync('dpkg-deb', ['-x', name, '.'], options)
  return Object.values(packages).flatMap((files) =>
    files.map((file) => join(folder, 'usr/share/doc', file)),
  )
}
