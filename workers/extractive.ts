import { languageOf } from '../shared/language.ts'
import { codeOf } from '../shared/languageCodes.ts'
import { type Courteous, courtesyOf, readCourtesy } from './courtesy.ts'
import { countTelling, goesOn, type Sentence, stemsWanted, type Wanted, weigh } from './evidence.ts'
import { type FencedSource, readFence, readSources } from './fence.ts'
import { STOP_WEIGHT } from './matching.ts'
import { type Asked, answerOfPairs, answerVerbatim, asksOther } from './pairs.ts'
import { answersIn } from './phrases.ts'
import { type PromptMessage, readPersona } from './prompt.ts'

const MOST_SENTENCES = 3
/** A second and third sentence are said when they answer nearly as well as the best one, and add something to it. */
const NEARLY = 0.65
/** Or about as well: then nothing tells which of them is the answer. */
const AS_WELL = 0.85
/** And when they say at least this share of it themselves: what stands near the answer is not the answer. */
const ITSELF = 0.25
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
  const verbatim = answerVerbatim({ wanted: stemsWanted(question, spoken), language: spoken }, sources)
  if (verbatim) return verbatim
  const courtesy = courtesyOf(question, name, language)
  if (courtesy) return sayBack(courtesy, name, language)
  const asked = { wanted: stemsWanted(courteous ? rest : question, spoken), language: spoken }
  const others = new Set(sources.filter((source) => asksOther(asked, source)))
  const before = goesOn(courteous ? rest : question, spoken) ? stemsWanted(earlier, spoken) : undefined
  return (
    answerOfPairs(
      asked,
      sources.filter((source) => !others.has(source)),
    ) ??
    answerOfSentences(asked, before, sources, others) ??
    readFence('fallback_message', system) ??
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
  { wanted: own, language }: Asked,
  earlier: Wanted | undefined,
  sources: readonly FencedSource[],
  others: ReadonlySet<FencedSource>,
): string | undefined {
  const all = earlier?.size ? withEarlier(own, earlier) : own
  const rank = withoutStops(all)
  const wanted = countTelling(own) ? withoutStops(own) : rank
  const evidence = sources.map(({ number, kind, about, text }) => {
    const [first = '', ...lines] = text.split('\n')
    // What a pair asks is no answer, but tells what its answer is about.
    return kind === 'qa' ? { number, about: first, text: lines.join('\n') } : { number, about, text }
  })
  const left = new Set([...others].map(({ number }) => number))
  const ranked = weigh(wanted, rank, evidence, language)
    .map((sentence, place) => ({ ...sentence, place }))
    .filter(({ number, text, terms }) => !left.has(number) && saysSomething(text, terms, all))
    .sort((a, b) => b.score - a.score)
  const best = ranked[0]
  if (!best || !answers(best, wanted)) return undefined
  const chosen = [best]
  for (const one of ranked) {
    if (chosen.length === MOST_SENTENCES) break
    if (one !== best && isWorthSaying(one, chosen, rank)) chosen.push(one)
  }
  chosen.sort((a, b) => a.place - b.place)
  return chosen.map((sentence, index) => said(sentence, chosen[index + 1])).join('')
}

/** Whether a sentence says something of what is wanted that the chosen ones do not, or answers about as well as the best. */
function isWorthSaying(one: Sentence, chosen: readonly Sentence[], wanted: Wanted): boolean {
  const best = chosen[0]!
  if (one.own < ITSELF * best.own) return false
  const adds = [...one.found].some((term) => wanted.has(term) && !chosen.some(({ found }) => found.has(term)))
  return one.score >= (adds ? NEARLY : AS_WELL) * best.score
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
  const least = (telling <= 5 ? 0.4 : 0.3) * (ideographs ? 0.7 : 1)
  return around >= least && coverage >= 0.6 * least
}

/** Neither a question nor a heading that has only what was asked. */
const saysSomething = (text: string, terms: ReadonlySet<string>, wanted: Wanted) =>
  !/[?？؟;;]$/u.test(text) && [...terms].some((term) => !wanted.has(term))

/** With its source's mark after the last sentence of the source. */
function said({ text, number }: Sentence, next: Sentence | undefined): string {
  const mark = next?.number === number ? '' : ` [${number}]`
  if (!next) return text + mark
  if (!/[.!。！．।…»”"')\]⟧⦆〙]$/u.test(text)) return `${text}${mark}\n`
  return /[。！]$/u.test(text) ? text + mark : `${text}${mark} `
}
