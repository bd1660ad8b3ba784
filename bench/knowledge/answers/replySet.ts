import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Turn } from '../../../shared/chat/replyInputs.ts'
import type { Passage } from '../../../shared/search/retrieval.ts'

const FOLDER = 'bench/data/replies'

/** A reply as a model writes it, and whether its sources support all of it. */
export interface WrittenReply {
  /** The language of question and reply (BCP 47). */
  language: string
  kind: string
  /** The sources of the prompt; the mark `[1]` is for the first one. */
  sources: Passage[]
  question: string
  /** The turns before the question. */
  history: Turn[]
  traits: Record<string, unknown> | null
  reply: string
  /** Whether a person says that the reply is right: its sources support it, and it is no refusal. */
  grounded: boolean
}

interface StoredSource {
  kind: Passage['kind']
  title: string
  text: string
}

interface StoredReply extends Omit<WrittenReply, 'language' | 'sources' | 'history' | 'traits'> {
  /** Where a file has several languages. */
  language?: string
  /** The names of its sources. */
  sources: string[]
  history?: Turn[]
  traits?: Record<string, unknown>
}

/**
 * Reads all replies: those of each language from `<language>.json`, and those of several companies
 * in many languages from `services.json`.
 */
export const readReplies = (): WrittenReply[] => readdirSync(FOLDER).sort().flatMap(readFile)

function readFile(file: string): WrittenReply[] {
  const { sources, cases } = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as {
    sources: Record<string, StoredSource>
    cases: StoredReply[]
  }
  return cases.map(({ history = [], traits = null, ...reply }) => ({
    language: file.replace('.json', ''),
    ...reply,
    history,
    traits,
    sources: reply.sources.map((name) => passageOf(name, sources[name]!)),
  }))
}

/** Returns the source as retrieval returns it. The text of a pair begins with its question. */
const passageOf = (name: string, { kind, title, text }: StoredSource): Passage => ({
  knowledge_id: name,
  chunk_id: name,
  kind,
  title,
  url: null,
  heading: '',
  score: 1,
  text: kind === 'qa' ? `${title}\n${text}` : text,
})
