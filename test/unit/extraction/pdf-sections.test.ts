import { expect } from 'chai'
import { chunksOf } from '../../../workers/extraction/dispatch.ts'
import type { PageLine } from '../../../workers/extraction/pdf/lines.ts'
import { type PdfSection, sectionsOfPdf } from '../../../workers/extraction/pdf/pdfSections.ts'
import { makePdf } from '../../support/data/documents.ts'

/**
 * Makes a page of lines, from the top down. `# ` begins a line in large letters, `|` is a wide gap.
 */
const page = (...texts: string[]): PageLine[] =>
  texts.map((text, n) => ({
    text: text.replace(/^# /, '').replaceAll('|', ' '),
    y: 700 - 15 * n,
    size: text.startsWith('# ') ? 16 : 10,
    isTabular: text.includes('|'),
  }))
const body = (about: string) =>
  `All that there is to say about ${about} is said here, at some length, so that it is the usual text.`
const outlineOf = (sections: readonly PdfSection[]) =>
  sections.map(({ heading, text }) => [heading, text])
const textOf = (pages: readonly PageLine[][]) =>
  sectionsOfPdf(pages, [])
    .map(({ heading, text }) => `${heading}\n${text}`)
    .join('\n')

describe('the headings of a PDF', () => {
  it('are those of its outline, with their numbers as they are written', () => {
    const pages = [
      page('Before.', '1 Dogs', body('dogs'), '1.1 Big', 'ones', body('big ones')),
      page(body('cats')),
    ]
    const outline = [
      { title: 'Dogs', level: 1, page: 0, top: 700 },
      { title: 'Big ones', level: 2, page: 0, top: 700 },
      { title: 'Cats, which have no heading', level: 1, page: 1, top: null },
    ]
    expect(outlineOf(sectionsOfPdf(pages, outline))).to.deep.equal([
      ['', 'Before.'],
      ['1 Dogs', body('dogs')],
      ['1 Dogs › 1.1 Big ones', body('big ones')],
      ['Cats, which have no heading', body('cats')],
    ])
  })

  it('are else its large lines, but not its title', () => {
    const pages = [
      page('# Rules', body('all'), '# Dogs', body('dogs')),
      page('# Cats', body('cats')),
    ]
    pages[0]![0]!.size = 24
    expect(outlineOf(sectionsOfPdf(pages, []))).to.deep.equal([
      ['', `Rules\n${body('all')}`],
      ['Dogs', body('dogs')],
      ['Cats', body('cats')],
    ])
  })

  it('are not found if much is large, such as on slides', () => {
    const pages = [
      page('# Dogs are kept in the cellar', 'See there.', '# Cats are not', 'Nor mice.'),
    ]
    expect(sectionsOfPdf(pages, []).map(({ heading }) => heading)).to.deep.equal([''])
  })

  it('are else lines with consecutive numbers, but not those of lists', () => {
    const list = ['1. Open the door', '2. Close the door', '3. Go away']
    const pages = [
      page(
        '1 Dogs',
        body('dogs'),
        '1.1 Big ones',
        body('big ones'),
        ...list,
        '1.2 Small ones',
        body('small'),
      ),
      page('2 Cats', body('cats'), '2.1 Tame ones', body('tame ones'), '3 Mice', body('mice')),
    ]
    expect(outlineOf(sectionsOfPdf(pages, []))).to.deep.equal([
      ['1 Dogs', body('dogs')],
      ['1 Dogs › 1.1 Big ones', [body('big ones'), ...list].join('\n')],
      ['1 Dogs › 1.2 Small ones', body('small')],
      ['2 Cats', body('cats')],
      ['2 Cats › 2.1 Tame ones', body('tame ones')],
      ['3 Mice', body('mice')],
    ])
    expect(outlineOf(sectionsOfPdf([page(...list, body('doors'))], []))[0]![0]).to.equal('')
  })

  it('come with the chunks of a file, which know the pages where they begin', async () => {
    const pages = [
      'Dogs\nThey live here.',
      'They bark.\nCats\nThey mew.',
      'They purr.',
      'And sleep.',
    ]
    const outline = [
      { title: 'Dogs', page: 0 },
      { title: 'Cats', page: 1 },
    ]
    const bytes = makePdf(pages, { outline })
    const { chunks } = await chunksOf({ type: 'pdf', bytes, charset: null, heading: null })
    expect(chunks.map(({ heading, page, text }) => ({ heading, page, text }))).to.deep.equal([
      { heading: 'Dogs', page: 1, text: 'They live here.\n\nThey bark.' },
      { heading: 'Cats', page: 2, text: 'They mew.\n\nThey purr.\n\nAnd sleep.' },
    ])
  })

  it('above a question and its answer make a pair, without the number', async () => {
    const outline = [
      { title: 'Where is it?', page: 0 },
      { title: 'Who is it?', page: 1 },
    ]
    const bytes = makePdf(['2.1 Where is it?\nHere.', '2.2 Who is it?\nIt is me.'], { outline })
    const { chunks } = await chunksOf({ type: 'pdf', bytes, charset: null, heading: null })
    expect(chunks.map(({ text, page }) => [text, page])).to.deep.equal([
      ['Where is it?\nHere.', 1],
      ['Who is it?\nIt is me.', 2],
    ])
    expect(chunks.every(({ question_key }) => question_key)).to.equal(true)
  })
})

describe('the page on which a piece of a PDF begins', () => {
  it('is found in order, also if texts repeat', () => {
    const [section] = sectionsOfPdf(
      [page('Yes. One.', 'No.'), page('Yes. Two.'), page('Yes. One.', 'No.')],
      [],
    )
    const pieces = ['Yes. One.\nNo.', 'Yes. Two.', 'What was never there', 'Yes. One.', 'No.']
    expect(pieces.map((piece) => section!.pageOf(piece))).to.deep.equal([1, 2, 2, 3, 3])
  })
})

describe('the text of a PDF', () => {
  it('excludes running heads, whose chapters change, and page numbers', () => {
    const pages = Array.from({ length: 12 }, (_, n) =>
      page(
        `Chapter ${n < 6 ? '6: Bash Features' : '7: Job Control'}|${n + 101}`,
        body(`thing ${'abcdefghijkl'[n]}`),
      ),
    )
    expect(textOf(pages)).to.not.match(/Chapter|10\d/)
    const fronts = ['i', 'ii', 'iii', 'iv'].map((number) => page(body(`thing ${number}`), number))
    expect(textOf(fronts)).to.not.match(/\n[iv]+(\n|$)/)
  })

  it('keeps lines that only look like running heads', () => {
    const prices = [3, 5, 9, 12].map((price) =>
      page(body('a room'), `Price per night: ${price} florins`),
    )
    const pages = [
      ...prices,
      ...Array.from({ length: 20 }, (_, n) => page(body('x'), body(`y${n}`), body('z'))),
    ]
    for (const price of [3, 5, 9, 12])
      expect(textOf(pages)).to.contain(`Price per night: ${price} florins`)
  })

  const titles = ['Opening', 'Keys', 'Dogs and cats', 'Breakfast', 'Parking', 'Checking out']
  const others = Array.from({ length: 30 }, (_, n) => page(body(`the long and tiring thing ${n}`)))

  it('excludes tables of contents and indexes', () => {
    const contents = page(
      '# Table of Contents',
      ...titles.map((title, n) => `${n + 1} ${title} . . . . . . ${4 * n + 1}`),
    )
    const dots = [
      'A',
      'apples. . . . . 3, 7',
      'B',
      'bees and all that . . . . . . . . 12',
      'cows . . . . 2, 9–11',
      'dogs. . . . 5',
      'QP . . . . . 30',
    ]
    const plain = [
      '# Index',
      ...['abs', 'cos', 'exp', 'log', 'sin'].map((name, n) => `${name}, ${n + 3}, ${n + 7}`),
    ]
    const text = textOf([contents, ...others, page(...dots), page(...plain)])
    expect(text)
      .to.contain(body('the long and tiring thing 7'))
      .and.contain(body('the long and tiring thing 29'))
    expect(text).to.not.match(/Contents|Index|Dogs and cats|apples|bees|QP|abs|\bA\b/)
  })

  it('keeps a menu with its prices, and a table with numbers', () => {
    const menu = [
      'Coffee . . . . 3',
      'Tea . . . . . 2',
      'Cake . . . . . 4',
      'Beer . . . . 5',
      'Soup . . . . . 9',
      'Ale . . . . . 1',
    ]
    const table = ['Name|Rooms', 'Ada, 3', 'Bea, 5', 'Cid, 7', 'Dan, 8', 'Eve, 9']
    const text = textOf([page(...menu), ...others, page(...table)])
    for (const line of [...menu, 'Dan, 8']) expect(text).to.contain(line)
  })

  it('keeps the sentences on a page of contents', () => {
    const contents = titles.map((title, n) => `${n + 1} ${title} . . . . . . ${4 * n + 1}`)
    const text = textOf([
      page('Guests are asked to read all of it.', ...contents, body('the end')),
      ...others,
    ])
    expect(text).to.contain('Guests are asked to read all of it.').and.contain(body('the end'))
    expect(text).to.not.contain('Dogs and cats')
  })
})
