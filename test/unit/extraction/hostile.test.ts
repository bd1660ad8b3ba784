import { expect } from 'chai'
import {
  FILE_ENDINGS,
  FILE_TYPES,
  type FileType,
  fileTypeOf,
  looksLike,
} from '../../../shared/lib/fileTypes.ts'
import { ENDINGS } from '../../../web/dashboard/pages/knowledge/add/fileKinds.ts'
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
import { linesOf, refusal } from '../../support/data/reading.ts'

const xlsx = makeXlsx([{ name: 'S', rows: rowsOf([['Open daily.']]) }])
const pptx = makePptx([shape('', ['Open daily.'])])
const odt = makeOpen('text', '<text:p>Open daily.</text:p>')
const ods = makeOpen(
  'spreadsheet',
  '<table:table><table:table-row><table:table-cell><text:p>x</text:p></table:table-cell></table:table-row></table:table>',
)
const odp = makeOpen('presentation', '<draw:page><text:p>x</text:p></draw:page>')
const epub = makeEpub({ 'a.xhtml': '<p>Open daily.</p>' })
const ZIPPED: Partial<Record<FileType, Buffer>> = {
  docx: makeDocx(['x']),
  xlsx,
  pptx,
  odt,
  ods,
  odp,
  epub,
}

describe('a file of a type', function () {
  this.timeout(120_000)

  it('has the endings that the dashboard knows', () => {
    expect(ENDINGS).to.have.members(FILE_ENDINGS)
    for (const ending of FILE_ENDINGS)
      expect(FILE_TYPES).to.include(fileTypeOf(`A.${ending.toUpperCase()}`))
  })

  it('is refused by its first bytes if it is of another type', () => {
    const rtf = Buffer.from('{\\rtf1 x}')
    for (const type of FILE_TYPES) {
      expect(looksLike(type, makePdf(['x'])), type).to.equal(type === 'pdf')
      expect(looksLike(type, rtf), type).to.equal(type === 'rtf')
      expect(looksLike(type, xlsx), type).to.equal(type in ZIPPED)
      expect(looksLike(type, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0])), type).to.equal(false)
    }
    expect(looksLike('eml', Buffer.from('Subject: x\r\n\r\nx'))).to.equal(true)
    const page = Buffer.from('\n<!DOCTYPE html><title>What %PDF-1.7 means</title>')
    expect(looksLike('html', page)).to.equal(true)
    expect(looksLike('eml', Buffer.from('<p>No e-mail</p>'))).to.equal(false)
  })

  for (const [type, bytes] of Object.entries(ZIPPED) as [FileType, Buffer][]) {
    // All of them are unpacked by the same code.
    const mark = type === 'docx' ? '' : ' @long'
    it(`${type} is refused under each other name of a zip`, async () => {
      for (const other of Object.keys(ZIPPED) as FileType[])
        if (other !== type)
          expect(await refusal(other, bytes), other).to.match(
            /^(unsupported_content|file_unreadable): /,
          )
    })

    it(`${type} is refused if it is cut, encrypted, too large unpacked, or of too many files${mark}`, async () => {
      expect(await refusal(type, bytes.subarray(0, bytes.length - 30))).to.match(
        /^file_unreadable: .*broken/,
      )
      const withPassword = Buffer.from(bytes)
      withPassword[6]! |= 1
      expect(await refusal(type, withPassword)).to.match(
        /^file_unreadable: .*encrypted.* as \w+ without/,
      )
      const part = type === 'epub' ? 'OPS/big.xhtml' : 'content.xml'
      expect(await refusal(type, makeZip({ [part]: new Uint8Array(51 * 1024 * 1024) }))).to.match(
        /too large/,
      )
      const many = Object.fromEntries(
        Array.from({ length: 10_001 }, (_, n) => [`${n}.png`, new Uint8Array(0)]),
      )
      expect(await refusal(type, makeZip(many))).to.match(/too large/)
    })
  }

  it('is refused with its actual type, if that is recognizable', async () => {
    expect(await refusal('xlsx', makeDocx(['x']))).to.match(
      /^unsupported_content: .*but of a docx file/,
    )
    expect(await refusal('odt', ods)).to.match(/^unsupported_content: .*but of a ods file/)
    expect(await refusal('pptx', odt)).to.equal(
      'unsupported_content: Its content is not that of a pptx file.',
    )
  })

  it('is refused if it is encrypted', async () => {
    const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex')
    for (const type of ['xlsx', 'pptx'] as const)
      expect(await refusal(type, ole)).to.match(/file_unreadable: .*encrypted/)
    const manifest =
      '<manifest:manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>'
    const locked = makeOpen('text', '', '', { 'META-INF/manifest.xml': manifest })
    expect(await refusal('odt', locked)).to.match(/file_unreadable: .*encrypted/)
    const rights = (algorithm: string) =>
      makeEpub(
        { 'a.xhtml': '<p>Open daily.</p>' },
        {
          'META-INF/encryption.xml': `<encryption><EncryptionMethod Algorithm="${algorithm}"/></encryption>`,
        },
      )
    expect(await refusal('epub', rights('http://www.w3.org/2001/04/xmlenc#aes128-cbc'))).to.match(
      /file_unreadable: .*encrypted/,
    )
    expect(await linesOf('epub', rights('http://www.idpf.org/2008/embedding'))).to.deep.equal([
      'Open daily.',
    ])
    const mail =
      'Subject: x\r\nContent-Type: multipart/encrypted; boundary=x\r\n\r\n--x\r\n\r\nx\r\n--x--'
    expect(await refusal('eml', mail)).to.match(/file_unreadable: .*encrypted/)
  })

  it('expands no entities and loads nothing from elsewhere', async () => {
    const entities = Array.from(
      { length: 9 },
      (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`,
    ).join('')
    const doctype = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "lol"><!ENTITY file SYSTEM "file:///etc/passwd">${entities}]>`
    const content = `${doctype}<o:document-content xmlns:o="o"><o:body><o:text><p>Open &e9; &file; daily.</p></o:text></o:body></o:document-content>`
    const [text] = await linesOf('odt', makeZip({ 'content.xml': content }))
    expect(text).to.equal('Open &e9; &file; daily.')
  })

  it('reads no file outside of its archive', async () => {
    const up = makeEpub(
      {},
      {
        'OPS/book.opf':
          '<package><manifest><item id="a" href="../../../../etc/passwd"/></manifest><spine><itemref idref="a"/></spine></package>',
      },
    )
    expect(await refusal('epub', up)).to.match(/^no_text/)
    const out = makePptx([''], {
      'ppt/_rels/presentation.xml.rels':
        '<Relationships><Relationship Id="rId0" Type="x/slide" Target="../../../../etc/passwd"/><Relationship Id="rId0" Type="x/slide" TargetMode="External" Target="https://example.com/"/></Relationships>',
    })
    expect(await refusal('pptx', out)).to.match(/^no_text/)
  })

  it('is refused if it is nested too deeply', async () => {
    const deep = (name: string, levels: number) =>
      `<${name}>`.repeat(levels) + `</${name}>`.repeat(levels)
    expect(await refusal('odt', makeOpen('text', deep('text:span', 500)))).to.match(
      /^file_unreadable: .*deeply/,
    )
    expect(await refusal('pptx', makePptx([deep('p:grpSp', 500)]))).to.match(
      /^file_unreadable: .*deeply/,
    )
    expect(await refusal('xlsx', makeXlsx([{ name: 'S', rows: deep('row', 500) }]))).to.match(
      /^file_unreadable: .*deeply/,
    )
    expect(await refusal('rtf', `{\\rtf1 ${'{'.repeat(5_000)}`)).to.match(
      /^file_unreadable: .*deeply/,
    )
    const parts = Array.from(
      { length: 60 },
      (_, n) => `--b${n}\r\nContent-Type: multipart/mixed; boundary=b${n + 1}\r\n\r\n`,
    )
    const mail = `Subject: x\r\nContent-Type: multipart/mixed; boundary=b0\r\n\r\n${parts.join('')}`
    expect(await refusal('eml', mail)).to.match(/^file_unreadable: .*deeply/)
  })

  it('has distant or repeated cells limited', async () => {
    const far = Array.from({ length: 3_000 }, (_, n) => {
      const letters = String.fromCharCode(
        65 + (Math.floor(n / 676) % 26),
        65 + (Math.floor(n / 26) % 26),
        65 + (n % 26),
      )
      return `<row r="${n + 1}"><c r="${letters}${n + 1}"><v>1</v></c></row>`
    })
    expect(await refusal('xlsx', makeXlsx([{ name: 'S', rows: far.join('') }]))).to.match(
      /^file_unreadable: .*cells/,
    )
    const merged = '<mergeCell ref="A1:A1048576"/>'.repeat(10)
    const merging = makeXlsx([
      { name: 'S', rows: rowsOf([['x']]), after: `<mergeCells>${merged}</mergeCells>` },
    ])
    expect(await refusal('xlsx', merging)).to.match(/^file_unreadable: .*cells/)
    const repeated =
      '<table:table table:name="S"><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row></table:table>'
    const [text] = await linesOf('ods', makeOpen('spreadsheet', repeated))
    expect(text!.length).to.be.below(500)
  })

  it('is limited whatever size it declares', async () => {
    const big = makeOpen('text', `<text:p>${'x'.repeat(9_000_000)}</text:p>`)
    // The size of the last entry in the archive's directory.
    big.writeUInt32LE(10, big.lastIndexOf('PK\x01\x02') + 24)
    expect(await refusal('odt', big)).to.match(/^unsupported_content: /)
  })
})
