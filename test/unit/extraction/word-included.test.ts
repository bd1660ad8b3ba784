import { expect } from 'chai'
import { makeEpub, makeOpen } from '../../support/data/office.ts'
import { linesOf, read } from '../../support/data/reading.ts'
import { makeWord, wordParagraph, wordRun } from '../../support/data/word.ts'

describe('a file that a Word document includes', function () {
  this.timeout(120_000)
  const ends = [wordParagraph(wordRun('Before.')), wordParagraph(wordRun('After.'))]
  const including = (name: string, file: string | Uint8Array) =>
    makeWord(
      `${ends[0]}<w:altChunk r:id="chunk"/>${ends[1]}`,
      { [`word/${name}`]: file },
      { chunk: name },
    )
  const lines = (name: string, file: string | Uint8Array) => linesOf('docx', including(name, file))

  it('is read where it stands, by its own type, whatever its name', async () => {
    const page =
      '<html><head><title>No</title></head><body><p>Berth at <b>pier C</b>.</p><p hidden>No.</p></body></html>'
    const archive = `MIME-Version: 1.0\r\nContent-Type: multipart/related; type="text/html"; boundary=x\r\n\r\n--x\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\nContent-Location: file:///a.htm\r\n\r\n${page.replaceAll('=', '=3D')}\r\n--x--\r\n`
    const files: [string, string | Uint8Array][] = [
      ['a.html', page],
      ['a.htm', 'Berth at <i>pier C</i>.'],
      ['a.dat', Buffer.from(`\ufeff${page}`, 'utf16le')],
      ['a.mht', archive],
      ['a.rtf', '{\\rtf1\\ansi Berth at {\\b pier C}.\\par}'],
      ['a.txt', 'Berth at\npier C.'],
      ['a.bin', makeWord(wordParagraph(wordRun('Berth at pier C.')))],
    ]
    for (const [name, file] of files)
      expect(await lines(name, file), name).to.deep.equal(['Before.\n\nBerth at pier C.\n\nAfter.'])
  })

  it('keeps its headings and questions', async () => {
    const page = '<h1>Harbour rules</h1><details><summary>May I fish?</summary>Yes.</details>'
    expect(await lines('a.html', page)).to.deep.equal([
      'Before.',
      'Harbour rules: May I fish?\nYes.',
      'Harbour rules: After.',
    ])
  })

  it('is left out if it is broken, of another type, missing or nested too deeply', async () => {
    for (const file of [
      makeEpub({ 'a.xhtml': '<p>No.</p>' }),
      makeOpen('text', '<text:p>No.</text:p>'),
      'PK\x03\x04',
      Buffer.alloc(0),
      Buffer.from([0, 1, 2, 3]),
    ])
      expect(await lines('a.docx', file)).to.deep.equal(['Before.\n\nAfter.'])
    const missing = makeWord(`${ends[0]}<w:altChunk r:id="no"/>`)
    expect(await linesOf('docx', missing)).to.deep.equal(['Before.'])
    let nested = makeWord(wordParagraph(wordRun('Innermost.')))
    for (let level = 0; level < 5; level++) nested = including('a.docx', nested)
    const { chunks } = await read('docx', nested)
    expect(chunks[0]!.text.match(/Before/g)).to.have.length(4)
    expect(chunks[0]!.text).to.not.contain('Innermost')
  })
})
