import { strToU8, zipSync } from 'fflate'

/**
 * Makes a PDF with one page of lines for each text. If it is `encrypted`, its password is unknown.
 * With `glyphs`, which may be any letters, its only page has these instead, drawn one by one from
 * the left, each in a different size from the last. The bookmarks of `outline` lead to pages, from
 * 0 on.
 */
export function makePdf(
  pages: readonly string[],
  {
    encrypted = false,
    glyphs = [] as readonly string[],
    title = '',
    heading = '',
    outline = [] as readonly { title: string; page: number }[],
  } = {},
): Buffer {
  const numberOf = (page: number) => 4 + 2 * page
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, n) => `${numberOf(n)} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica ${glyphs.length ? '/ToUnicode 6 0 R' : ''} >>`,
    ...pages.flatMap((text, n) => {
      const lines = text
        .split('\n')
        .map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj 0 -16 Td`)
      const above = heading && n === 0 ? `/F1 24 Tf (${heading}) Tj` : ''
      const content = glyphs.length
        ? draw(glyphs)
        : `BT 50 780 Td ${above} /F1 12 Tf 0 -30 Td\n${lines.join('\n')}\nET`
      const resources = '/Resources << /Font << /F1 3 0 R >> >>'
      const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${resources} /Contents ${numberOf(n) + 1} 0 R >>`
      return [page, `<< /Length ${content.length} >>\nstream\n${content}\nendstream`]
    }),
  ]
  const map = toUnicode(glyphs)
  if (glyphs.length) objects.push(`<< /Length ${map.length} >>\nstream\n${map}\nendstream`)
  const lock = `<< /Filter /Standard /V 1 /R 2 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> /P -44 >>`
  if (encrypted) objects.push(lock)
  if (title) objects.push(`<< /Title (${title}) >>`)
  if (outline.length) {
    const first = objects.length + 2
    const bookmarks = outline.map(({ title, page }, n) => {
      const next = n + 1 < outline.length ? `/Next ${first + n + 1} 0 R` : ''
      return `<< /Title (${title}) /Parent ${first - 1} 0 R /Dest [${numberOf(page)} 0 R /XYZ 50 792 null] ${next} >>`
    })
    objects[0] = `<< /Type /Catalog /Pages 2 0 R /Outlines ${first - 1} 0 R >>`
    const ends = `/First ${first} 0 R /Last ${first + outline.length - 1} 0 R`
    objects.push(`<< /Type /Outlines /Count ${outline.length} ${ends} >>`, ...bookmarks)
  }
  const entry = encrypted ? `/Encrypt ${objects.length} 0 R /ID [<00><00>]` : ''
  return pdfOf(objects, title ? `/Info ${objects.length} 0 R` : entry)
}

export function pdfOf(objects: readonly string[], more = ''): Buffer {
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, n) => {
    const offset = file.length
    file += `${n + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const end = `trailer\n<< /Size ${size} /Root 1 0 R ${more} >>\nstartxref\n${file.length}\n%%EOF`
  return Buffer.from(
    `${file}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}${end}`,
    'latin1',
  )
}

/** Makes a PDF whose font is not embedded. Its text is these codes, in one of Adobe's encodings. */
export function makeCodedPdf(encoding: string, ordering: string, codes: string): Buffer {
  const content = `BT /F1 12 Tf 50 700 Td <${codes}> Tj ET`
  const font = `/Type /Font /Subtype /Type0 /BaseFont /Any /Encoding /${encoding} /DescendantFonts [6 0 R]`
  const info = `/CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >>`
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    `<< ${font} >>`,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Any ${info} /FontDescriptor 7 0 R >>`,
    '<< /Type /FontDescriptor /FontName /Any /Flags 6 >>',
  ])
}

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0')

const draw = (glyphs: readonly string[]) =>
  glyphs
    .map((_, n) => `BT /F1 ${12 + (n % 2) / 10} Tf ${50 + 7 * n} 700 Td <${hex(n + 65, 2)}> Tj ET`)
    .join('\n')

const toUnicode = (
  glyphs: readonly string[],
) => `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /A def /CMapType 2 def 1 begincodespacerange <00> <ff> endcodespacerange
${glyphs.length} beginbfchar
${glyphs.map((glyph, n) => `<${hex(n + 65, 2)}> <${hex(glyph.charCodeAt(0), 4)}>`).join('\n')}
endbfchar endcmap end end`

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const escapeXml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/**
 * Makes a Word document of these paragraphs.
 * @param more further files of its archive
 * @param after XML that follows the paragraphs
 */
export function makeDocx(
  paragraphs: readonly (string | { style: string; text: string })[],
  more: Record<string, Uint8Array> = {},
  after = '',
): Buffer {
  const body = paragraphs
    .map((paragraph) =>
      typeof paragraph === 'string' ? { style: 'Normal', text: paragraph } : paragraph,
    )
    .map(
      ({ style, text }) =>
        `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t>${escapeXml(text)}</w:t></w:r></w:p>`,
    )
    .join('')
  const files = {
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${XML}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}${after}</w:body></w:document>`,
  }
  const packed = Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, strToU8(text)]),
  )
  return Buffer.from(zipSync({ ...packed, ...more }))
}
