import { AppError, type JobError } from '../shared/errors.ts'
import type { FileType } from '../shared/fileTypes.ts'
import type { Chunk } from '../shared/store/chunks.ts'
import { MOST_SECONDS, makeReader, type OnProgress, type Reader } from './reader.ts'

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

/** What the reading process is asked: a file, a page with its facts, or a sitemap; and what it then answers. */
export type Task = { source: Source; address?: string } | { sitemap: Buffer }
type PageAnswer = Extraction & { page?: PageFacts }
export type Answer = PageAnswer | Sitemap | { error: JobError }

/** To cut a megabyte of plain text takes one second; three times that, for a machine that has other work. */
const SECONDS_PER_MEGABYTE = 3

/**
 * A file's or page's text in chunks.
 * @throws AppError file_unreadable, unsupported_content, no_text
 */
export async function extract(
  source: Source,
  signal: AbortSignal,
  seconds = MOST_SECONDS + Math.round(SECONDS_PER_MEGABYTE * (source.bytes.length / 1e6)),
  onProgress?: OnProgress,
): Promise<Extracted> {
  const reader = makeReader(signal)
  try {
    return orThrow((await reader.ask({ source } satisfies Task, seconds, onProgress)) as Extraction)
  } finally {
    reader.close()
  }
}

/** The same of a page, with its facts, which also one has whose text cannot be had. @throws AppError file_unreadable */
export async function extractPage(
  reader: Reader,
  source: Source,
  address: URL,
): Promise<{ extraction: Extraction; facts: PageFacts | undefined }> {
  const { page: facts, ...extraction } = (await reader.ask({
    source,
    address: address.href,
  } satisfies Task)) as PageAnswer
  return { extraction: extraction as Extraction, facts }
}

/** What a sitemap lists, packed or not, as XML or as lines. @throws AppError file_unreadable */
export async function readSitemap(reader: Reader, sitemap: Buffer): Promise<Sitemap> {
  return orThrow((await reader.ask({ sitemap } satisfies Task)) as Sitemap | { error: JobError })
}

export function orThrow<Result extends object>(result: Result | { error: JobError }): Result {
  if ('error' in result) throw new AppError(result.error.code, result.error.detail)
  return result
}

export const unreadable = (detail: string) => new AppError('file_unreadable', detail)
