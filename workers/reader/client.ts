import { AppError, type JobError } from '../../shared/lib/errors.ts'
import type {
  Extracted,
  Extraction,
  OnProgress,
  PageAnswer,
  PageFacts,
  Sitemap,
  Source,
  Task,
} from '../extraction/contract/messages.ts'
import { MAX_SECONDS, makeReader, type Reader } from './subprocess.ts'

/** Processor seconds a megabyte: HTML takes two to three, and a slow machine gets six. */
const SECONDS_PER_MEGABYTE = 6

/** The limits for reading a file; default: those for knowledge. */
export interface ReadingLimits {
  /** Processor seconds, see `Reader`. */
  seconds?: number | undefined
  /** Megabytes of the reading process's heap. */
  megabytes?: number | undefined
}

/**
 * Extracts the text of a file or page, in chunks.
 * @throws AppError file_unreadable, unsupported_content, no_text; unavailable: the machine is too
 *   busy
 */
export async function extract(
  source: Source,
  signal: AbortSignal,
  { seconds = secondsFor(source), megabytes }: ReadingLimits = {},
  onProgress?: OnProgress,
): Promise<Extracted> {
  const reader = makeReader(signal, megabytes)
  try {
    return orThrow((await reader.ask({ source } satisfies Task, seconds, onProgress)) as Extraction)
  } finally {
    reader.close()
  }
}

const secondsFor = ({ bytes }: Source) =>
  MAX_SECONDS + Math.round(SECONDS_PER_MEGABYTE * (bytes.length / 1e6))

/**
 * Like `extract`, but also returns the page's facts, even if its text cannot be read.
 * @throws AppError file_unreadable
 */
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

/** Reads a sitemap, compressed or not, as XML or as lines. @throws AppError file_unreadable */
export async function readSitemap(reader: Reader, sitemap: Buffer): Promise<Sitemap> {
  return orThrow((await reader.ask({ sitemap } satisfies Task)) as Sitemap | { error: JobError })
}

export function orThrow<Result extends object>(result: Result | { error: JobError }): Result {
  if ('error' in result) throw new AppError(result.error.code, result.error.detail)
  return result
}
