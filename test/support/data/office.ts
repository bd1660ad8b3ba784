import { strToU8, zipSync } from 'fflate'

/** Makes a zip of texts, in this order. */
export const makeZip = (files: Record<string, string | Uint8Array>): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, data]) => [
          name,
          typeof data === 'string' ? strToU8(data) : data,
        ]),
      ),
    ),
  )

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006'
const R = `xmlns:r="${OFFICE}/relationships"`
const RELATIONS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'
/** @param targets by id, each with the last word of its type */
const relations = (targets: Record<string, readonly [type: string, target: string]>) =>
  `<Relationships ${RELATIONS}>${Object.entries(targets)
    .map(
      ([id, [type, target]]) =>
        `<Relationship Id="${id}" Type="${OFFICE}/relationships/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

interface MadeSheet {
  name: string
  /** XML of its rows: `<row r="1">…</row>`. */
  rows: string
  state?: string
  /** XML before and after the rows. */
  before?: string
  after?: string
}

/** Makes a cell with a text or a number. `style` is one of `formats`, from 1. */
export const cell = (at: string, value: string | number, style = 0): string =>
  typeof value === 'number'
    ? `<c r="${at}" s="${style}"><v>${value}</v></c>`
    : `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`

/** Makes rows of cells, from A1. */
export const rowsOf = (rows: readonly (readonly (string | number)[])[]): string =>
  rows
    .map((cells, row) => {
      const written = cells.map((value, column) => cell(`${'ABCDEFGH'[column]}${row + 1}`, value))
      return `<row r="${row + 1}">${written.join('')}</row>`
    })
    .join('')

/** Makes an Excel workbook. @param formats codes of number formats, by style from 1 */
export function makeXlsx(
  sheets: readonly MadeSheet[],
  {
    formats = [] as readonly string[],
    strings = '',
    properties = '',
    more = {} as Record<string, Uint8Array>,
  } = {},
): Buffer {
  const listed = sheets.map(
    ({ name, state = 'visible' }, n) =>
      `<sheet name="${name}" sheetId="${n + 1}" state="${state}" r:id="rId${n}"/>`,
  )
  const codes = formats.map((code, n) => `<numFmt numFmtId="${200 + n}" formatCode="${code}"/>`)
  const styles = formats.map(
    (code, n) => `<xf numFmtId="${/^\d\d?$/.test(code) ? code : 200 + n}"/>`,
  )
  return makeZip({
    '_rels/.rels': relations({ main: ['officeDocument', 'xl/workbook.xml'] }),
    'xl/workbook.xml': `<workbook ${R}>${properties}<sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations({
      ...Object.fromEntries(
        sheets.map((_, n) => [`rId${n}`, ['worksheet', `worksheets/sheet${n}.xml`] as const]),
      ),
      strings: ['sharedStrings', 'sharedStrings.xml'],
      styles: ['styles', '/xl/styles.xml'],
    }),
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    'xl/styles.xml': `<styleSheet><numFmts>${codes.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ rows, before = '', after = '' }, n) => [
        `xl/worksheets/sheet${n}.xml`,
        `<worksheet>${before}<sheetData>${rows}</sheetData>${after}</worksheet>`,
      ]),
    ),
    ...more,
  })
}

/** Makes a shape of a slide. @param kind that of its placeholder, such as `title`; empty: none */
export const shape = (
  kind: string,
  paragraphs: readonly string[],
  { hidden = 0, look = '' } = {},
): string => {
  const lines = paragraphs
    .map((text) => `<a:p><a:r><a:rPr ${look}/><a:t>${text}</a:t></a:r></a:p>`)
    .join('')
  const place = kind && `<p:ph type="${kind}"/>`
  return `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x" hidden="${hidden}"/><p:nvPr>${place}</p:nvPr></p:nvSpPr><p:txBody>${lines}</p:txBody></p:sp>`
}

/**
 * Makes a PowerPoint presentation. @param slides XML of the shapes of each. A slide with `hidden`
 * before them does not show.
 */
export function makePptx(slides: readonly string[], more: Record<string, string> = {}): Buffer {
  const shows = (slide: string) => (slide.startsWith('hidden') ? 'show="0"' : '')
  return makeZip({
    '_rels/.rels': relations({ main: ['officeDocument', 'ppt/presentation.xml'] }),
    'ppt/presentation.xml': `<p:presentation xmlns:p="p" ${R}><p:sldIdLst>${slides
      .map((_, n) => `<p:sldId id="${256 + n}" r:id="rId${n}"/>`)
      .join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      Object.fromEntries(
        slides.map((_, n) => [`rId${n}`, ['slide', `slides/slide${n}.xml`] as const]),
      ),
    ),
    ...Object.fromEntries(
      slides.map((slide, n) => [
        `ppt/slides/slide${n}.xml`,
        `<p:sld xmlns:p="p" xmlns:a="a" ${shows(slide)}><p:cSld><p:spTree>${slide.replace(/^hidden/, '')}</p:spTree></p:cSld></p:sld>`,
      ]),
    ),
    ...more,
  })
}

const OPEN = ['office', 'text', 'table', 'style', 'fo', 'draw', 'presentation', 'manifest']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ')

/** Makes an OpenDocument of this XML. @param styles XML of its automatic styles */
export const makeOpen = (
  kind: 'text' | 'spreadsheet' | 'presentation',
  body: string,
  styles = '',
  more: Record<string, string> = {},
): Buffer =>
  makeZip({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `<?xml version="1.0"?><office:document-content ${OPEN}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    ...more,
  })

/** Makes an e-book of chapters in XHTML, by their file names, in this order. */
export function makeEpub(
  chapters: Record<string, string>,
  more: Record<string, string> = {},
): Buffer {
  const names = Object.keys(chapters)
  const items = names.map((name, n) => `<item id="i${n}" href="${encodeURIComponent(name)}"/>`)
  const page = (body: string) =>
    `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>${body}</body></html>`
  return makeZip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
    // The files are in another order than the chapters.
    ...Object.fromEntries(names.toReversed().map((name) => [`OPS/${name}`, page(chapters[name]!)])),
    'OPS/nav.xhtml': page('<nav>Contents</nav><p>Contents.</p>'),
    'OPS/book.opf': `<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>The Pool</dc:title></metadata><manifest><item id="nav" href="nav.xhtml" properties="nav"/>${items.join('')}</manifest><spine><itemref idref="nav"/>${names.map((_, n) => `<itemref idref="i${n}"/>`).join('')}</spine></package>`,
    ...more,
  })
}
