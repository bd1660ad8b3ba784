import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { eld } from 'eld/extrasmall'
import { pieceScores } from '../../../shared/lib/text/languagePieces.ts'
import { QUESTIONS } from '../../support/data/shortQuestions.ts'

/** Returns the texts in a value of JSON. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}

const FOLDER = 'shared/languages/'
const PHRASES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => textsIn(JSON.parse(readFileSync(FOLDER + name, 'utf8'))))
const ASKED = Object.values(QUESTIONS).flatMap((questions) => questions.split('|'))
const LONG = [
  'a'.repeat(500),
  `${'é'.repeat(300)} hello there`,
  'クーポンは使えますか'.repeat(40),
  ASKED.join(' '),
  PHRASES.toReversed().join('\n'),
]
const OTHERS = ['', ' ', '12 + 3', '😀', 'x', 'Eine Straße, zwei  Wörter', "Don't", 'ΟΔΟΣ', 'İzmir']

/** The scores of `eld` are s / (s + 25), where s is the mean score of the pieces. */
const unscaled = (score: number) => (25 * score) / (1 - score)

describe("the scores of a text's pieces", () => {
  // At the edges of words `eld` keeps some apostrophes, as in "the 1980's".
  const texts = [...PHRASES, ...ASKED, ...LONG, ...OTHERS].filter(
    (text) => !/(?<!\p{L})['`’]|['`’](?!\p{L})/u.test(text),
  )

  it(`are those of eld, in ${texts.length} texts`, () => {
    expect(texts.length).to.be.at.least(2_000)
    const different = texts.filter((text) => {
      const scores = pieceScores(text)
      const theirs = Object.entries(eld.detect(text).getScores())
      const isSame = ([language, score]: [string, number]) =>
        Math.abs((scores.get(language) ?? 0) - unscaled(score)) < 1e-6
      return scores.size !== theirs.length || !theirs.every(isSame)
    })
    expect(different).to.deep.equal([])
  })

  it('are of its letters, whatever quotes or apostrophes are around them', () => {
    for (const text of ["'Paket'", '`Paket`', '’Paket’', '„Paket“', "Paket'''"])
      expect([...pieceScores(text)], text).to.deep.equal([...pieceScores('Paket')])
  })
})
