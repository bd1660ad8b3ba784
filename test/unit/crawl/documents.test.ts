import { expect } from 'chai'
import { parseHosts } from '../../../shared/lib/egress/publicAddresses.ts'
import type { FileType } from '../../../shared/lib/fileTypes.ts'
import { fetchPage } from '../../../workers/crawl/fetch.ts'
import { fileNameIn } from '../../../workers/crawl/fileName.ts'
import { makeDocx, makePdf } from '../../support/data/documents.ts'
import {
  makeEpub,
  makeOpen,
  makePptx,
  makeXlsx,
  makeZip,
  rowsOf,
  shape,
} from '../../support/data/office.ts'
import { type Pages, startPages } from '../../support/servers/pages.ts'

const XLSX = makeXlsx([{ name: 'S', rows: rowsOf([['Open daily.']]) }])
const DOCUMENTS: Partial<Record<FileType, Buffer>> = {
  pdf: makePdf(['Open daily.']),
  docx: makeDocx(['Open daily.']),
  xlsx: XLSX,
  pptx: makePptx([shape('', ['Open daily.'])]),
  odt: makeOpen('text', '<text:p>Open daily.</text:p>'),
  ods: makeOpen('spreadsheet', '<table:table/>'),
  odp: makeOpen('presentation', '<draw:page/>'),
  epub: makeEpub({ 'a.xhtml': '<p>Open daily.</p>' }),
  rtf: Buffer.from('{\\rtf1 Open daily.}'),
}
/** What servers say of documents whose type they do not know, and what is wrong. */
const SAID = [
  'application/octet-stream',
  'binary/octet-stream',
  'application/x-download',
  'application/force-download; charset=binary',
  'application/zip',
  'text/plain; charset=utf-8',
  'text/html',
  'application/msword',
  'image/png',
  '',
]

describe('the type of a fetched document', () => {
  let pages: Pages
  const { signal } = new AbortController()
  before(async () => {
    pages = await startPages()
  })
  after(() => pages.close())

  const serve = (body: string | Buffer, type: string, disposition?: string, path = '/file') =>
    pages.answer(path, (_, response) => {
      response.writeHead(200, {
        ...(type && { 'Content-Type': type }),
        ...(disposition && { 'Content-Disposition': disposition }),
      })
      response.end(body)
    })
  const get = (path = '/file') =>
    fetchPage(pages.url(path), { signal, trustedHosts: parseHosts(pages.host) })
  const typeOf = (path?: string): Promise<string> =>
    get(path).then(
      ({ type }) => type,
      ({ code }) => code,
    )

  for (const [type, bytes] of Object.entries(DOCUMENTS) as [FileType, Buffer][])
    it(`is ${type} by its bytes, whatever its server says`, async () => {
      for (const said of SAID) {
        serve(bytes, said)
        expect(await typeOf(), said).to.equal(type)
        serve(bytes, said, 'attachment', '/a8f3?X-Signature=b2.html')
        expect(await typeOf('/a8f3?X-Signature=b2.html'), said).to.equal(type)
      }
    })

  it('is that of an Office file also if it holds another, or has unusual names', async () => {
    const names = ['[Content_Types].xml', '_rels/.rels', 'word/document2.xml']
    const parts = Object.fromEntries(names.map((name) => [name, '<x/>']))
    serve(
      makeZip({ ...parts, 'word/embeddings/Sheet1.xlsx': XLSX, 'customXml/xl/item.xml': '' }),
      'application/octet-stream',
    )
    expect(await typeOf()).to.equal('docx')
    serve(makeZip({ 'META-INF/container.xml': '', mimetype: 'application/epub+zip' }), '')
    expect(await typeOf()).to.equal('epub')
  })

  it('is that of a page without a type, or of XHTML that is sent as XML', async () => {
    const xhtml =
      '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Open daily.</p></body></html>'
    for (const [body, said] of [
      ['<!doctype html><p>Open daily.', ''],
      ['\ufeff\n<!-- by hand --><!-- 2026 -->\n<HTML><p>Open daily.', 'application/octet-stream'],
      ['<h1>Open daily</h1>', ''],
      [Buffer.from('<html><p>Open daily.', 'utf16le'), ''],
      [`<?xml version="1.0"?>\n<!DOCTYPE html>\n${xhtml}`, 'application/xml'],
      [xhtml, 'text/xml; charset=utf-8'],
      [xhtml, 'application/xhtml+xml'],
    ] as const) {
      serve(body as string, said)
      expect(await typeOf(), `${said} ${body}`).to.equal('html')
    }
  })

  it('of a text is that of its name, if its server does not know it', async () => {
    for (const [name, said, type] of [
      ['prices.csv', 'application/octet-stream', 'csv'],
      ['prices.csv', 'application/vnd.ms-excel', 'csv'],
      ['prices.csv', 'text/plain', 'csv'],
      ['README.md', 'text/plain; charset=utf-8', 'md'],
      ['README.md', 'binary/octet-stream', 'md'],
      ['notes.txt', '', 'txt'],
      ['data.json', 'application/octet-stream', 'json'],
      // A browser shows these as text, too.
      ['page.html', 'text/plain', 'txt'],
      ['data.json', 'text/plain', 'txt'],
      ['prices.csv', 'text/html', 'html'],
    ] as const) {
      serve('a,b\n1,2\n', said, undefined, `/${name}?v=1`)
      expect(await typeOf(`/${name}?v=1`), `${name} ${said}`).to.equal(type)
      serve('a,b\n1,2\n', said, `attachment; filename="${name}"`)
      expect(await typeOf(), `${name} ${said}`).to.equal(type)
    }
  })

  it('is not known of other binaries, of which only the beginning is fetched', async () => {
    const program = Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), Buffer.alloc(9_000_000, 1)])
    const archive = makeZip({ 'setup/readme.txt': 'Open daily.' })
    const large = Buffer.concat([archive, Buffer.alloc(9_000_000)])
    for (const [body, said, name] of [
      [program, 'application/octet-stream', 'setup.exe'],
      [program, 'application/octet-stream', 'setup.txt'],
      [program, 'video/mp4', 'film.mp4'],
      [archive, 'application/zip', 'files.zip'],
      [large, 'application/octet-stream', 'files.zip'],
      ['a,b', 'application/octet-stream', 'file'],
      ['%!PS-Adobe-3.0', 'application/postscript', 'file.ps'],
      ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml', 'logo.svg'],
      ['<?xml version="1.0"?><rss><channel/></rss>', 'application/xml', 'feed'],
    ] as const) {
      serve(body as string, said, `attachment; filename=${name}`)
      expect(await typeOf(), `${said} ${name}`).to.equal('unsupported_content')
    }
  })

  it('of a page that speaks of PDF is that of a page', async () => {
    serve('<!doctype html><title>%PDF-1.7</title><p>A PDF begins with %PDF-1.7.', 'text/html')
    expect(await typeOf()).to.equal('html')
  })

  it('comes with the name that its server gives it', async () => {
    serve(DOCUMENTS.pdf!, '', "attachment; filename*=UTF-8''Preise%202026.pdf")
    expect((await get()).fileName).to.equal('Preise 2026.pdf')
    serve(DOCUMENTS.pdf!, '')
    expect((await get()).fileName).to.equal(null)
  })
})

describe('a file name of Content-Disposition', () => {
  const received = (text: string) => Buffer.from(text).toString('latin1')
  const NAMES: [header: string, name: string | null][] = [
    ['attachment; filename="prices.pdf"', 'prices.pdf'],
    ['attachment; filename=prices.pdf', 'prices.pdf'],
    ['attachment; filename=prices 2026.pdf', 'prices 2026.pdf'],
    ['attachment;filename="a.pdf";', 'a.pdf'],
    ['inline; FileName = "a;b.pdf"; size=3', 'a;b.pdf'],
    ['attachment; filename="say \\"hi\\".pdf"', 'say "hi".pdf'],
    [
      `attachment; filename="x.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%E2%82%AC.pdf`,
      'Größe €.pdf',
    ],
    [`attachment; filename*=utf-8'de'Gr%C3%B6%C3%9Fe.pdf; filename=x.pdf`, 'Größe.pdf'],
    [`attachment; filename*=iso-8859-1''Gr%F6%DFe.pdf`, 'Größe.pdf'],
    [received('attachment; filename="Größe.pdf"'), 'Größe.pdf'],
    [Buffer.from('attachment; filename="Größe.pdf"', 'latin1').toString('latin1'), 'Größe.pdf'],
    ['attachment; filename="Gr%C3%B6%C3%9Fe.pdf"', 'Größe.pdf'],
    ['attachment; filename="100% sure.pdf"', '100% sure.pdf'],
    ['attachment; filename="..\\\\..\\\\etc/prices.pdf"', 'prices.pdf'],
    ['attachment; filename=""', null],
    ['attachment', null],
    ['', null],
    [`attachment; filename="${'x'.repeat(9_000)}.pdf`, 'x'.repeat(255)],
  ]
  for (const [header, name] of NAMES)
    it(`is ${name?.slice(0, 30)} in ${header.slice(0, 60)}`, () =>
      expect(fileNameIn(header)).to.equal(name))
})
