/** The numbers of pdf.js's operators, by their names. */
export type Operators = Readonly<Record<string, number>>

/** `[a, b, c, d, e, f]`: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [number, number, number, number, number, number]

/** A picture of a PDF page as pdf.js has it. */
export interface PdfPicture {
  width: number
  height: number
  data: Uint8Array | Uint8ClampedArray
  /** 1: a bit for each pixel, 2: RGB, 3: RGBA; absent in masks, which are of bits. */
  kind?: number
}

/** A picture and its place: the unit square's, in the units of the page. */
export interface PlacedPicture {
  /** The picture, or the name under which the page has it. */
  picture: PdfPicture | string
  place: Matrix
  /** The grey, from 0 (black) to 255, in which a mask is painted; null: it is no mask. */
  ink: number | null
}

/** The most pictures of a page that are painted. Scanners make strips, up to some hundreds. */
const MAX_PICTURES = 2_000
/** The most nested states. Broken files have more. */
const MAX_DEPTH = 1_000

export const times = (outer: Matrix, inner: Matrix): Matrix => [
  outer[0] * inner[0] + outer[2] * inner[1],
  outer[1] * inner[0] + outer[3] * inner[1],
  outer[0] * inner[2] + outer[2] * inner[3],
  outer[1] * inner[2] + outer[3] * inner[3],
  outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
  outer[1] * inner[4] + outer[3] * inner[5] + outer[5],
]

/** Finds the pictures of a page in the order of painting. */
export function placedPictures(
  { fnArray, argsArray }: { fnArray: readonly number[]; argsArray: readonly unknown[] },
  operators: Operators,
): PlacedPicture[] {
  let place: Matrix = [1, 0, 0, 1, 0, 0]
  let ink = 0
  const states: { place: Matrix; ink: number }[] = []
  const found: PlacedPicture[] = []
  const save = () => {
    if (states.length < MAX_DEPTH) states.push({ place, ink })
  }
  const restore = () => {
    const state = states.pop()
    if (state) ({ place, ink } = state)
  }
  const add = (picture: unknown, ink: number | null) => {
    if (picture && found.length < MAX_PICTURES)
      found.push({ picture: picture as PdfPicture | string, place, ink })
  }
  const actions: Record<string, (args: readonly unknown[]) => void> = {
    save,
    restore,
    transform: (args) => {
      place = times(place, args as unknown as Matrix)
    },
    paintFormXObjectBegin: ([matrix]) => {
      save()
      if (matrix) place = times(place, matrix as Matrix)
    },
    paintFormXObjectEnd: restore,
    setFillRGBColor: ([colour]) => {
      ink = greyOf(String(colour))
    },
    paintImageXObject: ([name]) => add(name, null),
    paintInlineImageXObject: ([picture]) => add(picture, null),
    paintImageMaskXObject: ([mask]) => add(pictureOf(mask as PdfPicture), ink),
  }
  const byNumber = new Map(Object.entries(actions).map(([name, act]) => [operators[name], act]))
  for (const [at, operator] of fnArray.entries())
    byNumber.get(operator)?.((argsArray[at] as unknown[] | null) ?? [])
  return found
}

/** Returns a mask, or its name, which pdf.js puts in the place of its bits. */
const pictureOf = (mask: PdfPicture | undefined) =>
  typeof mask?.data === 'string' ? (mask.data as string) : mask

/** Returns the grey of a colour such as `#ff8000`, by ITU-R BT.601. */
function greyOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\da-f]{2}/gi) ?? []).map((part) =>
    Number.parseInt(part, 16),
  )
  return greyOfParts(red, green, blue)
}

export const greyOfParts = (red: number, green: number, blue: number) =>
  (red * 77 + green * 150 + blue * 29) >> 8
