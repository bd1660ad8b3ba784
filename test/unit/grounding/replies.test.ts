import { expect } from 'chai'
import type { Passage } from '../../../shared/search/retrieval.ts'
import { takeCitations } from '../../../workers/citations/citations.ts'
import { checkClaims } from '../../../workers/grounding/checkClaims.ts'
import { REPLIES, type RepliesToSource } from '../../support/data/groundedReplies.ts'

const passage = (text: string): Passage => ({
  knowledge_id: text,
  chunk_id: text,
  kind: 'qa',
  title: text.slice(0, text.indexOf('\n')),
  url: null,
  heading: '',
  score: 1,
  text,
})

/** Checks a reply as the worker does. */
async function check(
  reply: string,
  { sources: texts, question, history = [], traits = {} }: Omit<RepliesToSource, 'right' | 'wrong'>,
) {
  const sources = texts.map(passage)
  const { grounded, statements } = takeCitations(reply, sources, { question, given: '' })
  const given = { question, texts: [question, ...history, JSON.stringify(traits)] }
  const { problems, supported } = await checkClaims({ statements, sources, given })
  return { grounded: grounded && problems.length === 0, problems, supported }
}

for (const { right, wrong, ...asked } of REPLIES)
  describe(`a reply to ${asked.question}`, () => {
    for (const reply of right)
      it(`is supported: ${reply}`, async () => {
        expect(await check(reply, asked)).to.deep.include({ grounded: true, problems: [] })
      })
    for (const reply of wrong)
      it(`is not supported: ${reply}`, async () => {
        expect(await check(reply, asked)).to.include({ grounded: false })
      })
  })

describe('a mark', () => {
  const asked = {
    sources: ['What does delivery cost?\nDelivery costs €5. Returns take 14 days.'],
    question: 'And?',
  }

  it('covers all sentences of its paragraph, and those with figures elsewhere count, too', async () => {
    const reply = [
      'Delivery costs €5. We ship by bike. Returns take 14 days [1].',
      'A gift card costs €25.',
      'Is there anything else?',
    ].join('\n\n')
    const { problems, supported } = await check(reply, asked)
    expect(supported).to.deep.equal({ sentences: 3, of: 4 })
    expect(problems).to.deep.equal([
      { sentence: 'A gift card costs €25', reason: 'The source does not say "25".' },
    ])
  })

  it('covers a list below its sentence, and a list whose last item it ends', async () => {
    for (const reply of [
      'This is due [1]:\n\n- Delivery: €5\n\n- Express: €9',
      '- Delivery: €5\n- Express: €9 [1]',
      '1. Delivery: €5\n2. Express: €9\n\n[1]',
      '| | |\n|---|---|\n| Delivery | €5 |\n| Express | €9 |\n\nSource: [1]',
    ])
      expect((await check(reply, asked)).problems, reply).to.have.length(1)
  })

  it('of a sentence is the one that its figures must be from', async () => {
    const sources = [...asked.sources, 'What is a gift card?\nA gift card costs €25.']
    const ask = (reply: string) => check(reply, { ...asked, sources })
    expect((await ask('Delivery costs €5 [1]. A gift card costs €25 [2].')).grounded).to.equal(true)
    expect((await ask('Delivery costs €5 [1]. A gift card costs €25 [1].')).grounded).to.equal(
      false,
    )
    expect(
      (await ask('It costs €5. A gift card costs €25 [2]. Returns: 14 days [1].')).grounded,
    ).to.equal(true)
  })
})

describe('a long reply', () => {
  const asked = { sources: ['How many?\nThere are 7 gnomes.'], question: 'How many?' }

  it('is checked to its last line', async () => {
    const lines = (last: number) =>
      [
        ...Array.from({ length: 120 }, () => 'There are 7 gnomes [1].'),
        `There are ${last} gnomes [1].`,
      ].join('\n')
    expect((await check(lines(7), asked)).supported).to.deep.equal({ sentences: 121, of: 121 })
    expect((await check(lines(9), asked)).grounded).to.equal(false)
  })

  it('is not grounded if it has more statements than are checked', async () => {
    const reply = Array.from({ length: 1_100 }, () => 'There are 7 gnomes [1].').join('\n')
    const { grounded, problems } = await check(reply, asked)
    expect(grounded).to.equal(false)
    expect(problems).to.deep.equal([
      { sentence: 'There are 7 gnomes', reason: 'The answer is too long to be checked.' },
    ])
  })
})
