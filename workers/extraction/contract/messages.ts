import { AppError, type JobError } from '../../../shared/errors.ts'
import type { FileType } from '../../../shared/fileTypes.ts'
import type { Chunk } from '../../../shared/store/knowledge/chunks.ts'
import type { Progress } from '../../../shared/store/knowledge/progress.ts'

/** What a file or page is made of. */
export interface Source {
  type: FileType
  bytes: Buffer
  /** The encoding that the sender of a text named. */
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

/** What an HTML page says of itself beside its text. */
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

/** A request to the reading process: a file, a page with its facts, or a sitemap. Below, its answers. */
export type Task = { source: Source; address?: string } | { sitemap: Buffer }
export type PageAnswer = Extraction & { page?: PageFacts }
export type Answer = PageAnswer | Sitemap | { error: JobError }

/** A message of the process: its progress, or its answer; after the last one it takes no more tasks. */
export type ReaderMessage = { progress: Progress } | { answer: object; isLast: boolean }

export type OnProgress = (progress: Progress) => void

export const unreadable = (detail: string) => new AppError('file_unreadable', detail)
