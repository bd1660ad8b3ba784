import { expect } from 'chai'
import { makeEpub } from '../../support/data/office.ts'
import { linesOf, read } from '../../support/data/reading.ts'

const DC = 'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf"'

/** Makes a book with its own metadata and more items, which are no chapters. */
function makeBook(
  chapters: Record<string, string>,
  metadata: string,
  more = {},
  items = '',
): Buffer {
  const names = Object.keys(chapters)
  const listed = names.map((name, n) => `<item id="i${n}" href="${name}"/>`).join('')
  const spine = names.map((_, n) => `<itemref idref="i${n}"/>`).join('')
  const opf = `<package ${DC}><metadata><dc:title>The Pool</dc:title>${metadata}</metadata><manifest>${listed}${items}</manifest><spine>${spine}</spine></package>`
  return makeEpub(chapters, { 'OPS/book.opf': opf, ...more })
}
const linesOfBook = (...given: Parameters<typeof makeBook>) => linesOf('epub', makeBook(...given))

describe('an e-book', function () {
  this.timeout(120_000)
  const one = { 'a.xhtml': '<h1>Prices</h1><p>Two euros.</p>' }

  it('has boxes and notes, without the marks that lead to these', async () => {
    const chapter =
      '<html xmlns:epub="http://www.idpf.org/2007/ops"><body><h1>Prices</h1><p>Two euros<a epub:type="noteref" href="#n">1</a> a day.</p><aside epub:type="footnote" id="n"><p>Three in May.</p></aside></body></html>'
    expect(await linesOfBook({ 'a.xhtml': chapter }, '')).to.deep.equal([
      'Prices: Two euros a day.\n\nThree in May.',
    ])
  })

  it('says who made it, in both forms of EPUB', async () => {
    const old =
      '<dc:creator opf:role="aut">Jane Rowe</dc:creator><dc:creator>Al Moe</dc:creator><dc:contributor opf:role="trl">Ida Lind</dc:contributor><dc:publisher>Pier &amp; Co</dc:publisher><dc:date opf:event="publication">2019</dc:date><dc:date opf:event="conversion">2023</dc:date><dc:description>&lt;p&gt;About &lt;b&gt;water&lt;/b&gt;.&lt;/p&gt;</dc:description>'
    expect(await linesOfBook(one, old)).to.deep.equal([
      'The Pool: Author: Jane Rowe, Al Moe\nTranslator: Ida Lind\nPublisher: Pier & Co\nDate of the e-book: 2019\nDescription: About water .',
      'Prices: Two euros.',
    ])
    const newer =
      '<dc:creator id="x">Jane Rowe</dc:creator><dc:creator id="y">Ida Lind</dc:creator><meta refines="#y" property="role" scheme="marc:relators">trl</meta><meta refines="#x" property="file-as">Rowe, Jane</meta>'
    expect((await linesOfBook(one, newer))[0]).to.equal(
      'The Pool: Author: Jane Rowe\nTranslator: Ida Lind',
    )
    expect((await read('epub', makeBook(one, old))).title).to.equal('The Pool')
  })

  it('has a chapter in several parts under one title', async () => {
    const chapters = {
      'a.xhtml': '<h2>CHAPTER I<br/>WATER</h2><p>It is warm.</p>',
      'b.xhtml': '<p>It is deep.</p><h3>Salt</h3><p>It is salty.</p>',
      'c.xhtml': '<p>Very salty.</p>',
      'd.xhtml': '<h2>CHAPTER II</h2><p>It is cold.</p>',
    }
    expect(await linesOfBook(chapters, '')).to.deep.equal([
      'CHAPTER I WATER: It is warm.\n\nIt is deep.',
      'CHAPTER I WATER › Salt: It is salty.\n\nVery salty.',
      'CHAPTER II: It is cold.',
    ])
  })

  it('takes the titles of chapters without headings from its contents', async () => {
    const chapters = {
      'a.xhtml': '<p class="title" id="t1">One</p><p>It is warm.</p>',
      'b.xhtml': '<p>It is deep. <span id="t3"/>And wide.</p>',
      'c.xhtml': '<p>It is cold.</p>',
    }
    const lines = ['Water: One\n\nIt is warm.\n\nIt is deep. And wide.', 'Ice: It is cold.']
    const ncx = `<ncx><docTitle><text>The Pool</text></docTitle><navMap>${[
      ['Water', 'a.xhtml#t1'],
      ['Depth', 'b.xhtml#t3'],
      ['Ice', 'c.xhtml'],
    ]
      .map(
        ([label, src]) =>
          `<navPoint><navLabel><text>${label}</text></navLabel><content src="${src}"/></navPoint>`,
      )
      .join('')}</navMap></ncx>`
    const item = '<item id="n" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
    expect(await linesOfBook(chapters, '', { 'OPS/toc.ncx': ncx }, item)).to.deep.equal(lines)
    const nav =
      '<html><body><nav><ol><li><a href="a.xhtml#t1">Water</a><ol><li><a href="b.xhtml#t3">Depth</a></li></ol></li><li><a href="c.xhtml"><b>Ice</b></a></li></ol></nav></body></html>'
    const newer = '<item id="n" href="toc.xhtml" properties="nav"/>'
    expect(await linesOfBook(chapters, '', { 'OPS/toc.xhtml': nav }, newer)).to.deep.equal(lines)
  })

  it('is read whole, also what a page would have around its text', async () => {
    const long = `<p>${'It is warm and deep, and salty. '.repeat(40)}</p>`.repeat(3)
    const body = `<div class="sidebar comment"><p>Mind the step.</p></div><h1>Pool</h1>${long}`
    expect((await linesOfBook({ 'a.xhtml': body }, '')).join('\n')).to.contain('Mind the step.')
  })

  it('has no license of Project Gutenberg', async () => {
    const chapters = {
      'a.xhtml':
        '<h2>The Project Gutenberg eBook of The Pool</h2><p>For the use of anyone.</p><p>*** START OF THE PROJECT GUTENBERG EBOOK THE POOL ***</p><h2>Water</h2><p>It is warm.</p>',
      'b.xhtml': '<h2>Ice</h2><p>It is cold.</p>',
      'c.xhtml': '<p>*** END OF THE PROJECT GUTENBERG EBOOK THE POOL ***</p><p>Gutenberg.</p>',
      'd.xhtml': '<h2>THE FULL LICENSE</h2><p>Updated editions.</p>',
    }
    expect(await linesOfBook(chapters, '')).to.deep.equal([
      'Water: It is warm.',
      'Ice: It is cold.',
    ])
  })
})
