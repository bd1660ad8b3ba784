import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { asksForPerson } from '../../shared/handoffs/asksForPerson.ts'

/** By language: texts that ask for a person, and texts with the same words that do not. */
const TEXTS: Record<string, { asks: string[]; others: string[] }> = JSON.parse(
  readFileSync(new URL('../support/data/person-requests.json', import.meta.url), 'utf8'),
)
const asks = (text: string) => asksForPerson(text, 'Flora')

describe('a request for a person', () => {
  for (const [language, texts] of Object.entries(TEXTS))
    it(`is understood, and nothing else taken for it, in ${language}`, () => {
      expect(
        texts.asks.filter((text) => !asks(text)),
        'missed',
      ).to.deep.equal([])
      expect(texts.others.filter(asks), 'false alarms').to.deep.equal([])
    })

  it('is read in messages of at most 300 characters', () => {
    const request = 'I want to talk to a human'
    expect(asks(request.padStart(300))).to.equal(true)
    expect(asks(request.padStart(301))).to.equal(false)
  })
})
