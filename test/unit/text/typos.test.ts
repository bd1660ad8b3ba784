import { expect } from 'chai'
import {
  beginningsNear,
  errorsBetween,
  isLikelyError,
  mostErrors,
  oneErrorFrom,
} from '../../../shared/lib/text/typos.ts'

describe('typing errors', () => {
  it('are counted: letters missing, added, wrong, and swapped', () => {
    const PAIRS: [string, string, number][] = [
      ['warranty', 'warranty', 0],
      ['waranty', 'warranty', 1],
      ['warrranty', 'warranty', 1],
      ['warranti', 'warranty', 1],
      ['warrnaty', 'warranty', 1],
      ['garrantee', 'guarantee', 2],
      ['', 'abc', 3],
    ]
    for (const [one, other, errors] of PAIRS) {
      expect(errorsBetween(one, other), one).to.equal(errors)
      expect(errorsBetween(other, one), one).to.equal(errors)
    }
  })

  it('make only the texts that are one error away', () => {
    const made = oneErrorFrom('rent')
    expect(made).to.include.members(['ren', 'rnet', 'rents', 'ernt'])
    // The first letter of a short word is correct.
    for (const other of ['rent', 'bent', 'ent']) expect(made).not.to.include(other)
    expect(oneErrorFrom('helmet')).to.include.members(['elmet', 'selmet'])
    expect(made.every((answer) => errorsBetween('rent', answer) === 1)).to.equal(true)
    expect(new Set(made).size).to.equal(made.length)
  })

  it('are corrected by the length of the word, and only in words of one alphabet', () => {
    const most = [
      'bat',
      'rent',
      'helmets',
      'helmeted',
      'x'.repeat(25),
      'x200',
      'доставка',
      'доctавка',
      '電池電池',
    ]
    expect(most.map(mostErrors)).to.deep.equal([0, 1, 1, 2, 0, 0, 2, 0, 0])
  })

  it('are searched for first with the beginning as typed', () => {
    const beginnings = beginningsNear('garrantee')
    expect(beginnings[0]).to.equal('garr')
    expect(beginnings).to.include.members(['guar', 'gara', 'agrr'])
  })

  it('are distinguished from other words by their kind, in short words', () => {
    const likely = (typed: string, word: string) => isLikelyError(typed, word)
    expect([
      likely('boats', 'boots'),
      likely('botos', 'boots'),
      likely('oots', 'boots'),
    ]).to.deep.equal([false, true, false])
    expect(likely('helmats', 'helmets')).to.equal(true)
  })
})
