import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { buildPrompt } from '../../../workers/prompt/prompt.ts'
import { CASES } from './cases.ts'

const BUDGET = { history: 3_000, knowledge: 16_000 }

/**
 * The whole text of ten prompts, as decision 96 shows them. `WRITE_CASES=1` writes the files anew:
 * read them, as a model would, before you commit them.
 */
describe('the prompt, word for word,', () => {
  for (const [name, { inputs, passages }] of Object.entries(CASES))
    it(`is that of test/unit/prompt/cases/${name}.txt`, () => {
      const { messages } = buildPrompt(inputs, passages, BUDGET)
      const text = messages.map(({ role, content }) => `--- ${role}\n${content}\n`).join('\n')
      const file = `test/unit/prompt/cases/${name}.txt`
      if (process.env.WRITE_CASES) writeFileSync(file, text)
      expect(text).to.equal(readFileSync(file, 'utf8'))
    })
})
