import { pdfOf } from './documents.ts'

/** A page of a PDF, as a program paints it. */
export interface PlacedPage {
  /** Each text with its place in points from the lower left, in the order of painting. */
  texts: readonly (readonly [x: number, y: number, text: string, size?: number])[]
  /** The bodies of its annotations, such as `/Subtype /Widget /FT /Tx /V (C-47)`. */
  annotations?: readonly string[]
  /** Operators that are painted before the texts. */
  painted?: string
}

/** Makes a PDF in Helvetica of texts at their places. @param info the body of its metadata */
export function makePlacedPdf(
  pages: readonly PlacedPage[],
  { info = '', form = '' }: { info?: string; form?: string } = {},
): Buffer {
  const objects: string[] = ['', '', '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>']
  const add = (object: string) => `${objects.push(object)} 0 R`
  const kids = pages.map(({ texts, annotations = [], painted = '' }) => {
    const written = texts.map(
      ([x, y, text, size = 11]) =>
        `BT /F1 ${size} Tf ${x} ${y} Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`,
    )
    const content = [painted, ...written].join('\n')
    const contents = add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
    const annots = annotations.map((body) => add(`<< /Type /Annot /F 4 ${body} >>`)).join(' ')
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${contents} /Annots [${annots}] >>`,
    )
  })
  const fields = objects.flatMap((object, at) => (object.includes('/FT') ? `${at + 1} 0 R` : []))
  const acroForm = `<< /Fields [${fields.join(' ')}] ${form} >>`
  objects[0] = `<< /Type /Catalog /Pages 2 0 R /AcroForm ${acroForm} >>`
  objects[1] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`
  return pdfOf(objects, info ? `/Info ${add(`<< ${info} >>`)}` : '')
}

/** A page that a picture of four pixels covers. */
export const SCANNED: PlacedPage = {
  texts: [],
  painted: 'q 612 0 0 792 0 0 cm BI /W 2 /H 2 /BPC 8 /CS /G ID abcd EI Q',
}
