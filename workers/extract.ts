import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { AppError, type JobError } from '../shared/errors.ts'
import type { FileType } from '../shared/fileTypes.ts'
import type { Chunk } from '../shared/store/knowledge.ts'
import type { Progress } from '../shared/store/progress.ts'

/** Some files would keep a parser busy for ever: of a PDF this is for each page, of all others for the whole. */
const MOST_SECONDS = 20
const MOST_SECONDS_IN_ALL = 180
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
  chunks: Chunk[]
}

export type OnProgress = (progress: Progress) => void

/** What the child answers in the end. */
export type Extraction = Extracted | { error: JobError }

/** What it tells meanwhile. */
export interface Told {
  progress: Progress
}

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
  onProgress: OnProgress = () => undefined,
): Promise<Extracted> {
  signal.throwIfAborted()
  const child = fork(CHILD, {
    execArgv: [...process.execArgv, `--max-old-space-size=${MOST_MEGABYTES}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let late = 0
  const kill = () => child.kill('SIGKILL')
  const endAfter = (seconds: number) =>
    setTimeout(() => {
      late = seconds
      kill()
    }, seconds * 1000)
  const limit = endAfter(seconds)
  const limitInAll = endAfter(MOST_SECONDS_IN_ALL)
  signal.addEventListener('abort', kill)
  try {
    const extraction = await answerOf(child, source, (progress) => {
      limit.refresh()
      onProgress(progress)
    })
    signal.throwIfAborted()
    if (late) throw unreadable(`It takes over ${late} s to read. Split it, or save it in a simpler form.`)
    if (!extraction)
      throw unreadable('It needs too much memory to be read. Split it, or save it in a simpler form.')
    if ('error' in extraction) throw new AppError(extraction.error.code, extraction.error.detail)
    return extraction
  } finally {
    clearTimeout(limit)
    clearTimeout(limitInAll)
    signal.removeEventListener('abort', kill)
  }
}

/** @returns undefined when the child was killed, by us, by itself or for want of memory */
async function answerOf(
  child: ChildProcess,
  source: Source,
  onProgress: OnProgress,
): Promise<Extraction | undefined> {
  let answer: Extraction | undefined
  child.on('message', (message: Extraction | Told) => {
    if ('progress' in message) onProgress(message.progress)
    else answer = message
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
