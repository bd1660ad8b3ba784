import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import type { PageLine } from './lines.ts'

/** Lists the pages, from 1, on which no letter or digit was read. */
export const pagesWithoutText = (pages: readonly (readonly PageLine[])[]): number[] =>
  pages.flatMap((lines, at) =>
    lines.some(({ text }) => /[\p{L}\p{N}]/u.test(text)) ? [] : [at + 1],
  )

/** The most pages that are looked at. Of more, those behind are taken for painted. */
const MAX_LOOKED_AT = 500
/** The least part of a page that a picture with text covers. A logo covers less. */
const MIN_SHARE = 0.05
/** The most outlines of a page that may be only lines and backgrounds. A letter is one outline. */
const MAX_OUTLINES = 30

/**
 * Returns those of the pages that are not blank: a picture or many outlines may be text. Opens the
 * PDF again in a way that decodes no pictures, which takes 1 s for a scanned page.
 */
export async function paintedPages(bytes: Buffer, pages: readonly number[]): Promise<number[]> {
  if (!pages.length) return []
  const { OPS } = await getResolvedPDFJS()
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, maxImageSize: 1 })
  try {
    const painted: number[] = []
    for (const [at, number] of pages.entries()) {
      const isKnown = at < MAX_LOOKED_AT
      const page = isKnown ? await document.getPage(number) : undefined
      if (!page || isPainted(await page.getOperatorList(), sizeOf(page.view), OPS))
        painted.push(number)
      page?.cleanup()
    }
    return painted
  } finally {
    await document.destroy()
  }
}

const sizeOf = ([left = 0, bottom = 0, right = 0, top = 0]: number[]) =>
  Math.abs((right - left) * (top - bottom))

interface PageOperators {
  fnArray: readonly number[]
  argsArray: readonly unknown[]
}

/**
 * Whether a page has a large picture or many outlines. A picture that was left out is known by its
 * transformation, which stretches a unit square to the picture's place.
 * @param size the area of the page, in square points
 */
function isPainted(
  { fnArray, argsArray }: PageOperators,
  size: number,
  OPS: Readonly<Record<string, number>>,
): boolean {
  const scales = [1]
  let outlines = 0
  for (const [at, operator] of fnArray.entries()) {
    if (operator === OPS.save) scales.push(scales.at(-1)!)
    else if (operator === OPS.restore && scales.length > 1) scales.pop()
    else if (operator === OPS.transform) {
      const [a = 1, b = 0, c = 0, d = 1] = argsArray[at] as number[]
      scales[scales.length - 1]! *= Math.abs(a * d - b * c)
    } else if (operator === OPS.constructPath) outlines++
    if (scales.at(-1)! > MIN_SHARE * size || outlines > MAX_OUTLINES) return true
  }
  return false
}

/** The most ranges of pages that a warning names. */
const MAX_RANGES = 20

/** Names pages in order: `3, 5–9`. */
export function named(pages: readonly number[]): string {
  const ranges: [first: number, last: number][] = []
  for (const page of pages) {
    const last = ranges.at(-1)
    if (last?.[1] === page - 1) last[1] = page
    else ranges.push([page, page])
  }
  const first = ranges
    .slice(0, MAX_RANGES)
    .map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`))
  return first.join(', ') + (ranges.length > MAX_RANGES ? ' and others' : '')
}

/**
 * Says which pages have no text: `Pages 3, 5–9 have no text: they may be scanned.`
 * @param isRecognized whether text was looked for in their pictures
 */
export function withoutText(pages: readonly number[], isRecognized = false): string {
  const isOne = pages.length === 1
  const which = `${isOne ? 'Page' : 'Pages'} ${named(pages)} ${isOne ? 'has' : 'have'} no text`
  if (isRecognized) return `${which} that can be read or recognized.`
  return `${which}: ${isOne ? 'it' : 'they'} may be scanned.`
}
