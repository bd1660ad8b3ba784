import { languageOf } from '../../shared/text/language.ts'
import { codeOf } from '../../shared/text/languageCodes.ts'
import { countTelling, goesOn, missingIn, stemsWanted, type Wanted } from '../language/coverage.ts'
import { STOP_WEIGHT, termsOf } from '../language/matching.ts'
import { isNegated } from '../language/negation.ts'
import { type DelimitedSource, readDelimited, readSources } from '../prompt/delimiters.ts'
import { type PromptMessage, readPersona } from '../prompt/prompt.ts'
import { answersIn } from '../smalltalk/cannedReplies.ts'
import { type Courteous, courtesyOf, readCourtesy } from '../smalltalk/smalltalk.ts'
import { namesIn } from './properNames.ts'
import { type Asked, answerOfPairs, answerVerbatim, asksOther, isOpposite } from './qaPairs.ts'
import { type Evidence, type Sentence, weigh } from './ranking.ts'

const MAX_SENTENCES = 3
/** A second and third sentence are said when they answer nearly as well as the best one, and add something to it. */
const NEARLY = 0.65
/** Or about as well: then nothing tells which of them is the answer. */
const AS_WELL = 0.85
/** And when they say at least this share of it themselves: what stands near the answer is not the answer. */
const ITSELF = 0.25
/** Questions with at most this many telling words are short. */
const MAX_OF_SHORT = 5
/** In the order of sentences, names count more. */
const NAMED = 1.5
/** Terms of the user's earlier question count together half as much as those of the one that is answered. */
const EARLIER = 0.5

/**
 * What `builtin:extractive` says: the answer of a Q/A pair that asks the same, else up to three sentences of the
 * knowledge that answer the question, in reading order and their own words, else the fallback message, else plainly, in the
 * question's language, that it does not know. Greetings and thanks are answered politely. It reads the prompt that any
 * model gets.
 */
export function extractAnswer(messages: readonly PromptMessage[]): string {
  const system = messages.find(({ role }) => role === 'system')?.content ?? ''
  const [question = '', earlier = ''] = messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => content)
    .reverse()
  const sources = readSources(system)
  const { name, language = sources[0] && languageOf(sources[0].text) } = readPersona(system)
  const { rest, courteous } = readCourtesy(question, name)
  const spoken = languageOf(question, language)
  const askedOf = (text: string): Asked => ({
    wanted: stemsWanted(text, spoken),
    language: spoken,
    isNegated: isNegated(text, spoken),
    names: namesIn(text, spoken),
  })
  const verbatim = answerVerbatim(askedOf(question), sources)
  if (verbatim) return verbatim
  const courtesy = courtesyOf(question, name, language)
  if (courtesy) return sayBack(courtesy, name, language)
  const asked = askedOf(courteous ? rest : question)
  const others = new Set(sources.filter((source) => asksOther(asked, source)))
  const before = goesOn(courteous ? rest : question, spoken) ? stemsWanted(earlier, spoken) : undefined
  return (
    answerOfPairs(
      asked,
      sources.filter((source) => !others.has(source)),
    ) ??
    answerOfSentences(asked, before, sources, others) ??
    readDelimited('fallback_message', system) ??
    answersIn(spoken).notKnown
  )
}

/** `Ciao` is said in several languages: in the agent's, where it is one of them, else in the one that it is from. */
function sayBack({ courtesy, languages }: Courteous, name: string, language = ''): string {
  const own = languages.find((one) => one === codeOf(language))
  return answersIn(own ?? languages[0] ?? language)[courtesy].replace('{name}', name)
}

/**
 * @param earlier what the question before asked for, where this one may go on from it
 * @param others sources that speak of something else, and say how rare a word is all the same
 */
function answerOfSentences(
  asked: Asked,
  earlier: Wanted | undefined,
  sources: readonly DelimitedSource[],
  others: ReadonlySet<DelimitedSource>,
): string | undefined {
  const { wanted: own, language } = asked
  const all = earlier?.size ? withEarlier(own, earlier) : own
  const rank = withoutStops(all)
  const wanted = countTelling(own) ? withoutStops(own) : rank
  const evidence = sources.map(({ number, kind, about, heading, text }) => {
    const [first = '', ...lines] = text.split('\n')
    // What a pair asks is no answer, but tells what its answer is about.
    return kind === 'qa'
      ? { number, about: first, heading: isOpposite(asked, first) ? first : '', text: lines.join('\n') }
      : { number, about, heading, text }
  })
  const left = new Set([...others].map(({ number }) => number))
  const ranked = weigh(
    wanted,
    new Map([...rank].map(([t, w]) => [t, asked.names.has(t) ? NAMED * w : w])),
    evidence,
    language,
  )
    .map((sentence, place) => ({ ...sentence, place, asked: asksOf(sentence, rank, asked) }))
    .filter(
      (one) =>
        !left.has(one.number) && saysSomething(one, all) && (one.asked.isItself || !one.asked.isOpposite),
    )
    .sort((a, b) => b.score - a.score)
  const best = ranked[0]
  if (!best || !answers(best, wanted)) return undefined
  if (isAboutAnother(asked, evidence)) return undefined
  const chosen = [best]
  for (const one of ranked) {
    if (chosen.length === MAX_SENTENCES) break
    if (one !== best && isWorthSaying(one, chosen, rank)) chosen.push(one)
  }
  chosen.sort((a, b) => a.place - b.place)
  return chosen.map((sentence, index) => said(sentence, chosen[index + 1])).join('')
}

interface AnswerCandidate extends Sentence {
  place: number
  asked: Asks
}

interface Asks {
  /** Whether its lines have something of what is wanted that does not stand above them. */
  isItself: boolean
  /** Those of its items that have all of it. */
  items: string[]
  /** Whether it stands below the opposite of what is wanted, as all things do that are `Not included`. */
  isOpposite: boolean
}

/** What of a list was asked for: `PayPal` of what stands under `We accept:`. */
function asksOf(
  { about, heading, lead, lines, list, isOrdered }: Sentence,
  wanted: Wanted,
  asked: Asked,
): Asks {
  const { language } = asked
  const isList = list !== undefined
  const left = missingIn(wanted, termsOf(`${about}\n${isList ? lead : ''}`, language))
  const lacks = (text: string) =>
    missingIn(new Map(left.map((term) => [term, 1])), termsOf(text, language)).length
  return {
    isItself: lacks(lines.join('\n')) < left.length,
    items: isList && !isOrdered && left.length ? lines.filter((line) => !lacks(line)) : [],
    isOpposite: isOpposite(asked, lead || heading),
  }
}

/** Whether a sentence says something of what is wanted that the chosen ones do not, or answers about as well as the best. */
function isWorthSaying(one: AnswerCandidate, chosen: readonly AnswerCandidate[], wanted: Wanted): boolean {
  const best = chosen[0]!
  if (one.list !== undefined && best.list !== undefined) {
    if (best.asked.isItself && !one.asked.isItself) return false
    if (chosen.some(({ number, list }) => number === one.number && list === one.list)) return false
  }
  if (one.own < ITSELF * best.own) return false
  const adds = [...one.found].some((term) => wanted.has(term) && !chosen.some(({ found }) => found.has(term)))
  return one.score >= (adds ? NEARLY : AS_WELL) * best.score
}

/**
 * Whether a short question names something that no source has, such as `Krakow`: they have the words around it, and speak of
 * `Malbork`. Longer ones have enough words to be told by.
 */
function isAboutAnother({ wanted, names, language }: Asked, evidence: readonly Evidence[]): boolean {
  if (!names.size || countTelling(wanted) > MAX_OF_SHORT) return false
  const known = termsOf(evidence.map(({ about, text }) => `${about}\n${text}`).join('\n'), language)
  const named = new Map([...wanted].filter(([term]) => names.has(term)))
  const missing = missingIn(named, known).length
  return missing > 0 && 2 * missing >= names.size
}

/** Of sentences that tell equally much, little words must not say which is the answer. */
function withoutStops(wanted: Wanted): Wanted {
  const telling = new Map([...wanted].filter(([, weight]) => weight > STOP_WEIGHT))
  return telling.size ? telling : wanted
}

function withEarlier(own: Wanted, earlier: Wanted): Wanted {
  const total = (wanted: Wanted) => [...wanted.values()].reduce((sum, weight) => sum + weight, 0)
  const share = Math.min(1, (EARLIER * Math.max(total(own), 1)) / total(earlier))
  const both = new Map([...earlier].map(([term, weight]) => [term, share * weight]))
  for (const [term, weight] of own) both.set(term, weight)
  return both
}

/** Whether enough of what is wanted is there. Of few words more must be, and of two characters' pairs fewer are. */
function answers({ coverage, around }: Sentence, wanted: Wanted): boolean {
  const telling = countTelling(wanted)
  const ideographs = [...wanted.keys()].some((term) => /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u.test(term))
  const least = (telling <= MAX_OF_SHORT ? 0.4 : 0.3) * (ideographs ? 0.7 : 1)
  return around >= least && coverage >= 0.6 * least
}

/** Neither a question nor a heading that has only what was asked. What stands in a list says that it does. */
const saysSomething = ({ lines, list, terms }: Sentence, wanted: Wanted) =>
  !lines.every((line) => /[?？؟;;]$/u.test(line)) &&
  (list !== undefined || [...terms].some((term) => !wanted.has(term)))

/** With its source's mark after the last sentence of the source. */
function said(one: AnswerCandidate, next: AnswerCandidate | undefined): string {
  const text = wordsOf(one)
  const mark = next?.number === one.number ? '' : ` [${one.number}]`
  if (!next) return text + mark
  const isLine = one.list !== undefined || next.list !== undefined || next.lead
  if (isLine || !/[.!。！．।…»”"')\]⟧⦆〙]$/u.test(text)) return `${text}${mark}\n`
  return /[。！]$/u.test(text) ? text + mark : `${text}${mark} `
}

/** A sentence, a list, or the items of it that were asked for, under what they stand under. */
function wordsOf({ lead, lines, list, goesOn, heading, asked }: AnswerCandidate): string {
  const above =
    lead || (list === undefined && !asked.isOpposite ? '' : heading.replace(/[\p{L}\p{N}\p{M}]$/u, '$&:'))
  const items = asked.items.length ? asked.items : [...lines, ...(goesOn ? ['…'] : [])]
  return [above, ...items].filter(Boolean).join('\n')
}
