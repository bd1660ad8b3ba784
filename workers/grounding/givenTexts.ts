import type { PromptPart } from '../prompt/prompt.ts'
import type { GivenTexts } from './known/figureClaim.ts'

/** The parts of a prompt that we wrote, or whose figures a mark must name: the sources. */
const NOT_GIVEN: ReadonlySet<PromptPart['name']> = new Set(['rules', 'knowledge', 'attachments'])

/** The mark of a source in an earlier answer, which is no figure of it. */
const MARK = /\[\d{1,2}(?:,\s?\d{1,2}){0,9}\]/g

/**
 * Returns what a model was given besides the sources: the question, earlier messages, what is known
 * of the user, and what the owner wrote for the agent. An earlier answer that its sources did not
 * support is left out: a model that says again what it made up is not supported by itself.
 */
export const givenTexts = (question: string, parts: readonly PromptPart[]): GivenTexts => ({
  question,
  texts: [
    question,
    ...parts
      .filter(({ name, isUnsupported = false }) => !NOT_GIVEN.has(name) && !isUnsupported)
      .map(({ text }) => text.replace(MARK, ' ')),
  ],
})
