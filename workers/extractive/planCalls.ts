import { randomUUID } from 'node:crypto'
import { readSmallTalk } from '../../shared/languages/smallTalk.ts'
import { languageOf } from '../../shared/lib/text/language.ts'
import type { AskedCall } from '../../shared/tools/steps.ts'
import { coverageOf, missingIn } from '../language/coverage.ts'
import { termsOf } from '../language/matching.ts'
import { isNegated } from '../language/negation.ts'
import { piecesOf } from '../language/pieces.ts'
import type { PromptFacts, ToolFacts } from '../prompt/prompt.ts'
import { type ArgumentSchema, type AskedForTool, argumentsIn } from './argumentsIn.ts'
import { codesIn } from './codes.ts'
import { asksPrice, saysPrice } from './prices.ts'
import { asContent, hasSubject, sharedWords, subjectOf } from './subjects.ts'
import { namesIn, namesOfProperty, type ToolTexts, textsOf } from './toolTexts.ts'

/** The most tools that are compared with a question. */
const MAX_TOOLS = 16
/** The most sentences of a question, and the most characters of one, that are compared. */
const MAX_SENTENCES = 6
const MAX_OF_SENTENCE = 300
/** The least likeness, 0–1, of a question and an example, or share of it that a tool's texts have. */
const MIN_LIKENESS = 0.5
/**
 * The same for all words, little ones included. A question that states no argument may be about
 * orders in general, and a negated one may be a wish: `I do not want to know where order 7 is.`
 */
const MIN_OF_WORDS = 0.6
/** A description is worth less than an example, which is a question. */
const BY_DESCRIPTION = 0.9

/**
 * Chooses the tool that answers a question, for `builtin:extractive`: a tool that only reads, whose
 * examples or description match, and whose required arguments are found.
 * @returns at most one call; none after a call, and none if the question states no argument while
 *   it may be about something else
 */
export async function planCalls(facts: PromptFacts): Promise<AskedCall[]> {
  const { question, earlier, agent, language, tools = [], results, traits, metadata } = facts
  const reading = tools.filter(({ effect }) => effect === 'read').slice(0, MAX_TOOLS)
  if (!reading.length || results?.length) return []
  const { answer, rest } = readSmallTalk(question, agent.name, language)
  if (answer) return []
  const spoken = languageOf(rest, language ?? undefined)
  const codes = await codesIn(rest, spoken)
  // `And 1043?` goes on with the question before it.
  const about = hasSubject(rest, spoken) ? rest : earlier
  const subject = new Set(subjectOf(about, spoken).keys())
  const asked = { text: rest, language: spoken, codes, subject, traits, metadata }
  const sentences = sentencesOf(about, spoken)
  const isKnown = facts.sources.some(
    ({ isPair, parts }) => isPair && asksTheSame(parts[0]!.split('\n', 1)[0]!, sentences, spoken),
  )
  const plans = await Promise.all(reading.map((tool) => planOf(tool, asked, sentences, isKnown)))
  const [best] = plans.flatMap((plan) => plan ?? []).sort((a, b) => b.likeness - a.likeness)
  return best ? [callOf(best)] : []
}

interface Plan {
  tool: ToolFacts
  input: Record<string, unknown>
  /** 0–1 */
  likeness: number
}

async function planOf(
  tool: ToolFacts,
  asked: AskedForTool,
  sentences: readonly string[],
  isKnown: boolean,
): Promise<Plan | undefined> {
  const { language } = asked
  const texts = textsOf(tool)
  const besides = await namesIn(texts.examples, language)
  const namesOf = (property: string, schema: ArgumentSchema) => {
    const own = namesOfProperty(property, schema, language)
    return new Set([...besides, ...(own.size ? own : termsOf(texts.name, language))])
  }
  const found = argumentsIn(tool, asked, namesOf)
  if (!found || (isKnown && !found.isStated)) return undefined
  const likeness = Math.max(
    0,
    ...sentences.map((sentence) => likenessOf(sentence, texts, found.isStated, language)),
  )
  return likeness >= MIN_LIKENESS ? { tool, input: found.input, likeness } : undefined
}

/** Whether a sentence is the question of a Q/A pair, which then answers. */
const asksTheSame = (pair: string, sentences: readonly string[], language: string) =>
  sentences.some((sentence) => sharedWords(sentence, pair, language) >= MIN_OF_WORDS)

const callOf = ({ tool, input }: Plan): AskedCall => ({
  call_id: randomUUID(),
  own_id: null,
  name: tool.name,
  input,
  written: JSON.stringify(input),
})

/**
 * Returns how well a tool fits a sentence, 0–1; 0: it lacks what the sentence is about, or asks the
 * opposite.
 * @param isStated whether the question has an argument of the tool
 */
function likenessOf(
  sentence: string,
  { all, examples }: ToolTexts,
  isStated: boolean,
  language: string,
): number {
  const wanted = subjectOf(sentence, language)
  const known = termsOf(all, language)
  const missing = missingIn(asContent(wanted), known).length
  if (!wanted.size || missing > (isStated ? mayMiss(wanted.size) : 0)) return 0
  if (asksPrice(sentence) && !saysPrice(all, language)) return 0
  const isAskedNegated = isNegated(sentence, language)
  const isSure = isStated && !isAskedNegated
  const alike = examples
    .filter((example) => isNegated(example, language) === isAskedNegated)
    .filter((example) => isSure || sharedWords(sentence, example, language) >= MIN_OF_WORDS)
    .map((example) => {
      const own = subjectOf(example, language)
      return (coverageOf(wanted, new Set(own.keys())) + coverageOf(own, new Set(wanted.keys()))) / 2
    })
  const isDescribed = isSure || (!isAskedNegated && !examples.length)
  return Math.max(0, ...alike, isDescribed ? BY_DESCRIPTION * coverageOf(wanted, known) : 0)
}

/** How many of a sentence's subject words a tool may lack: none of three, one of four. */
const mayMiss = (words: number) => Math.max(0, Math.floor((words - 2) / 2))

/**
 * Returns the sentences that ask: those with a question mark; else the first one, and all together,
 * because `My order number is 1042.` asks nothing after `I want a refund.`
 */
function sentencesOf(text: string, language: string): string[] {
  const sentences = piecesOf(text).slice(0, MAX_SENTENCES)
  const asking = sentences.filter((sentence) => /[?？؟;]\s*$/u.test(sentence))
  const own = asking.filter((sentence) => hasSubject(sentence, language))
  const chosen = own.length ? own : [text, ...(asking.length ? [] : sentences.slice(0, 1))]
  return chosen.map((sentence) => sentence.slice(0, MAX_OF_SENTENCE))
}
