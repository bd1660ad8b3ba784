import type { Chunk } from '../../../shared/knowledge/chunks.ts'
import type { Progress } from '../../../shared/knowledge/progress.ts'
import { AppError, type JobError } from '../../../shared/lib/errors.ts'
import type { FileType } from '../../../shared/lib/fileTypes.ts'

/** How pictures of text may be read. */
export interface OcrOptions {
  /** The most processor seconds for all pictures of a file. */
  seconds: number
  /** The language that the text is expected in, as BCP 47; null: unknown. */
  language: string | null
  /** The operator's folder with data of languages; null: there is none. */
  folder: string | null
}

/** A file or page to read. */
export interface Source {
  type: FileType
  bytes: Buffer
  /** The encoding that the sender of a text names; null: none. */
  charset: string | null
  /** Text by which all chunks are found, such as the title; null: none. */
  heading: string | null
  /** The name of the file, by which its chunks are found if it has no title. */
  name?: string | null
  /** How text in pictures is recognized. Absent: it is not. */
  ocr?: OcrOptions
}

/** How the text of a file was read that may have it in pictures. */
export interface Recognition {
  read_by: 'text' | 'ocr' | 'text_and_ocr'
  /** How sure recognition is of its words, on average, from 0 to 1; null: nothing was recognized. */
  confidence: number | null
}

export interface Extracted {
  /** The title that the file or page gives itself; null: it has none, or a meaningless title. */
  title: string | null
  chunks: Omit<Chunk, 'language'>[]
  /** How a PDF's or picture's text was read; absent: it was not looked for in pictures. */
  recognition?: Recognition
  /** What could not be read of it, in sentences; absent or empty: all was read. */
  warnings?: string[]
}

export type Extraction = Extracted | { error: JobError }

/** An HTML page's metadata and links. */
export interface PageFacts {
  /** Its title, also if it has no text; null: none, or a meaningless one. */
  title: string | null
  /** The canonical address that it names; null: none. */
  canonical: string | null
  noindex: boolean
  /**
   * The links of the page to its own origin, in order and each once; none if it asks robots not to
   * follow links.
   */
  links: string[]
  /** Where the page sends its readers within 5 seconds; null: nowhere. */
  refresh: Refresh | null
  /** The frames of the page's own origin, in order; at most 10. */
  frames: Frame[]
  /** Whether the page consists of frames: what else it says is for browsers without frames. */
  isFrameset: boolean
}

export interface Refresh {
  /** May be that of the page itself. */
  address: string
  /** Whether it holds only for browsers that run no scripts. */
  isScriptless: boolean
}

/** A frame: the address of its page, or the page itself (`srcdoc`). */
export type Frame = { address: string } | { html: string }

/** The addresses that a sitemap lists. */
export interface Sitemap {
  pages: string[]
  sitemaps: string[]
}

/** A task of the reading process: a file, a page with its facts, or a sitemap. */
export type Task = { source: Source; address?: string } | { sitemap: Buffer }
export type PageAnswer = Extraction & { page?: PageFacts }
export type Answer = PageAnswer | Sitemap | { error: JobError }

/**
 * A message to the process: a task, and the processor seconds within which the process must answer
 * or report progress.
 */
export type LimitedTask = Task & { seconds: number }

/**
 * The signal by which the process ends itself if a task needs too much processor time. It dumps no
 * core, and nothing else sends it.
 */
export const OUT_OF_TIME = 'SIGVTALRM'

/**
 * A message of the process: progress or an answer. After its last answer it takes no more tasks.
 */
export type ReaderMessage = { progress: Progress } | { answer: object; isLast: boolean }

export type OnProgress = (progress: Progress) => void

export const unreadable = (detail: string) => new AppError('file_unreadable', detail)
