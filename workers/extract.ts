import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { AppError, type JobError } from '../shared/errors.ts'
import type { FileType } from '../shared/fileTypes.ts'
import type { Chunk } from '../shared/store/chunks.ts'

/** Some files would keep a parser busy for ever. */
const MOST_SECONDS = 20
/** Of JavaScript's memory, which a text of 20 MB needs; the child ends itself at twice as much in all. */
const MOST_MEGABYTES = 384

/** What a file or page is made of. */
export interface Source {
  type: FileType
  bytes: Buffer
  /** Of a text, as its sender calls it. */
  charset: string | null
  /** Its chunks are found by these words as well. */
  heading: string | null
}

export interface Extracted {
  /** The title that a page gives itself. */
  title: string | null
  chunks: Omit<Chunk, 'language'>[]
}

/** What the child answers. */
export type Extraction = Extracted | { error: JobError }

const CHILD = new URL(import.meta.url.replace(/extract(\.\w+)$/, 'extraction/main$1'))

/**
 * A file's or page's text in chunks. The parsers run in a process of their own that holds no secret and can be ended:
 * a file that is made to hang or to burst them ends nothing else.
 * @throws AppError file_unreadable, unsupported_content, no_text
 */
export async function extract(
  source: Source,
  signal: AbortSignal,
  seconds = MOST_SECONDS,
): Promise<Extracted> {
  signal.throwIfAborted()
  const child = fork(CHILD, {
    execArgv: [...process.execArgv, `--max-old-space-size=${MOST_MEGABYTES}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let late = false
  const kill = () => child.kill('SIGKILL')
  const limit = setTimeout(() => {
    late = true
    kill()
  }, seconds * 1000)
  signal.addEventListener('abort', kill)
  try {
    const extraction = await answerOf(child, source)
    signal.throwIfAborted()
    if (late) throw unreadable(`It takes over ${seconds} s to read.`)
    if (!extraction) throw unreadable('It needs too much memory to be read.')
    if ('error' in extraction) throw new AppError(extraction.error.code, extraction.error.detail)
    return extraction
  } finally {
    clearTimeout(limit)
    signal.removeEventListener('abort', kill)
  }
}

/** @returns undefined when the child was killed, by us, by itself or for want of memory */
async function answerOf(child: ChildProcess, source: Source): Promise<Extraction | undefined> {
  let answer: Extraction | undefined
  child.once('message', (message) => {
    answer = message as Extraction
  })
  // A child that is gone before it has read all is told by its end.
  child.send(source, () => undefined)
  const [code] = await once(child, 'close')
  if (!answer && code !== null && code !== OUT_OF_MEMORY)
    throw new Error(`the process that reads files ended with code ${code}`)
  return answer
}

/** How Node ends where a signal cannot tell it. */
const OUT_OF_MEMORY = 134

export const unreadable = (detail: string) => new AppError('file_unreadable', detail)
