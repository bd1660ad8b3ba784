import { expect } from 'chai'
import {
  outcomeOf,
  outcomesByKind,
  readCompanies,
} from '../../../bench/knowledge/answers/companies.ts'
import { checkReplies, figuresOf, mistakesIn } from '../../../bench/knowledge/answers/grounding.ts'
import { contains } from '../../../bench/knowledge/answers/quality.ts'
import { withoutModels } from '../../../bench/knowledge/answers/replies.ts'
import { readReplies } from '../../../bench/knowledge/answers/replySet.ts'

const REPLIES = readReplies()
const COMPANIES = readCompanies()
const FALLBACK = 'I do not know that.'

describe('the written replies of the bench of answers', () => {
  it('are right and wrong ones in many languages, each of them once', () => {
    const right = REPLIES.filter(({ grounded }) => grounded)
    expect(new Set(right.map(({ language }) => language)).size).to.be.at.least(8)
    expect(right).to.have.length.at.least(101)
    expect(REPLIES.length - right.length).to.be.at.least(65)
    const texts = REPLIES.map(({ question, reply }) => `${question}\n${reply}`)
    expect(new Set(texts).size).to.equal(texts.length)
  })

  it('cite only sources that they have', () => {
    for (const { reply, sources } of REPLIES) {
      const numbers = [...reply.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number))
      for (const number of numbers) expect(number, reply).to.be.within(1, sources.length)
      for (const { title, text } of sources) expect(title && text, reply).to.be.a('string')
    }
  })

  it('are checked by the step of the worker, and counted by language and kind', async () => {
    const [first] = REPLIES.filter(
      ({ language, kind }) => language === 'en' && kind === 'paragraph',
    )
    const written = [
      { ...first!, reply: 'Standard delivery takes 3 to 5 working days [1].' },
      { ...first!, reply: 'Standard delivery takes 7 to 9 working days [1].' },
    ]
    const checked = await checkReplies(withoutModels('postgresql://localhost/none'), written)
    expect(checked.map(({ passes }) => passes)).to.deep.equal([true, false])
    const figures = { right: 2, refused: 1, wrong: 0, passed: 0 }
    expect(figuresOf(checked)).to.deep.equal({
      all: figures,
      languages: { en: figures },
      kinds: { paragraph: figures },
    })
    expect(mistakesIn(checked)).to.match(/^en, paragraph: right, but refused\n/)
    expect(mistakesIn(checked)).to.contain(checked[1]!.reasons[0]!)
  })
})

describe("the companies' questions of the bench of answers", () => {
  it('ask for texts that the knowledge has', () => {
    for (const { pairs, files, questions } of COMPANIES) {
      const knowledge = [...pairs, ...files].map(([, text]) => text).join('\n')
      for (const { question, says, not = [] } of Object.values(questions).flat())
        for (const text of [...says, ...not])
          expect(contains(knowledge, text), `${question} ${text}`).to.equal(true)
    }
  })

  it('accept an answer that has all its texts, and none of another row', () => {
    const reply = (content: string, cited = [{} as never]) => ({
      content,
      cited,
      fallback: FALLBACK,
    })
    const wanted = { says: ['£4', '3 a month'], not: ['£14'] }
    expect(outcomeOf(reply('£4, and 3 a month'), wanted)).to.equal('right')
    expect(outcomeOf(reply('£4'), wanted)).to.equal('wrong')
    expect(outcomeOf(reply('£4, 3 a month; £14'), wanted)).to.equal('wrong')
    expect(outcomeOf(reply(FALLBACK, []), wanted)).to.equal('refused')
    expect(outcomeOf(reply('£4'), { says: [] })).to.equal('wrong')
  })

  it('are counted by kind', () => {
    const answer = { company: 'bank', question: '', content: '' }
    const { answerable, unanswerable } = outcomesByKind([
      { ...answer, kind: 'table', isAnswerable: true, outcome: 'right' },
      { ...answer, kind: 'typo', isAnswerable: true, outcome: 'refused' },
      { ...answer, kind: 'name', isAnswerable: false, outcome: 'wrong' },
    ])
    expect(Object.keys(answerable)).to.deep.equal(['table', 'typo', 'all'])
    expect(answerable.all).to.include({ questions: 2, right: 1, refused: 1, wrong: 0 })
    expect(unanswerable.all).to.include({ questions: 1, wrong: 1 })
  })
})
