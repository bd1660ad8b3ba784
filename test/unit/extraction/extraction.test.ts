import { expect } from 'chai'
import type { FileType } from '../../../shared/lib/fileTypes.ts'
import { chunksOf } from '../../../workers/extraction/dispatch.ts'
import { extract } from '../../../workers/reader/client.ts'
import { makeReader, program } from '../../../workers/reader/subprocess.ts'
import { makeCodedPdf, makeDocx, makePdf } from '../../support/data/documents.ts'

const source = (type: FileType, content: string | Buffer, charset: string | null = null) => ({
  type,
  bytes: Buffer.from(content as string),
  charset,
  heading: null,
})
const textOf = async (type: FileType, content: string | Buffer, charset: string | null = null) =>
  (await chunksOf(source(type, content, charset))).chunks.map(({ text }) => text).join('\n\n')
const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'read',
    ({ code, message }) => `${code}: ${message}`,
  )

describe('the text of a page', function () {
  this.timeout(120_000)
  const page = (body: string, head = '') =>
    `<!doctype html><html><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`
  const AROUND = `<nav><a href="/">Home</a> <a href="/shop">Shop</a></nav><script>var tracked = 1</script>
    <style>p { color: red }</style><footer>Imprint 2026</footer><div hidden>unseen</div><!-- remark -->`

  it('is the content of main, without navigation, scripts and footer', async () => {
    const html = page(`${AROUND}<main><h1>Parcels</h1><p>They take <b>three</b> days.</p></main>`)
    expect(await textOf('html', html)).to.equal('They take three days.')
  })

  it('is found if no tag marks the main part', async () => {
    const links = Array.from(
      { length: 30 },
      (_, n) => `<li><a href="/${n}">Department ${n}</a></li>`,
    ).join('')
    const article = Array.from(
      { length: 12 },
      (_, n) =>
        `<p>Paragraph ${n} tells, at some length, what happens to a parcel, why, and how long it takes.</p>`,
    ).join('')
    const text = await textOf(
      'html',
      page(`<div class="menu"><ul>${links}</ul></div><div class="text">${article}</div>`),
    )
    expect(text)
      .to.contain('Paragraph 0 tells')
      .and.contain('Paragraph 11 tells')
      .and.not.contain('Department')
  })

  it('is the whole page if a guess would miss much of it', async () => {
    const part = (name: string) =>
      `<div><h2>${name}</h2><p>${`All about ${name}, in a few words. `.repeat(6)}</p></div>`
    const text = await textOf(
      'html',
      page(`<article>A quote.</article>${part('Bread')}${part('Milk')}${part('Eggs')}`),
    )
    for (const name of ['Bread', 'Milk', 'Eggs']) expect(text).to.contain(name)
  })

  it('keeps paragraphs, list items and the rows of tables apart', async () => {
    const html = page(`<p>One.</p><ul><li>Two</li><li>Three</li></ul>
      <table><tr><th>Item</th><th>Price</th></tr><tr><td>Tea</td><td>2 €</td></tr></table>`)
    const lines = (await textOf('html', html)).split('\n').filter(Boolean)
    expect(lines).to.deep.equal(['One.', '* Two', '* Three', 'Item: Tea; Price: 2 €'])
  })

  it("comes with the page's title", async () => {
    const html = page('<p>Text</p>', '<title> Parcels &amp;\n more </title>')
    expect((await chunksOf(source('html', html))).title).to.equal('Parcels & more')
    expect((await chunksOf(source('html', page('<p>Text</p>')))).title).to.equal(null)
  })

  it('is read in the encoding that the server, the page or its first bytes name', async () => {
    const html = (charset: string) =>
      `<html><head><meta charset="${charset}"></head><body>Grüße</body></html>`
    expect(await textOf('html', Buffer.from(html(''), 'latin1'), 'iso-8859-1')).to.equal('Grüße')
    expect(await textOf('html', Buffer.from(html('windows-1252'), 'latin1'))).to.equal('Grüße')
    expect(await textOf('html', Buffer.from(html(''), 'latin1'))).to.equal('Grüße')
    expect(await textOf('html', html('utf-8'), 'no-such-encoding')).to.equal('Grüße')
    expect(await textOf('html', Buffer.from(`\ufeff${html('')}`, 'utf16le'))).to.equal('Grüße')
    const shiftJis = Buffer.from('3c703e8393836f8368834e3c2f703e', 'hex')
    expect(await textOf('html', shiftJis, 'shift_jis')).to.equal('ンバドク')
  })

  it('has nothing invisible in it', async () => {
    const html = page(
      `<p>zero\u200bwidth soft\u00adhyphen tag\u{e0041}s over\u202eride nbsp\u00a0blank \u0007bell</p>`,
    )
    expect(await textOf('html', html)).to.equal(
      'zerowidth softhyphen tags override nbsp blank bell',
    )
  })

  it('fails with a reason if the page has none', async () => {
    for (const body of [
      '',
      '<div id="root"></div><script>render()</script>',
      '<img src="a.png">',
      '&nbsp; …',
    ])
      expect(await outcomeOf(chunksOf(source('html', page(body))))).to.match(/^no_text: .*script/)
  })

  it('is found by the title of its page, too', async () => {
    const { chunks } = await chunksOf(
      source('html', page('<p>Open daily.</p>', '<title>Museum</title>')),
    )
    expect(chunks).to.deep.equal([{ text: 'Open daily.', heading: '', words: 'museum open daily' }])
  })

  it('is reported as nested too deeply', async () => {
    const nested = (levels: number) => `${'<div>'.repeat(levels)}<p>Deep.</p>`
    expect(await textOf('html', nested(200))).to.equal('Deep.')
    expect(await outcomeOf(chunksOf(source('html', nested(5_000))))).to.equal(
      'file_unreadable: The page is nested too deeply.',
    )
  })

  it('that is broken is read as far as possible', async () => {
    for (const html of ['just text', '<p>just text', '<body><body>just text</div></p></html><b>'])
      expect(await textOf('html', html)).to.equal('just text')
  })
})

describe('the text of a file', function () {
  this.timeout(120_000)
  it('of plain text is its text, with the lines of wrapped sentences joined', async () => {
    const text = 'Breakfast is served\r\nuntil ten.\r\n\r\n\r\nLunch:\r\n- Soup\r\n- Bread'
    expect(await textOf('txt', text)).to.equal(
      'Breakfast is served until ten.\n\nLunch:\n- Soup\n- Bread',
    )
  })

  it('of Markdown is its source', async () => {
    expect(await textOf('md', '**Parcels**\n\n* three days')).to.equal(
      '**Parcels**\n\n* three days',
    )
  })

  it('of a PDF is the text of its pages', async () => {
    const pdf = makePdf(['Breakfast (daily) is served\nuntil ten.', 'Lunch is at noon.'])
    expect(await textOf('pdf', pdf)).to.equal(
      'Breakfast (daily) is served until ten.\n\nLunch is at noon.',
    )
  })

  it('of a PDF in Arabic or Hebrew is in reading order, in the letters that people type', async () => {
    // As Chromium prints it: letter by letter from the left, in the letters' forms within a word.
    const drawn = [...'\ufeb3\ufef4\ufe8e\ufeb3\ufe94'].reverse()
    const pdf = makePdf(['x'], { glyphs: [...'The word ', ...drawn, ...' is it'] })
    expect(await textOf('pdf', pdf)).to.equal('The word سياسة is it')
    const hebrew = [...'שלום עולם'].reverse()
    expect(await textOf('pdf', makePdf(['x'], { glyphs: hebrew }))).to.equal('שלום עולם')
  })

  it('of a PDF in Chinese, Japanese or Korean is read without its font', async () => {
    for (const [encoding, ordering, codes, text] of [
      [
        '90ms-RKSJ-H',
        'Japan1',
        '95d4956982cd8e4f8f5c93fa88c893e082c582b78142',
        '返品は三十日以内です。',
      ],
      ['GBK-EUC-H', 'GB1', 'cdcbbbf5a1a3', '退货。'],
      ['UniGB-UCS2-H', 'GB1', '900080108d27', '退耐货'],
      ['ETen-B5-H', 'CNS1', 'b068b366', '退貨'],
      ['KSCms-UHC-H', 'Korea1', 'b9ddc7b0', '반품'],
    ] as const)
      expect(await textOf('pdf', makeCodedPdf(encoding, ordering, codes)), encoding).to.equal(text)
  })

  it("comes with the file's own title, unless that is meaningless", async () => {
    const properties = (title: string) => ({
      'docProps/core.xml': Buffer.from(`<p><dc:title>${title}</dc:title></p>`),
    })
    const heading = (text: string) => ({ style: 'Heading1', text })
    const cases: [FileType, string | Buffer, string | null][] = [
      ['html', '<title>Node.js v18 Documentation</title><p>Text</p>', 'Node.js v18 Documentation'],
      ['html', '<title>Untitled document</title><p>Text</p>', null],
      ['html', '<title>Print your label</title><p>Text</p>', 'Print your label'],
      ['md', 'Intro.\n\n# Returns\n\nFree.\n\n## When\n\nSoon.', 'Returns'],
      ['md', '# Returns\n\nFree.\n\n# Parcels\n\nFast.', null],
      ['md', '---\ntags: a\ntitle: "All returns"\n---\n\n# Returns\n\nFree.', 'All returns'],
      ['docx', makeDocx([heading('Returns'), 'Free.'], properties('Template')), 'Returns'],
      ['docx', makeDocx(['Free.'], properties('Terms &amp; more')), 'Terms & more'],
      ['docx', makeDocx(['Free.'], properties('Microsoft Word - Document1')), null],
      ['pdf', makePdf(['Free.'], { title: 'Returns' }), 'Returns'],
      ['pdf', makePdf(['Free.'], { title: 'untitled' }), null],
      ['json', '{"title":"Our catalogue","items":[{"name":"Tea"}]}', 'Our catalogue'],
      ['json', '[{"title":"Tea"},{"title":"Milk"}]', null],
      ['txt', 'Free.', null],
      ['csv', 'item,price\nTea,2', null],
    ]
    for (const [type, content, title] of cases)
      expect((await chunksOf(source(type, content))).title, String(content).slice(0, 40)).to.equal(
        title,
      )
  })

  it('of JSON with values in HTML is what a reader of the page sees', async () => {
    const html =
      '<p>Generates a <a href="https://rfc.test">random</a> id.<img src="a.png"></p>\n<p hidden>No.</p>'
    const text = await textOf(
      'json',
      JSON.stringify({ desc: html, type: 'List<String>', tag: 'a < b </x>' }),
    )
    expect(text)
      .to.contain('Generates a random id.')
      .and.contain('List<String>')
      .and.contain('a < b </x>')
    expect(text).to.not.match(/<p|<img|href|No\./)
  })

  it('is found by the name of the file if it has no title', async () => {
    const named = { ...source('txt', 'Free.'), name: 'returns.txt' }
    expect((await chunksOf(named)).chunks[0]!.words).to.match(/^return/)
  })

  it('of a PDF is extracted with progress by page', async () => {
    const reports: object[] = []
    await chunksOf(source('pdf', makePdf(['One.', 'Two.', 'Three.'])), (progress) =>
      reports.push(progress),
    )
    expect(reports).to.deep.equal([0, 1, 2, 3].map((done) => ({ done, total: 3 })))
  })

  it('of a Word document is the text of its paragraphs', async () => {
    const docx = makeDocx(['Breakfast & more', 'Until <ten>.'], {
      'word/media/image1.png': Buffer.alloc(9),
    })
    expect(await textOf('docx', docx)).to.equal('Breakfast & more\n\nUntil <ten>.')
  })

  it('fails with a reason that a person understands', async () => {
    const bomb = makeDocx(['x'], { 'word/bomb.xml': Buffer.alloc(60 * 1024 * 1024) })
    const cases: [FileType, string | Buffer, RegExp][] = [
      ['pdf', makePdf(['x'], { encrypted: true }), /^file_unreadable: .*encrypted/],
      ['pdf', makePdf(['']), /^no_text: .*Scan it anew/],
      [
        'pdf',
        makePdf(Array.from({ length: 5_001 }, () => 'x')),
        /^file_unreadable: .*5001 pages.*5000/,
      ],
      ['docx', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /^file_unreadable: .*encrypted/],
      ['pdf', makePdf(['x']).subarray(0, 200), /^file_unreadable: .*broken/],
      ['pdf', '%PDF-1.7 and no more', /^file_unreadable: .*broken/],
      ['pdf', 'no pdf at all', /^unsupported_content: .*pdf/],
      ['docx', makeDocx(['x']).subarray(0, 300), /^file_unreadable: .*broken/],
      ['docx', bomb, /^file_unreadable: .*too large/],
      ['docx', makePdf(['x']), /^unsupported_content: .*docx/],
      ['docx', 'PK\x03\x04 and no more', /^file_unreadable: .*broken/],
      ['txt', Buffer.from([1, 0, 2, 0]), /^unsupported_content: .*txt/],
      ['txt', makePdf(['x']), /^unsupported_content: .*txt/],
      ['md', '', /^no_text/],
      ['csv', ' \n ;;; \n', /^no_text/],
    ]
    for (const [type, content, expected] of cases)
      expect(await outcomeOf(chunksOf(source(type, content)))).to.match(expected)
  })

  it('of 3 MB without a line end is cut, and none of it is lost @long', async () => {
    const text = 'A sentence of some length about nothing. '.repeat(75_000).trim()
    const { chunks } = await chunksOf(source('txt', text))
    expect(
      chunks
        .map((chunk) => chunk.text)
        .join(' ')
        .replace(/\s+/g, ' '),
    ).to.equal(text)
    for (const chunk of chunks) expect(chunk.text.length).to.be.at.most(1_500)
  })
})

describe('the process that reads files', function () {
  // A busy machine must not fail these tests, so their limits are processor time only.
  this.timeout(900_000)
  const { signal } = new AbortController()
  const { patience } = program
  before(() => {
    program.patience = 800
  })
  after(() => {
    program.patience = patience
  })

  it('returns chunks and title', async () => {
    const html = '<title>Museum</title><p>Open daily.</p>'
    expect(await extract(source('html', html), signal)).to.deep.equal({
      title: 'Museum',
      chunks: [{ text: 'Open daily.', heading: '', words: 'museum open daily' }],
    })
    expect((await extract(source('pdf', makePdf(['Hello.'])), signal)).chunks[0]!.text).to.equal(
      'Hello.',
    )
  })

  it('says why a file cannot be read @long', async () => {
    expect(await outcomeOf(extract(source('pdf', 'no pdf'), signal))).to.match(
      /^unsupported_content: /,
    )
    const encrypted = makePdf(['x'], { encrypted: true })
    expect(await outcomeOf(extract(source('pdf', encrypted), signal))).to.match(
      /^file_unreadable: .*encrypted/,
    )
    expect(await outcomeOf(extract(source('json', '['.repeat(100_000)), signal))).to.match(
      /^file_unreadable: /,
    )
  })

  it('is ended at its limit of processor time, even in a loop that reports nothing', async () => {
    const deep = source('html', '<div>'.repeat(150_000))
    expect(await outcomeOf(extract(deep, signal, { seconds: 1 }))).to.match(
      /^file_unreadable: It takes over 1 s of processor time to read\./,
    )
  })

  it('has fresh processor time for each page @long', async () => {
    const page = (number: number) =>
      Array.from(
        { length: 40 },
        (_, line) => `Page ${number} says ${'a word '.repeat(20)}${line}.`,
      ).join('\n')
    const pdf = source('pdf', makePdf(Array.from({ length: 300 }, (_, number) => page(number))))
    expect((await extract(pdf, signal, { seconds: 1 })).chunks.length).to.be.above(100)
  })

  it('does not blame the file when the machine gives it no time', async () => {
    program.patience = 0
    const outcome = await outcomeOf(extract(source('txt', 'Hello.'), signal))
    program.patience = 800
    expect(outcome).to.match(/^unavailable: The machine was too busy/)
  })

  it('is ended when it takes too much memory', async () => {
    const many = source('json', `[${'{"a":1},'.repeat(1_000_000)}{}]`)
    const reader = makeReader(signal, 96)
    expect(await reader.ask({ source: source('json', '[{"a":1}]') })).to.have.property('chunks')
    expect(await outcomeOf(reader.ask({ source: many }, 120))).to.match(
      /^file_unreadable: It needs too much memory to be read\./,
    )
    reader.close()
  })

  it('is ended with its job', async () => {
    const stop = new AbortController()
    const reading = extract(source('html', '<div>'.repeat(150_000)), stop.signal)
    const reason = new Error('shutting down')
    setTimeout(() => stop.abort(reason), 200)
    expect(await reading.catch((error) => error)).to.equal(reason)
  })
})
