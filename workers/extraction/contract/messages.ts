import type { Chunk } from '../../../shared/knowledge/chunks.ts'
import type { Progress } from '../../../shared/knowledge/progress.ts'
import { AppError, type JobError } from '../../../shared/lib/errors.ts'
import type { FileType } from '../../../shared/lib/fileTypes.ts'

/** A file or page to read. */
export interface Source {
  type: FileType
  bytes: Buffer
  /** The encoding that the sender of a text names; null: none. */
  charset: string | null
  /** Words by which its chunks are found, too, such as its title; null: none. */
  heading: string | null
  /** The name of the file, by which its chunks are found if it has no title at all. */
  name?: string | null
}

export interface Extracted {
  /** The title that the file or page gives itself; null: none that says anything. */
  title: string | null
  chunks: Omit<Chunk, 'language'>[]
}

export type Extraction = Extracted | { error: JobError }

/** What an HTML page says about itself, apart from its text. */
export interface PageFacts {
  /** The canonical address that it names; null: none. */
  canonical: string | null
  noindex: boolean
  /**
   * Addresses of its own origin that it links to, in order and each once; none if it asks robots
   * not to follow them.
   */
  links: string[]
}

/** The addresses that a sitemap lists. */
export interface Sitemap {
  pages: string[]
  sitemaps: string[]
}

/**
 * A task of the reading process: a file, a page with its facts, or a sitemap. Its answers are
 * below.
 */
export type Task = { source: Source; address?: string } | { sitemap: Buffer }
export type PageAnswer = Extraction & { page?: PageFacts }
export type Answer = PageAnswer | Sitemap | { error: JobError }

/**
 * What the process is sent: a task, and the processor seconds after which it must have answered or
 * progressed.
 */
export type LimitedTask = Task & { seconds: number }

/**
 * The signal by which the process ends itself when a task needs too much processor time. No core is
 * dumped, and nothing else sends it.
 */
export const OUT_OF_TIME = 'SIGVTALRM'

/**
 * A message of the process: its progress or its answer. After the last answer it takes no more
 * tasks.
 */
export type ReaderMessage = { progress: Progress } | { answer: object; isLast: boolean }

export type OnProgress = (progress: Progress) => void

export const unreadable = (detail: string) => new AppError('file_unreadable', detail)
