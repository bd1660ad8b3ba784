import { expect } from 'chai'
import { judge } from '../../../bench/knowledge/answers/quality.ts'
import type { Passage } from '../../../shared/search/retrieval.ts'

const FALLBACK = 'I do not know that.'
const SOURCE: Passage = {
  knowledge_id: 'k',
  chunk_id: 'c',
  kind: 'file',
  title: null,
  url: null,
  heading: '',
  score: 1,
  text: 'Frames have a warranty of 10 years, all other parts of 2 years.',
}
const reply = (content: string, cited: Passage[] = [SOURCE]) => ({
  content,
  cited,
  grounded: cited.length > 0,
  fallback: FALLBACK,
})

describe('the bench of answers', () => {
  it('finds an answer whatever its case, articles, punctuation and width', () => {
    for (const [content, answer] of [
      ['It is the “Green Bank” Telescope.', 'green bank telescope'],
      ['We ship for €4.90', 'the €4.90.'],
      ['会议于１９９８年举行。', '1998年'],
    ] as const)
      expect(judge(reply(content), [answer]).right, content).to.equal(true)
  })

  it('accepts no part of a word or number as an answer, and no text without words', () => {
    for (const [content, answer] of [
      ['It was founded in 1998.', '99'],
      ['The category is open.', 'cat'],
      ['Nothing.', '…'],
    ] as const)
      expect(judge(reply(content), [answer]).right, content).to.equal(false)
  })

  it('computes F1 as SQuAD does, of the best answer', () => {
    // 2 of the reply's 4 words without the article are the answer's 2: precision 1/2, recall 1.
    const { f1 } = judge(reply('the frames: 10 whole years'), ['nothing of this', '10 years'])
    expect(f1).to.be.closeTo(2 / 3, 1e-9)
  })

  it('counts a reply as a refusal only if it gives the fallback and cites nothing', () => {
    expect(judge(reply(FALLBACK, []), [])).to.include({ refused: true, right: false, f1: 0 })
    expect(judge(reply(`${FALLBACK} Frames have 10 years.`), ['10 years'])).to.include({
      refused: false,
      right: true,
    })
    expect(judge(reply('It is 5 years.', []), ['10 years'])).to.include({
      refused: false,
      right: false,
    })
  })

  it('checks whether a cited passage has the answer, though the reply does not give it', () => {
    expect(judge(reply('Frames have a warranty.'), ['10 years'])).to.include({
      right: false,
      citesAnswer: true,
    })
  })
})
