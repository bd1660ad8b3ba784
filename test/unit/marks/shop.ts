import { expect } from 'chai'
import type { Passage } from '../../../shared/search/retrieval.ts'
import { takeCitations } from '../../../workers/citations/citations.ts'
import { stablePrefix } from '../../../workers/reply/stablePrefix.ts'

const source = (text: string): Passage => ({
  knowledge_id: text,
  chunk_id: text,
  kind: 'file',
  title: null,
  heading: '',
  url: null,
  score: 1,
  text,
})
const SOURCES = ['We open at nine.', 'Parcels take two days.', 'Returns are free.'].map(source)
const GIVEN = 'See https://shop.example.com/help and https://shop.example.com/hours.'

/** Reads a model's reply to three sources. @param given what else the prompt has */
export function readReply(text: string, given = '') {
  const { content, citations } = takeCitations(text, SOURCES, {
    question: 'When?',
    given: GIVEN + given,
  })
  const numbers = citations.map(
    ({ knowledge_id }) => SOURCES.findIndex((one) => one.knowledge_id === knowledge_id) + 1,
  )
  return { content, cited: numbers.sort() }
}

/**
 * Expects that what is streamed of a text only grows, and is always the beginning of the reply.
 * @param sizes the sizes of the pieces in characters, again and again
 */
export function expectStreamed(text: string, sizes: readonly number[]): void {
  const { content } = readReply(text)
  let before = ''
  for (let at = 0, piece = 0; at < text.length; piece++) {
    at = Math.min(text.length, at + sizes[piece % sizes.length]!)
    const shown = stablePrefix(text.slice(0, at), SOURCES, { given: GIVEN })
    const where = `of ${JSON.stringify(text.slice(0, at))}: ${JSON.stringify(shown)}`
    expect(shown.startsWith(before), `${where} after ${JSON.stringify(before)}`).to.equal(true)
    expect(content.startsWith(shown), `${where}, not ${JSON.stringify(content)}`).to.equal(true)
    before = shown
  }
}
