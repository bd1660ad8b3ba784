import { expect } from 'chai'
import { extractAnswer } from '../workers/extractive.ts'

const SHOP = [
  'When are you open?\nWe are open from 9 to 6. On Sundays we are closed.',
  'What does delivery cost?\nDelivery costs 4.90 euros. Above 50 euros it is free.',
  'Can I return a plant?\nYes, within 14 days.',
]

function ask(question: string, texts = SHOP, { kind = 'qa', fallback = '' } = {}): string {
  const sources = texts.map(
    (text, index) => `<source number="${index + 1}" kind="${kind}">\n${text}\n</source>`,
  )
  const rest = fallback && `<fallback_message>\n${fallback}\n</fallback_message>`
  const system = `You are Ada.\n<knowledge>\n${sources.join('\n')}\n</knowledge>\n${rest}`
  return extractAnswer([
    { role: 'system', content: system },
    { role: 'user', content: question },
  ])
}

describe('builtin:extractive', () => {
  it("gives a matching pair's answer, and cites it", () => {
    expect(ask('When are you open?')).to.equal('We are open from 9 to 6. On Sundays we are closed. [1]')
  })

  it('knows a question asked in other forms of the same words', () => {
    expect(ask('what would the deliveries cost')).to.equal(
      'Delivery costs 4.90 euros. Above 50 euros it is free. [2]',
    )
  })

  it('gives the best sentence where no pair asks the same', () => {
    expect(ask('Closed on Sundays?')).to.equal('On Sundays we are closed. [1]')
  })

  it('gives sentences of texts that are no pairs', () => {
    const text = 'Our house was built in 1921. The founder was Erna Blum.'
    expect(ask('Who was the founder?', [text], { kind: 'file' })).to.equal('The founder was Erna Blum. [1]')
  })

  it('says plainly that it does not know', () => {
    expect(ask('What is the meaning of life?')).to.equal('I could not find an answer to that in what I know.')
    expect(ask('Anything?', [])).to.equal('I could not find an answer to that in what I know.')
  })

  it("says the agent's fallback message where there is one", () => {
    expect(ask('What is the meaning of life?', SHOP, { fallback: 'Please call us.' })).to.equal(
      'Please call us.',
    )
  })

  it('answers the last message, not an earlier one', () => {
    const system = '<source number="1" kind="qa">\nWhen are you open?\nFrom 9 to 6.\n</source>'
    const answer = extractAnswer([
      { role: 'system', content: system },
      { role: 'user', content: 'Who are you?' },
      { role: 'assistant', content: 'Ada.' },
      { role: 'user', content: 'When are you open?' },
    ])
    expect(answer).to.equal('From 9 to 6. [1]')
  })
})
