/** The fields that we use of pdf.js's pieces of text, in points from the lower left. */
export interface PdfItem {
  str: string
  dir: string
  transform: number[]
  width: number
  height: number
  hasEOL: boolean
}

export const x = ({ transform }: PdfItem) => transform[4] ?? 0
export const y = ({ transform }: PdfItem) => transform[5] ?? 0
export const right = (item: PdfItem) => x(item) + item.width
export const isTurned = ({ transform }: PdfItem) => Math.abs(transform[1] ?? 0) > 0.01
export const isSeen = ({ str }: PdfItem) => str.trim() !== ''

/** Whether two pieces stand on the same line, whatever their sizes. */
export const isLevel = (one: PdfItem, other: PdfItem) =>
  Math.abs(y(one) - y(other)) < 0.5 * Math.max(one.height, other.height)

/** Makes a piece of text that the page has no piece for, such as a form's value. */
export const itemAt = (str: string, place: Pick<PdfItem, 'width' | 'height'> & Point): PdfItem => ({
  str,
  dir: 'ltr',
  transform: [place.height, 0, 0, place.height, place.x, place.y],
  width: place.width,
  height: place.height,
  hasEOL: false,
})

interface Point {
  x: number
  y: number
}
