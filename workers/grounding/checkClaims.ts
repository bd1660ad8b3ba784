import type { Supported } from '../../shared/chat/messages.ts'
import { NEVER_YIELD, type YieldLoop } from '../../shared/lib/async/fairLoop.ts'
import { languageOf } from '../../shared/lib/text/language.ts'
import type { Passage } from '../../shared/search/retrieval.ts'
import type { LocalizedSource } from '../citations/localized.ts'
import { fullTextOf } from '../citations/sourceSentences.ts'
import type { ReplyStatement } from '../citations/statements.ts'
import { isFree, isIncluded, readsFree, withoutFreePhrases } from '../language/freePrice.ts'
import { isNegated } from '../language/negation.ts'
import { unknownOptions, unknownTokens } from './codeTokens.ts'
import type { FigureClaim, GivenTexts } from './known/figureClaim.ts'
import { hasFigures, unknownFigures } from './known/knownFigures.ts'
import { makeWithoutNumbering } from './numbering.ts'
import { compareOpening } from './opposites/openings.ts'
import { saysOppositeAcross } from './opposites/oppositeAcross.ts'
import { saysOpposite } from './opposites/opposites.ts'
import { swapsSubject } from './subjects.ts'
import { wrongWeekday } from './wrongWeekday.ts'

/** A sentence that its sources do not support, and the reason. */
export interface Problem {
  sentence: string
  /** The reason, for the model's correction and the reply's trace. */
  reason: string
}

/** The result of checking a reply. */
export interface CheckedReply {
  problems: Problem[]
  /** How many statements were checked, and how many of them passed. */
  supported: Supported
}

/** A reply, and what it may rest on. */
export interface ReplyToCheck {
  statements: readonly ReplyStatement[]
  /** All sources of the prompt, on which statements without a mark may rest. */
  sources: readonly Passage[]
  given: GivenTexts
}

/**
 * The most statements of a reply that are checked. Each takes some milliseconds. A reply with more
 * is not supported.
 */
const MAX_CHECKED = 1_000
/** The most characters of the sentences before it with which a sentence may calculate. */
const MAX_BEFORE = 1_000
/** The stop at the end of a sentence, which a problem leaves out. */
const STOP = /[.!。！؟।]\s*$/u
/** The most characters of a sentence in a problem. */
const MAX_QUOTED = 1_000

interface CheckedStatement extends FigureClaim {
  statement: ReplyStatement
  /** All texts from which code may be taken. */
  texts: readonly string[]
}

/** @returns the reason why a statement is not supported; undefined: this check finds none */
type ClaimCheck = (checked: CheckedStatement) => Promise<string | undefined> | string | undefined

/** The checks of a sentence, in their order. The first reason counts. */
const CHECKS: readonly ClaimCheck[] = [
  ({ statement }) =>
    statement.sources?.length === 0 ? 'The source does not speak of this.' : undefined,
  wrongOption,
  wrongFigure,
  swapped,
  otherWeekday,
  inventedFree,
  opposite,
]
const CHECKS_OF_CODE: readonly ClaimCheck[] = [wrongCode]

/**
 * Checks what a reply states without a model: the numbers, dates, amounts, units and free prices of
 * its sentences, the options and values of its code, and whether a marked sentence says the opposite
 * of its sources. Sentences without a mark and without a figure are not checked.
 * @param yieldLoop called before each statement is read
 */
export async function checkClaims(
  { statements, sources, given }: ReplyToCheck,
  yieldLoop: YieldLoop = NEVER_YIELD,
): Promise<CheckedReply> {
  const problems: Problem[] = []
  const localize = makeLocalize()
  const withoutNumbering = makeWithoutNumbering()
  const texts = [...sources.map(fullTextOf), ...given.texts]
  const expected = languageOfReply(statements, given.question)
  let checked = 0
  let last = { block: '', before: '' }
  for (const statement of statements) {
    await yieldLoop()
    const sentence = withoutNumbering(statement.text)
    const language = languageOf(sentence, expected)
    if (!statement.isMarked && !statement.isCode && !(await hasFigures(sentence, language)))
      continue
    if (++checked > MAX_CHECKED) {
      problems.push(problemOf(statement.text, 'The answer is too long to be checked.'))
      break
    }
    const own = (statement.sources ?? sources).map(localize)
    const { block } = statement
    if (last.block !== block) last = { block, before: '' }
    const { before } = last
    const claim = { statement, sentence, language, sources: own, block, before, given, texts }
    const reason = await firstReason(claim, statement.isCode ? CHECKS_OF_CODE : CHECKS)
    if (reason) problems.push(problemOf(statement.text, reason))
    else last.before = `${before}\n${statement.text}`.slice(-MAX_BEFORE)
  }
  return { problems, supported: { sentences: checked - problems.length, of: checked } }
}

/** The fewest letters of a question and its reply that show their language surely. */
const MIN_LETTERS = 40

/**
 * Reads the language of a reply with its question: a sentence of few words may be of several
 * languages, such as Russian and Ukrainian. undefined: both are too short.
 */
function languageOfReply(statements: readonly ReplyStatement[], question: string) {
  const said = statements.flatMap(({ text, isCode }) => (isCode ? [] : text))
  const text = [question, ...said].join('\n')
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return letters >= MIN_LETTERS || !/\p{sc=Latn}|\p{sc=Cyrl}/u.test(text)
    ? languageOf(text)
    : undefined
}

const problemOf = (text: string, reason: string): Problem => ({
  sentence: text.replace(STOP, '').slice(0, MAX_QUOTED),
  reason,
})

function makeLocalize(): (source: Passage) => LocalizedSource {
  const known = new Map<Passage, LocalizedSource>()
  return (source) => {
    const localized = known.get(source) ?? { source, language: languageOf(source.text) }
    known.set(source, localized)
    return localized
  }
}

async function firstReason(claim: CheckedStatement, checks: readonly ClaimCheck[]) {
  for (const check of checks) {
    const reason = await check(claim)
    if (reason) return reason
  }
  return undefined
}

function wrongCode({ statement, texts }: CheckedStatement): string | undefined {
  return notSaid(unknownTokens(statement.text, texts))
}

function wrongOption({ sentence, texts }: CheckedStatement): string | undefined {
  return notSaid(unknownOptions(sentence, texts))
}

async function wrongFigure(claim: CheckedStatement): Promise<string | undefined> {
  return notSaid(await unknownFigures(claim))
}

function swapped({ statement, sources, ...claim }: CheckedStatement) {
  return statement.isMarked ? swapsSubject(claim, sources) : undefined
}

function otherWeekday({ sentence, language }: CheckedStatement): string | undefined {
  const date = wrongWeekday(sentence, language)
  return date && `The calendar has another weekday for "${date}".`
}

const notSaid = (parts: readonly string[]) =>
  parts.length
    ? `The source does not say ${parts.map((part) => `"${part}"`).join(', ')}.`
    : undefined

/** A price of nothing in digits: `€0`, `0.00 €`. */
const ZERO = /(?<![\d.,])0(?:[.,]0{1,2})?\s?\p{Sc}|\p{Sc}\s?0(?:[.,]0{1,2})?(?![\d.,])/u

/** Whether a sentence says that something is free, of which no source says so. */
function inventedFree({ sentence, language, sources }: CheckedStatement): string | undefined {
  if (!isFree(sentence, language) || isNegated(withoutFreePhrases(sentence, language), language))
    return undefined
  const mayBe = ({ source, language }: LocalizedSource) =>
    !readsFree(language) ||
    isFree(fullTextOf(source), language) ||
    isIncluded(source.text, language) ||
    ZERO.test(source.text)
  return sources.some(mayBe) ? undefined : 'The source does not say that this is free.'
}

/** The sources as `opposite` compares them: the same objects each time, whose pieces are cached. */
const plainSources = new WeakMap<LocalizedSource, LocalizedSource>()

function plainSourceOf(localized: LocalizedSource): LocalizedSource {
  const { source, language } = localized
  const known = plainSources.get(localized)
  if (known) return known
  const plain = { language, source: { ...source, text: withoutFreePhrases(source.text, language) } }
  plainSources.set(localized, plain)
  return plain
}

function opposite({ statement, sentence, language, sources, given }: CheckedStatement) {
  if (!statement.isMarked) return undefined
  const plain = sources.map(plainSourceOf)
  const claim = { sentence: withoutFreePhrases(sentence, language), language }
  const opening = compareOpening(claim, plain)
  if (opening) return opening === 'opposite' ? 'The source denies this.' : undefined
  return saysOpposite(claim, plain) ?? saysOppositeAcross(claim, plain, given.question)
}
