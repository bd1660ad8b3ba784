import { expect } from 'chai'
import type { Passage } from '../../../shared/search/retrieval.ts'
import { takeCitations } from '../../../workers/citations/citations.ts'
import { checkClaims } from '../../../workers/grounding/checkClaims.ts'
import {
  ACROSS,
  ANSWERS,
  FIGURES,
  type JudgedReplies,
  OPENINGS,
  SUBJECTS,
} from './repliesInManyLanguages.ts'

/** Returns whether a marked sentence has a problem. */
async function isRefused(source: string, sentence: string): Promise<boolean> {
  const passage: Passage = {
    knowledge_id: 'k',
    chunk_id: 'c',
    kind: 'file',
    title: null,
    url: null,
    heading: '',
    score: 1,
    text: source,
  }
  const sources = [passage]
  const { statements } = takeCitations(`${sentence} [1].`, sources, { question: 'And?', given: '' })
  const given = { question: 'And?', texts: ['And?'] }
  return (await checkClaims({ statements, sources, given })).problems.length > 0
}

function declare(replies: readonly JudgedReplies[]) {
  for (const [source, right, wrong] of replies) {
    for (const sentence of right)
      it(`supports: ${sentence}`, async () => {
        expect(await isRefused(source, sentence)).to.equal(false)
      })
    for (const sentence of wrong)
      it(`does not support: ${sentence}`, async () => {
        expect(await isRefused(source, sentence)).to.equal(true)
      })
  }
}

describe('a source with figures', () => declare(FIGURES))

describe('a source that says yes or no', () => declare(ANSWERS))

describe('a source in another language', () => declare(ACROSS))

describe('a source with opening days', () => declare(OPENINGS))

describe('a source with figures of several subjects', () => declare(SUBJECTS))
