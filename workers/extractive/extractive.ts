import { notKnownIn, readSmallTalk } from '../../shared/languages/smallTalk.ts'
import { languageOf } from '../../shared/lib/text/language.ts'
import {
  countContentWords,
  coverageOf,
  goesOn,
  missingIn,
  stemsWanted,
  type Wanted,
} from '../language/coverage.ts'
import { STOP_WEIGHT, termsOf } from '../language/matching.ts'
import { isNegated } from '../language/negation.ts'
import type { PromptFacts, PromptSource } from '../prompt/prompt.ts'
import { ordersModel } from './orders.ts'
import { asksPrice, saysPrice } from './prices.ts'
import { newestYear, type RankedStatement, rank } from './ranking.ts'
import { readingsOf } from './readings.ts'
import { answerOfResults } from './resultLines.ts'
import { ITEM, isRow } from './statements.ts'
import { type TellingWords, tellingWordsOf } from './tellingWords.ts'

/** The least likeness, 0–1, of two questions that ask the same. */
const SAME_QUESTION = 0.5
/** The share of the best likeness from which another pair is answered, too. */
const ALIKE = 0.95
/** A question with more than this share of a pair's words asks the same as the pair, and more. */
const MAX_OVERLAP = 0.8
const MAX_SENTENCES = 3
/**
 * The most sources that are read, best first. Later sources hardly ever have the answer, but often
 * the question's words.
 */
const MAX_SOURCES = 6
/** The share of the best sentence's score from which another sentence joins the answer. */
const NEARLY = 0.6
/**
 * The shares of a question's words that the source of an answer, and the answer itself, must have.
 * For ideographs, both are multiplied by `IDEOGRAPHS`.
 */
const MIN_COVERAGE = 0.3
const MIN_OWN_COVERAGE = 0.18
const IDEOGRAPHS = 0.7
/**
 * The share of a question with three content words that two of them must cover if the third is
 * missing. Rare words cover more.
 */
const MIN_COVERAGE_OF_THREE = 0.5
/**
 * The share of the best sentence's own score that a further sentence needs: being near the answer
 * is not enough.
 */
const ITSELF = 0.25
/** The share of the best sentence's score from which one of a newer source comes first. */
const AS_GOOD = 0.8
/** In questions with at most this many content words, every name must be near the sentence. */
const MAX_OF_NAMED = 3
/** In questions with at most this many content words, a long text needs every name and number. */
const MAX_OF_STRICT = 4

interface Question {
  wanted: Wanted
  /** The language of the question (BCP 47). */
  language: string
  isNegated: boolean
  telling: TellingWords
  asksPrice: boolean
  /** The terms of the previous question, if this question may continue it. */
  earlier: Wanted | undefined
}

/**
 * Answers as `builtin:extractive`, the model for trying Parley out. Returns the first that applies:
 * small talk; what a tool has answered; the answer of the Q/A pair that asks the same; up to three sentences, word for word
 * and marked, of the source with most of the question's words; the agent's fallback message; or a
 * sentence that it does not know.
 */
export function extractAnswer({
  question,
  earlier,
  agent,
  language,
  readings,
  ...facts
}: PromptFacts): string {
  const sources = facts.sources.slice(0, MAX_SOURCES).map(withoutOrders)
  const expected = language ?? (sources[0] && languageOf(sources[0].parts[0]!))
  const { answer, rest: written } = readSmallTalk(
    shortened(question).replace(MARKS, ' '),
    agent.name,
    expected,
  )
  if (answer) return answer
  const spoken = languageOf(written, expected)
  const result = answerOfResults(facts.results ?? [], stemsWanted(written, spoken), spoken)
  if (result) return result
  const asked = readingsOf(written, sources, spoken, readings).map((reading) =>
    questionOf(reading, spoken, earlier),
  )
  const answers = asked
    .flatMap((asked) => answerOfPairs(asked, sources) ?? answerOfSentences(asked, sources) ?? [])
    .sort((left, right) => right.coverage - left.coverage)
  return answers[0]?.text ?? agent.fallback_message ?? notKnownIn(spoken)
}

const questionOf = (text: string, language: string, earlier: string): Question => ({
  wanted: stemsWanted(text, language),
  language,
  isNegated: isNegated(text, language),
  telling: tellingWordsOf(text, language),
  asksPrice: asksPrice(text),
  earlier: goesOn(text, language) ? stemsWanted(earlier, language) : undefined,
})

/** Marks of sources in a question, such as `[1]`, whose numbers are no words of it. */
const MARKS = /\[\d{1,3}(?:[,;]\s?\d{1,3}){0,9}\]/g

/** The most characters of a question that are read, half at each end: 8,000 would take 60 ms. */
const MAX_READ = 1_000
const shortened = (question: string) =>
  question.length <= MAX_READ
    ? question
    : `${question.slice(0, MAX_READ / 2)} ${question.slice(-MAX_READ / 2)}`.toWellFormed()

/** Empties a source that gives orders to a model. It stays, because the others keep their numbers. */
const withoutOrders = (source: PromptSource): PromptSource =>
  ordersModel(source.parts.join('\n')) ? { ...source, parts: [''] } : source

interface ExtractedAnswer {
  text: string
  /** The share of the question that the answer covers, 0–1; 1 for the answer of a pair. */
  coverage: number
}

function answerOfPairs(
  asked: Question,
  sources: readonly PromptSource[],
): ExtractedAnswer | undefined {
  const pairs = sources
    .flatMap((source, index) => (source.isPair ? [{ ...pairOf(source), number: index + 1 }] : []))
    .map((pair) => ({ ...pair, likeness: likenessOf(asked, pair) }))
    .filter(({ text }) => maySayPrice(text, asked))
    .sort((a, b) => b.likeness - a.likeness)
  const least = Math.max(SAME_QUESTION, ALIKE * (pairs[0]?.likeness ?? 0))
  const alike = pairs.filter(({ likeness }) => likeness >= least).slice(0, MAX_SENTENCES)
  const once = alike.filter(
    ({ answer }, at) => alike.findIndex((pair) => pair.answer === answer) === at,
  )
  const text = once.map(({ answer, number }) => `${answer} [${number}]`).join('\n')
  return text ? { text, coverage: 1 } : undefined
}

/** Splits a pair. The answer comes from its first part in the prompt, which has no gaps. */
function pairOf({ parts }: PromptSource) {
  const [question = '', ...lines] = parts[0]!.split('\n')
  return { question, answer: lines.join('\n'), text: parts.join('\n') }
}

/**
 * Returns how alike the question of a pair is, 0–1; 0: the pair lacks a content word of the
 * question, or asks the opposite.
 */
function likenessOf(
  { wanted, language, telling, isNegated: isAskedNegated }: Question,
  pair: ReturnType<typeof pairOf>,
): number {
  const paired = stemsWanted(pair.question, language)
  const all = coverageOf(paired, new Set(wanted.keys()))
  // `How do I safely reset my password?` asks everything that `How do I reset my password?` does.
  const missing = missingIn(wanted, termsOf(pair.text, language))
  const asksMore =
    missing.length === 1 &&
    mayLack(missing, telling) &&
    all > MAX_OVERLAP &&
    countContentWords(paired) > 1
  if (isNegated(pair.question, language) !== isAskedNegated) return 0
  if (missing.length && !asksMore) return 0
  return (coverageOf(wanted, new Set(paired.keys())) + all) / 2
}

function answerOfSentences(
  asked: Question,
  sources: readonly PromptSource[],
): ExtractedAnswer | undefined {
  const { earlier } = asked
  const wanted = withoutLittleWords(
    earlier?.size ? withEarlier(asked.wanted, earlier) : asked.wanted,
  )
  const ranked = rank(wanted, sources, asked.language).filter((statement) =>
    saysSomething(statement, asked),
  )
  const best = newestOf(ranked, sources, asked)
  if (!best || !answers(best, wanted, asked)) return undefined
  if (!maySayPrice([best.heading, best.lead, ...best.lines].join('\n'), asked)) return undefined
  const others = ranked
    .filter(({ source, lines }) => source === best.source && lines.length === 1)
    .filter(({ score, own }) => score >= NEARLY * best.score && own >= ITSELF * best.own)
    .filter(({ lines, missing }) => !isRow(lines[0]!) || missing.length <= best.missing.length)
  const text = (best.lines.length > 1 ? [best] : others)
    .slice(0, MAX_SENTENCES)
    .sort((a, b) => a.place - b.place)
    .map((statement) => wordsOf(statement, wanted, asked))
    .reduce((text, next) => `${text}${between(text, next)}${next}`)
    .concat(` [${best.source + 1}]`)
  return { text, coverage: best.coverage }
}

/**
 * Returns the best statement. Of nearly equal ones, the one of the newest year comes first, unless
 * the question names a year or a version: price lists of earlier years stay in the knowledge.
 */
function newestOf(
  ranked: readonly RankedStatement[],
  sources: readonly PromptSource[],
  { telling }: Question,
): RankedStatement | undefined {
  const [best] = ranked
  if (!best || best.isProse || telling.numbers.size) return best
  const yearOf = ({ source }: RankedStatement) => newestYear(sources[source]!)
  return ranked
    .filter(
      ({ score, missing }) =>
        score >= AS_GOOD * best.score && missing.length === best.missing.length,
    )
    .reduce((newest, other) => (yearOf(other) > yearOf(newest) ? other : newest), best)
}

/** Drops stop words, which must not decide between two sentences. */
function withoutLittleWords(wanted: Wanted): Wanted {
  const words = new Map([...wanted].filter(([, weight]) => weight > STOP_WEIGHT))
  return words.size ? words : wanted
}

/** Adds the terms of the earlier question, at half their weight. */
const withEarlier = (own: Wanted, earlier: Wanted): Wanted =>
  new Map([...[...earlier].map(([term, weight]) => [term, weight / 2] as const), ...own])

/**
 * Whether a sentence has enough of the question's words to answer it. A pair, a row or a short text
 * says in few words what it is about, so it must have all telling words. A long text says things in
 * other words than a question: it may lack some, but no name and no number, unless the question
 * has many words.
 */
function answers(best: RankedStatement, wanted: Wanted, { telling }: Question): boolean {
  const { coverage, around, absent, isProse } = best
  // The rows of a table answer together: `Which plan has more drivers, Team or Fleet?`
  const missing = isRow(best.lines[0]!) ? absent : best.missing
  const words = countContentWords(wanted)
  const isHan = [...wanted.keys()].some((term) => /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u.test(term))
  if (words < 3 && missing.length) return false
  if (words === 3 && (missing.length > 1 || (missing.length && coverage < MIN_COVERAGE_OF_THREE)))
    return false
  if (words <= MAX_OF_NAMED && has(telling.names, missing)) return false
  if (!isProse && has(telling.numbers, missing)) return false
  if (words <= MAX_OF_STRICT && (has(telling.names, absent) || has(telling.numbers, absent)))
    return false
  if (!isProse && !isHan && lacksTelling(absent, words, telling)) return false
  const share = isHan ? IDEOGRAPHS : 1
  return around >= MIN_COVERAGE * share && coverage >= MIN_OWN_COVERAGE * share
}

/**
 * Whether a short text lacks too much of a question: any noun, name or number, a second word, or
 * any of three words.
 */
const lacksTelling = (absent: readonly string[], words: number, telling: TellingWords) =>
  absent.length > 0 && (words < 4 || absent.length > 1 || !mayLack(absent, telling))

const has = (telling: ReadonlySet<string>, terms: readonly string[]) =>
  terms.some((term) => telling.has(term))

/** Whether terms of a question are known to be no nouns, names or numbers. */
const mayLack = (terms: readonly string[], { findsNouns, nouns, names, numbers }: TellingWords) =>
  findsNouns && !has(nouns, terms) && !has(names, terms) && !has(numbers, terms)

/**
 * Whether a statement says something: it is no question, and has other words than the question or
 * is a whole sentence, such as `There is a lift.` A statement without a wanted term must not belong
 * to a pair, and its heading must be negated if and only if the question is.
 */
function saysSomething(
  statement: RankedStatement,
  { wanted, language, isNegated: isAskedNegated }: Question,
) {
  const { lines, terms, isItself, isPair, lead, heading } = statement
  if (lines.every((line) => /[?？؟;]$/u.test(line))) return false
  const isNew = [...terms].some((term) => !wanted.has(term))
  if (!isNew && !(terms.size > 2 && /[.!。]$/u.test(lines.at(-1)!))) return false
  return isItself || (!isPair && isNegated(lead || heading, language) === isAskedNegated)
}

/** Whether a text says a price, if the question asks for one. */
const maySayPrice = (text: string, { asksPrice, language }: Question) =>
  !asksPrice || saysPrice(text, language)

/**
 * Writes a statement below the line or heading that it needs. A list is cut to the items that cover
 * most of the question.
 */
function wordsOf(
  { lead, lines, isList, goesOn, heading }: RankedStatement,
  wanted: Wanted,
  asked: Question,
): string {
  const { language } = asked
  const lacks = (text: string) =>
    missingIn(wanted, termsOf(`${heading}\n${lead}\n${text}`, language)).length
  const fewest = Math.min(...lines.map(lacks))
  const items = isList && fewest < lacks('') ? lines.filter((line) => lacks(line) === fewest) : []
  const isOpposite = isNegated(heading, language) !== asked.isNegated
  const above =
    lead || (lines.length > 1 || isOpposite ? heading.replace(/[\p{L}\p{N}]$/u, '$&:') : '')
  const said = items.length ? items : [...lines, ...(goesOn ? ['…'] : [])]
  return [above, ...said].filter(Boolean).join('\n')
}

function between(text: string, next: string): string {
  if (/\n/.test(text + next) || ITEM.test(next) || !/[\p{Sentence_Terminal}»”"')\]]$/u.test(text))
    return '\n'
  return /[。！？]$/u.test(text) ? '' : ' '
}
