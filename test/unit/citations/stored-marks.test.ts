import { expect } from 'chai'
import type { Passage } from '../../../shared/search/retrieval.ts'
import { takeCitations } from '../../../workers/citations/citations.ts'
import { storedMarks } from '../../../workers/citations/storedMarks.ts'

const source = (chunk_id: string, text: string): Passage => ({
  knowledge_id: `k${chunk_id}`,
  chunk_id,
  kind: 'file',
  title: null,
  heading: '',
  url: null,
  score: 1,
  text,
})
const SOURCES = [source('11', 'We open at nine.'), source('22', 'Parcels take two days.')]

/** Takes a model's text, and shows each stored mark where it stands. */
function marked(text: string, given = ''): string {
  const { content, claims } = takeCitations(text, SOURCES, { question: 'When?', given })
  return storedMarks(content, claims).reduceRight(
    (shown, [at, id]) => `${shown.slice(0, at)}{${id}}${shown.slice(at)}`,
    content,
  )
}

describe('the stored marks of a reply', () => {
  for (const [text, shown] of [
    ['We open at nine [1].', 'We open at nine{11}.'],
    [
      'We open at nine. [1] Parcels take two days [2].',
      'We open at nine.{11} Parcels take two days{22}.',
    ],
    [
      'We open at nine and parcels take two days [1, 2].',
      'We open at nine and parcels take two days{11}{22}.',
    ],
    [
      'Hours:\n- We open at nine [1]\n- Parcels take two days [2]',
      'Hours:\n- We open at nine{11}\n- Parcels take two days{22}',
    ],
    ['Hello!', 'Hello!'],
  ] as const)
    it(`stand behind their claims: ${JSON.stringify(text)}`, () => {
      expect(marked(text)).to.equal(shown)
    })

  it('stand in their places also if a link before them was removed', () => {
    expect(marked('See https://evil.example/?q=1 now.\nWe open at nine [1].')).to.equal(
      'See (link removed) now.\nWe open at nine{11}.',
    )
  })

  it('stand behind a statement that a source says, though its model marked nothing', () => {
    expect(marked('Yes. We open at nine. Bye.')).to.equal('Yes. We open at nine.{11} Bye.')
  })
})
