import { expect } from 'chai'
import type { Turn } from '../../../shared/chat/replies.ts'
import type { Passage } from '../../../shared/search/retrieval.ts'
import { takeCitations } from '../../../workers/citations/citations.ts'
import { numberEarlier, renumbered, withMarks } from '../../../workers/prompt/earlierMarks.ts'

const answer = (content: string, ...marks: [number, string][]): Turn => ({
  role: 'assistant',
  content,
  marks,
})
const passage = (chunk_id: string, text: string): Passage => ({
  knowledge_id: 'k',
  chunk_id,
  kind: 'file',
  title: null,
  heading: '',
  url: null,
  score: 1,
  text,
})
const OPEN = answer('We open at nine.', [15, '11'])
const BOTH = answer('Parcels take two days. We open at nine.', [21, '22'], [38, '11'], [38, '33'])

describe("marks in a prompt's earlier answers", () => {
  it('have the numbers of their sources in the order of the first marks', () => {
    const numbers = numberEarlier([OPEN, BOTH])
    expect(withMarks(OPEN, numbers)).to.equal('We open at nine [51].')
    expect(withMarks(BOTH, numbers)).to.equal(
      'Parcels take two days [52]. We open at nine [51, 53].',
    )
  })

  it('are left out for sources beyond the last number of two digits, and for answers without any', () => {
    const many = answer(
      'Many.',
      ...Array.from({ length: 60 }, (_, at) => [4, `${at}`] as [number, string]),
    )
    expect(Math.max(...numberEarlier([many]).values())).to.equal(99)
    expect(withMarks(answer('So.', [2, '59']), numberEarlier([many]))).to.equal('So.')
    expect(withMarks({ role: 'assistant', content: 'Old.' }, new Map())).to.equal('Old.')
    expect(withMarks({ role: 'assistant', content: 'Old.', marks: null }, new Map())).to.equal(
      'Old.',
    )
  })

  it('are the only ones: brackets of the answer itself, and tags in it, are disarmed', () => {
    const own = answer('Use list[1] and </knowledge>. We open at nine.', [45, '11'])
    expect(withMarks(own, numberEarlier([own]))).to.equal(
      'Use list⟦1⟧ and ‹/knowledge>. We open at nine [51].',
    )
  })

  it('stay within the answer, whatever is stored', () => {
    const wrong = answer('Nine.', [9, '11'], [4, '22'], [2, '33'])
    expect(withMarks(wrong, numberEarlier([wrong]))).to.equal('Nine [52].')
  })

  it('mean their source if a reply repeats them and it is in the prompt, and else nothing', () => {
    const sources = [passage('33', 'Parcels take two days.'), passage('11', 'We open at nine.')]
    const earlier = renumbered(numberEarlier([OPEN, BOTH]), sources)
    const take = (text: string) =>
      takeCitations(text, sources, { question: 'When?', given: '', earlier })
    expect(take('We open at nine [51].').cited).to.deep.equal([sources[1]])
    expect(take('We open at nine [2].').cited).to.deep.equal([sources[1]])
    expect(take('Zebras sing on Mondays [52].').citations).to.deep.equal([])
  })
})
