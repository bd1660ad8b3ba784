import { languageOf } from '../shared/language.ts'
import { codeOf } from '../shared/languageCodes.ts'
import { type Courteous, courtesyOf, readCourtesy } from './courtesy.ts'
import {
  countTelling,
  coverageOf,
  goesOn,
  piecesOf,
  type Sentence,
  type Wanted,
  wantedOf,
  weigh,
} from './evidence.ts'
import { type FencedSource, readFence, readSources } from './fence.ts'
import { termsOf } from './matching.ts'
import { answersIn } from './phrases.ts'
import { type PromptMessage, readPersona } from './prompt.ts'

const MOST_SENTENCES = 3
/** A second and third sentence are said when they answer nearly as well as the best one. */
const NEARLY = 0.65
/** And when they say at least this share of it themselves: what stands near the answer is not the answer. */
const ITSELF = 0.25
/** From here on, a Q/A pair asks the same. */
const SAME_QUESTION = 0.5
/** And from here on in the same words: somebody has thought about what to say to `Hi!`. */
const VERBATIM = 0.98
/** Pairs that ask the same about as much are both answered: `Delivery?` may mean how long, or how much. */
const ALIKE = 0.7
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
  const pair = answerOfPair(question, language, sources, VERBATIM)
  if (pair) return pair
  const courtesy = courtesyOf(question, name, language)
  if (courtesy) return sayBack(courtesy, name, language)
  const asked = courteous ? rest : question
  return (
    answerOfPair(asked, language, sources, SAME_QUESTION) ??
    answerOfSentences(asked, earlier, language, sources) ??
    readFence('fallback_message', system) ??
    answersIn(languageOf(question, language)).notKnown
  )
}

/** `Ciao` is said in several languages: in the agent's, where it is one of them. */
function sayBack({ courtesy, languages }: Courteous, name: string, language = ''): string {
  const own = languages.find((one) => one === codeOf(language))
  return answersIn(own ?? languages[0] ?? language)[courtesy].replace('{name}', name)
}

function answerOfPair(
  question: string,
  language: string | undefined,
  sources: readonly FencedSource[],
  least: number,
): string | undefined {
  const wanted = wantedOf(question, language)
  const pairs = sources
    .filter(({ kind }) => kind === 'qa')
    .map(({ number, text, beginning }) => {
      const [asked = '', ...answer] = beginning.split('\n')
      const same =
        (coverageOf(wanted, termsOf(asked)) + coverageOf(wantedOf(asked, language), termsOf(question))) / 2
      return { number, answer: answer.join('\n'), match: Math.min(coverageOf(wanted, termsOf(text)), same) }
    })
  pairs.sort((a, b) => b.match - a.match)
  const best = pairs[0]
  if (!best || best.match < least) return undefined
  const alike = pairs.filter(({ match }) => match >= ALIKE * best.match)
  const isShort = piecesOf(alike.map(({ answer }) => answer).join('\n')).length <= MOST_SENTENCES
  const said = isShort && best.match < VERBATIM ? alike : [best]
  return said.map(({ answer, number }) => `${answer} [${number}]`).join('\n')
}

function answerOfSentences(
  question: string,
  earlier: string,
  language: string | undefined,
  sources: readonly FencedSource[],
): string | undefined {
  const own = wantedOf(question, language)
  const telling = countTelling(own)
  const rank = earlier && goesOn(question, language) ? withEarlier(own, wantedOf(earlier, language)) : own
  const wanted = telling ? own : rank
  const evidence = sources.map(({ number, kind, about, text }) => {
    const [first = '', ...lines] = text.split('\n')
    // What a pair asks is no answer, but tells what its answer is about.
    return kind === 'qa' ? { number, about: first, text: lines.join('\n') } : { number, about, text }
  })
  const ranked = weigh(wanted, rank, evidence)
    .map((sentence, place) => ({ ...sentence, place }))
    .filter(({ text, terms }) => saysSomething(text, terms, rank))
    .sort((a, b) => b.score - a.score)
  const best = ranked[0]
  if (!best || !answers(best, wanted)) return undefined
  const chosen = ranked
    .slice(0, MOST_SENTENCES)
    .filter((one) => one === best || (one.score >= NEARLY * best.score && one.own >= ITSELF * best.own))
    .sort((a, b) => a.place - b.place)
  return chosen.map((sentence, index) => said(sentence, chosen[index + 1])).join('')
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
  const least = (telling <= 3 ? 0.5 : telling <= 5 ? 0.4 : 0.3) * (ideographs ? 0.55 : 1)
  return around >= least && coverage >= 0.6 * least
}

/** Neither a question nor a heading that has only what was asked. */
const saysSomething = (text: string, terms: ReadonlySet<string>, wanted: Wanted) =>
  !/[?？؟;;]$/u.test(text) && [...terms].some((term) => !wanted.has(term))

/** With its source's mark after the last sentence of the source. */
function said({ text, number }: Sentence, next: Sentence | undefined): string {
  const mark = next?.number === number ? '' : ` [${number}]`
  if (!next) return text + mark
  if (!/[.!。！．।…»”"')\]]$/u.test(text)) return `${text}${mark}\n`
  return /[。！]$/u.test(text) ? text + mark : `${text}${mark} `
}
