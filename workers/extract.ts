import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { AppError, type JobError } from '../shared/errors.ts'
import type { FileType } from '../shared/fileTypes.ts'
import type { Chunk } from '../shared/store/chunks.ts'
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
  chunks: Omit<Chunk, 'language'>[]
}

export type Extraction = Extracted | { error: JobError }

/** What a page says of itself, beside its text; of a page that is no HTML, nothing. */
export interface PageFacts {
  /** The address that it wants to be known by. */
  canonical: string | null
  noindex: boolean
  /** Addresses of its own site that it links to, in their order, each once; none where it asks not to follow them. */
  links: string[]
}

/** What a sitemap lists. */
export interface Sitemap {
  pages: string[]
  sitemaps: string[]
}

/** What the child is asked: to read a file, a page with its facts, or a sitemap; and what it then answers. */
export type Task = { source: Source; address?: string } | { sitemap: Buffer }
type PageAnswer = Extraction & { page?: PageFacts }
export type Answer = PageAnswer | Sitemap

/** What it tells meanwhile. */
export interface Told {
  progress: Progress
}

export type OnProgress = (progress: Progress) => void

/**
 * A file's or page's text in chunks.
 * @throws AppError file_unreadable, unsupported_content, no_text
 */
export async function extract(
  source: Source,
  signal: AbortSignal,
  seconds?: number,
  onProgress?: OnProgress,
): Promise<Extracted> {
  return orThrow((await ask({ source }, signal, seconds, onProgress)) as Extraction)
}

/** The same of a page, with its facts, which also one has whose text cannot be had. @throws AppError file_unreadable */
export async function extractPage(
  source: Source,
  address: URL,
  signal: AbortSignal,
): Promise<{ extraction: Extraction; facts: PageFacts | undefined }> {
  const { page: facts, ...extraction } = (await ask({ source, address: address.href }, signal)) as PageAnswer
  return { extraction: extraction as Extraction, facts }
}

/** What a sitemap lists, packed or not, as XML or as lines. @throws AppError file_unreadable */
export async function readSitemap(sitemap: Buffer, signal: AbortSignal): Promise<Sitemap> {
  return orThrow((await ask({ sitemap }, signal)) as Sitemap | { error: JobError })
}

export function orThrow<Result extends object>(result: Result | { error: JobError }): Result {
  if ('error' in result) throw new AppError(result.error.code, result.error.detail)
  return result
}

const CHILD = new URL(import.meta.url.replace(/extract(\.\w+)$/, 'extraction/main$1'))

/**
 * Parsers run in a process of their own that holds no secret and can be ended: a file that is made to hang or to burst
 * them ends nothing else.
 */
async function ask(
  task: Task,
  signal: AbortSignal,
  seconds = MOST_SECONDS,
  onProgress: OnProgress = () => undefined,
): Promise<Answer> {
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
    const answer = await answerOf(child, task, (progress) => {
      limit.refresh()
      onProgress(progress)
    })
    signal.throwIfAborted()
    if (late) throw unreadable(`It takes over ${late} s to read. Split it, or save it in a simpler form.`)
    if (!answer)
      throw unreadable('It needs too much memory to be read. Split it, or save it in a simpler form.')
    return answer
  } finally {
    clearTimeout(limit)
    clearTimeout(limitInAll)
    signal.removeEventListener('abort', kill)
  }
}

/** @returns undefined when the child was killed, by us, by itself or for want of memory */
async function answerOf(
  child: ChildProcess,
  task: Task,
  onProgress: OnProgress,
): Promise<Answer | undefined> {
  let answer: Answer | undefined
  child.on('message', (message: Answer | Told) => {
    if ('progress' in message) onProgress(message.progress)
    else answer = message
  })
  // A child that is gone before it has read all is told by its end.
  child.send(task, () => undefined)
  const [code] = await once(child, 'close')
  if (!answer && code !== null && code !== OUT_OF_MEMORY)
    throw new Error(`the process that reads files ended with code ${code}`)
  return answer
}

/** How Node ends where a signal cannot tell it. */
const OUT_OF_MEMORY = 134

export const unreadable = (detail: string) => new AppError('file_unreadable', detail)
