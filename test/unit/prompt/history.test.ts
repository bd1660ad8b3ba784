import { expect } from 'chai'
import fc from 'fast-check'
import type { Turn } from '../../../shared/chat/replies.ts'
import { estimateTokens } from '../../../shared/lib/text/tokens.ts'
import { keptTurns } from '../../../workers/prompt/history.ts'

/** Turns in order, each of about so many tokens. */
const turnsOf = (...tokens: number[]): Turn[] =>
  tokens.map((size, at) => ({
    role: at % 2 ? 'assistant' : 'user',
    content: `${at} ${'word '.repeat(size)}`,
  }))
const sizeOf = (turns: readonly Turn[]) =>
  turns.reduce((sum, { content }) => sum + estimateTokens(content), 0)

describe('the history in a prompt', () => {
  it('is whole while it fits', () => {
    const turns = turnsOf(10, 20, 10, 20)
    expect(keptTurns(turns, sizeOf(turns))).to.deep.equal(turns)
  })

  it('loses its older half at once, and then keeps its beginning for many messages', () => {
    const all = turnsOf(...Array.from({ length: 80 }, (_, at) => (at % 2 ? 80 : 20)))
    const begins = Array.from(
      { length: 40 },
      (_, asked) => keptTurns(all.slice(0, 2 * asked), 1_000)[0]?.content,
    )
    expect(new Set(begins.slice(1)).size).to.be.at.most(8)
  })

  it('keeps the last question and its answer if they fit, however long', () => {
    const turns = turnsOf(10, 10, 20, 900)
    expect(keptTurns(turns, 1_000)).to.deep.equal(turns)
    expect(keptTurns([...turns, ...turnsOf(20, 900)], 1_000).at(-1)!.content).to.match(/^1 /)
    expect(keptTurns(turns, 500)).to.deep.equal([])
  })

  it('fits, begins with a question, and goes on where it began, whatever was said', () => {
    const tokens = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 2, maxLength: 40 })
    fc.assert(
      fc.property(tokens, (sizes) => {
        const turns = turnsOf(...sizes)
        for (let end = 2; end <= turns.length; end += 2) {
          const kept = keptTurns(turns.slice(0, end), 600)
          expect(sizeOf(kept)).to.be.at.most(600)
          if (kept.length) expect(kept[0]!.role).to.equal('user')
          expect(kept).to.deep.equal(turns.slice(end - kept.length, end))
        }
      }),
    )
  })
})
