import { AppError } from '../../shared/lib/errors.ts'
import type { Extracted, Extraction, Frame, PageFacts } from '../extraction/contract/messages.ts'
import { plain } from './siteUrls.ts'

/** A page, or a frame of one, that was fetched and read. */
export interface ReadPart {
  url: URL
  extraction: Extraction
  facts: PageFacts | undefined
  /** Bytes that were fetched for it. */
  size: number
}

/** A page with the text and links of its frames. */
export interface FramedPart extends ReadPart {
  links: string[]
  /** The addresses of the frames that were read. */
  frames: string[]
}

/** Reads one frame, without the frames in it. @throws AppError */
export type ReadFrame = (frame: Frame, within: URL) => Promise<ReadPart>

/** The characters of a page from which on it is read without its frames. */
export const LITTLE = 300
/** The most frames of a page that are tried, with those in frames, and the most levels of them. */
const MAX_FRAMES = 10
const MAX_LEVELS = 3
/** Bytes of a page with its frames after which no further frame is read. */
const MAX_BYTES = 10 * 1024 * 1024

export const textLength = (extraction: Extraction) =>
  'error' in extraction ? 0 : extraction.chunks.reduce((sum, { text }) => sum + text.length, 0)

/**
 * Adds the text of a page's frames to that of the page, if the page is a frameset or has little
 * text otherwise. A frame that cannot be read, or that robots may not index, is left out.
 */
export async function withFrames(page: ReadPart, readFrame: ReadFrame): Promise<FramedPart> {
  const known = new Set([plain(page.url)])
  const found: ReadPart[] = []
  let size = page.size
  let tried = 0
  let failure: AppError | undefined

  async function readFramesOf(part: ReadPart, level: number): Promise<void> {
    if (level > MAX_LEVELS || !isShownByFrames(part)) return
    for (const frame of part.facts!.frames) {
      const address = 'address' in frame ? plain(frame.address) : undefined
      if (tried >= MAX_FRAMES || size > MAX_BYTES) return
      if (address !== undefined && known.has(address)) continue
      tried++
      if (address !== undefined) known.add(address)
      try {
        const read = await readFrame(frame, part.url)
        size += read.size
        if (read.facts?.noindex) continue
        found.push(read)
        await readFramesOf(read, level + 1)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        failure ??= error
      }
    }
  }

  await readFramesOf(page, 1)
  const links = [page, ...found].flatMap(({ facts }) => facts?.links ?? [])
  const frames = [...known].slice(1)
  return { ...page, extraction: joined(page, found, failure), links, frames, size }
}

const isShownByFrames = ({ facts, extraction }: ReadPart) =>
  facts !== undefined && (facts.isFrameset || textLength(extraction) < LITTLE)

/** Joins the text of a page and of its frames. Of a frameset's own text, only its title is kept. */
function joined(
  { extraction, facts }: ReadPart,
  frames: readonly ReadPart[],
  failure: AppError | undefined,
): Extraction {
  const texts = frames.map((frame) => frame.extraction).filter(isRead)
  if (texts.length === 0) return facts?.isFrameset ? withoutFrames(extraction, failure) : extraction
  const own = isRead(extraction) ? extraction : undefined
  const inFrames = texts.flatMap(({ chunks }) => chunks.map(({ page: _, ...chunk }) => chunk))
  return {
    title: own?.title ?? facts?.title ?? texts[0]!.title,
    chunks: facts?.isFrameset ? inFrames : [...(own?.chunks ?? []), ...inFrames],
  }
}

const isRead = (extraction: Extraction): extraction is Extracted => !('error' in extraction)

function withoutFrames(extraction: Extraction, failure: AppError | undefined): Extraction {
  if (isRead(extraction)) return extraction
  const detail = `The page consists of frames, and none could be read. ${failure?.message ?? ''}`
  return { error: { code: failure?.code ?? 'no_text', detail: detail.trim() } }
}
