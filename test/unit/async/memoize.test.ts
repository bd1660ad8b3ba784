import { expect } from 'chai'
import { memoize } from '../../../shared/lib/async/memoize.ts'

describe('a memoized result for a text', () => {
  const make = () => {
    const made: string[] = []
    const upper = memoize(
      (text) => {
        made.push(text)
        return { text: text.toUpperCase() }
      },
      { most: 2, longest: 3 },
    )
    return { made, upper }
  }

  it('is computed once for equal texts', () => {
    const { made, upper } = make()
    expect(upper('ab')).to.equal(upper('abc'.slice(0, 2)))
    expect(made).to.deep.equal(['ab'])
  })

  it('is forgotten after others came', () => {
    const { made, upper } = make()
    for (const text of ['a', 'b', 'a', 'c', 'a', 'b']) upper(text)
    expect(made).to.deep.equal(['a', 'b', 'c', 'b'])
  })

  it('is not kept for long texts', () => {
    const { made, upper } = make()
    for (const text of ['long', 'long']) expect(upper(text).text).to.equal('LONG')
    expect(made).to.have.length(2)
  })

  it('is correct for half a surrogate pair as well', () => {
    const { upper } = make()
    expect(upper('\ud83d').text).to.equal('\ud83d')
    expect(upper('\ud83d')).to.equal(upper('\ud83d'))
  })
})
