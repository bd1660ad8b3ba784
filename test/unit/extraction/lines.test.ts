import { expect } from 'chai'
import { textOfPage } from '../../../workers/extraction/pdf/lines.ts'
import { readPdf } from '../../../workers/extraction/pdf/pdf.ts'
import { unwrap } from '../../../workers/extraction/text/text.ts'
import { makePdf } from '../../support/data/documents.ts'

const WIDTH = 6
const HEIGHT = 12
const RTL = /[\u0590-\u06ff]/

/** A piece of text, each letter 6 points wide. */
const piece = (
  str: string,
  x: number,
  y: number,
  { width = WIDTH * str.length, height = HEIGHT } = {},
) => ({
  str,
  dir: RTL.test(str) ? 'rtl' : 'ltr',
  transform: [height, 0, 0, height, x, y],
  width,
  height,
  hasEOL: false,
})
const lines = (texts: readonly string[], x = 50, y = 700) =>
  texts.map((text, n) => piece(text, x, y - 15 * n))
/** Returns the pieces of a visible line, drawn letter by letter from the left. */
const drawn = (seen: string, y = 700, x = 50) =>
  [...seen].map((letter, n) => piece(letter, x + WIDTH * n, y))
const textOf = async (pdf: Buffer) =>
  (await readPdf(pdf, () => undefined)).sections.map(({ text }) => text).join('\n\n')
const turned = (text: string) => [...text].reverse().join('')

/**
 * Returns bidirectional text as it is drawn: words and numbers from left to right stay so, and
 * brackets are mirrored.
 */
const seenFromLeft = (text: string) =>
  turned(text)
    .replace(/[\w٠-٩](?:[\w٠-٩@:./ -]*[\w٠-٩])?/g, turned)
    .replace(/[()[\]]/g, (sign) => ')(]['['()[]'.indexOf(sign)]!)

describe('the lines of a PDF', () => {
  it('that a margin broke are joined to one paragraph', () => {
    const broken = [
      'Umbrellas and gloves and bags are kept in room',
      '118 for sixty days, and then sold on the last',
      'Saturday of May. They',
    ]
    expect(textOfPage(lines([...broken, 'New paragraph.']))).to.deep.equal([
      broken.join(' '),
      'New paragraph.',
    ])
    const chinese = [
      '本店的营业时间是每天上午九点到下午六点星期',
      '日和国家法定的所有节假日不营业请您提前联系',
      '我们。',
      '欢迎光临',
    ]
    expect(
      textOfPage(
        chinese.map((text, n) => piece(text, 50, 700 - 15 * n, { width: HEIGHT * text.length })),
      ),
    ).to.deep.equal([
      '本店的营业时间是每天上午九点到下午六点星期日和国家法定的所有节假日不营业请您提前联系我们。',
      '欢迎光临',
    ])
  })

  it('that an author ended stay lines: headings, lists, rows, figures', () => {
    const heading = piece('A heading as wide as any other line of this page', 50, 730, {
      height: 20,
    })
    const list = ['• Umbrellas and gloves are in the cellar of the', '• Bags are in the attic']
    expect(textOfPage([heading, ...lines(list)])).to.deep.equal([heading.str, ...list])
    const short = ['Tea', 'Coffee 3', 'Water 1']
    expect(textOfPage(lines(short))).to.deep.equal(short)
    const row = (y: number, ...cells: string[]) =>
      cells.flatMap((cell, n) => [piece(cell, 50 + 150 * n, y), piece(' ', 0, y)])
    expect(
      textOfPage([
        ...row(700, 'Service', 'Price in florins', 'Duration of it'),
        ...row(685, 'Passport', '59 florins', '3 weeks'),
      ]),
    ).to.deep.equal(['Service Price in florins Duration of it', 'Passport 59 florins 3 weeks'])
  })

  it('of two columns stay separate, and hyphenated words are joined', () => {
    const left = lines(['The first column of this page says what this depart-', 'ment does.'])
    const right = lines(
      [
        'The second one says where it is, and what it has to',
        'offer to everybody, and it also tells the E-Mail-',
        'Adresse.',
      ],
      400,
    )
    left.at(-1)!.hasEOL = true
    expect(unwrap(textOfPage([...left, ...right]).join('\n'))).to.equal(
      'The first column of this page says what this department does.\nThe second one says where it is, and what it has to offer to everybody, and it also tells the E-Mail-Adresse.',
    )
  })

  it('from right to left are read so, with numbers, words, brackets and full stops in their places', () => {
    for (const text of [
      'שלום עולם. ברוכים הבאים.',
      'מחיר 45.50 שקל, בשעה 10:30, טלפון 03-555-0199.',
      'לילד (עד גיל 12) יש [כרטיס].',
      'תשלום עם Google Pay 2 בלבד!',
      'באתר שלנו https://example.com/he',
      'يفتح الباب ٣٠ دقيقة.',
    ]) {
      const pieces = drawn(seenFromLeft(text))
      expect(textOfPage(pieces)).to.deep.equal([text])
      // Other programs draw it in the order of its letters.
      expect(textOfPage(pieces.toReversed())).to.deep.equal([text])
    }
    const vowel = piece(' \u064b', 84, 702, { width: 0 })
    expect(textOfPage([...drawn(turned('عصرا وليلا')), vowel])).to.deep.equal(['عصراً وليلا'])
  })

  it('of a page from right to left are read so, also if most letters are of other scripts', () => {
    const text = [
      'שלחו לנו דואר אל הכתובת שכאן',
      'info@example.com, וגם לכתובת',
      'help@example.com.',
    ]
    const pieces = text.map((line, n) =>
      drawn(seenFromLeft(line), 700 - 15 * n, 400 - WIDTH * line.length),
    )
    expect(textOfPage(pieces.flat())).to.deep.equal([text.join(' ')])
  })

  it('continue on the next page, and include no header and footer', async () => {
    const page = (n: number, text: string) => `ACME Handbook of all rules\n${text}\nPage ${n} of 4`
    const texts = ['Dogs are kept', 'in the cellar. Lesson 1', 'Cats are', 'not.']
    const text = await textOf(makePdf(texts.map((text, n) => page(n + 1, text))))
    expect(text).to.equal(
      'ACME Handbook of all rules\nDogs are kept in the cellar. Lesson 1\n\nCats are not.',
    )
    const lessons = await textOf(
      makePdf([1, 2, 3].map((n) => `Lesson ${n}\nText ${'abc'[n - 1]}.`)),
    )
    expect(lessons).to.contain('Lesson 2\nText b.')
  })
})
