import { languageOf } from '../../shared/text/language.ts'
import { codeOf } from '../../shared/text/languageCodes.ts'
import { folded } from '../../shared/text/terms.ts'
import { countTelling, wantedOf } from '../language/coverage.ts'
import { ASIDES } from './acknowledgements.ts'
import { type Courtesy, SAID } from './greetings.ts'

export interface Courteous {
  courtesy: Courtesy
  /** The languages in which it is said so; none: it is said in no words. */
  languages: readonly string[]
}

const plain = (text: string) =>
  folded(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

const phrasesOf = (list: string) => list.split('|').map(plain).filter(Boolean)

/** `done`: that nothing more is wanted, which is to take leave. */
interface Said<Kind = Courtesy | 'done'> {
  courtesy: Kind
  languages: string[]
  /** What else it is said for, by languages: `Ciao` is a greeting, and in German takes leave. */
  elsewhere?: Record<string, Kind>
}

type Phrases<Kind = Courtesy | 'done'> = Map<string, Said<Kind>>

function learn<Kind>(phrases: Phrases<Kind>, courtesy: Kind, language: string, list: string): void {
  for (const phrase of phrasesOf(list)) {
    const known = phrases.get(phrase)
    if (!known) phrases.set(phrase, { courtesy, languages: [language] })
    else if (!known.languages.includes(language)) {
      known.languages.push(language)
      if (known.courtesy !== courtesy) known.elsewhere = { ...known.elsewhere, [language]: courtesy }
    }
  }
}

/** What is said for courtesy only. */
const COURTESIES: Phrases<Courtesy> = new Map()
// First the language that a word is from, where others have it too.
learn(COURTESIES, 'hello', 'it', 'ciao')
learn(COURTESIES, 'thanks', 'fr', 'merci')
for (const [language, said] of Object.entries(SAID))
  for (const courtesy of ['hello', 'thanks', 'bye'] as const)
    learn(COURTESIES, courtesy, language, said[courtesy])

/** And what is so where nothing else is said: `top` alone is praise, and `top floor` a place. */
const ALONE: Phrases = new Map([...COURTESIES].map(([phrase, said]) => [phrase, structuredClone(said)]))
for (const [language, { fine, done }] of Object.entries(ASIDES)) {
  learn(ALONE, 'fine', language, fine)
  learn(ALONE, 'done', language, done)
}
const LONGEST = Math.max(...[...ALONE.keys()].map((phrase) => phrase.length))

/** Said to somebody, or for emphasis, beside a courtesy. */
const BESIDE = new Set(
  'mate guys folks buddy man ya kak nhe nha there all everyone everybody team again friend sir madam dear ok okay oh ah and so you very really much well und zusammen alle nochmal ja et a tous toutes y e todos todas tutti och en i bot assistant'.split(
    ' ',
  ),
)

/** Written without blanks: a phrase may end anywhere. */
const UNSPACED = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]/u

/**
 * Tells what is courtesy in a text from what is asked: `Hello, when do you open?` asks `when do you open`.
 * @param name the agent's, by which it may be greeted
 */
export function readCourtesy(text: string, name: string): { rest: string; courteous: Courteous | undefined } {
  const names = new Set(plain(name).split(' '))
  let rest = plain(text)
  let courteous: Courteous | undefined
  for (;;) {
    const phrase = phraseAt(rest, COURTESIES)
    if (phrase) courteous = COURTESIES.get(phrase)
    const word = phrase ?? wordAt(rest, names)
    if (!word) break
    rest = rest.slice(word.length).trimStart()
  }
  if (!courteous) rest = plain(text)
  const end = phraseBefore(rest)
  if (end) return { rest: rest.slice(0, -end.length).trimEnd(), courteous: COURTESIES.get(end) }
  return { rest, courteous }
}

/** Of several courtesies the first of these is answered: `Thanks, bye!` */
const BY_WEIGHT = ['bye', 'thanks', 'hello', 'done', 'fine'] as const

/** Longer ones say more than a courtesy does. */
const MAX_CHARACTERS = 200

/**
 * What a text is a courtesy for that is nothing else, such as `Thanks, that is all.`; undefined: it asks or tells
 * something. Clause by clause: `Thanks for your help, my parcel` is about a parcel.
 * @param language in which it is likely to be (BCP 47)
 */
export function courtesyOf(text: string, name: string, language?: string | null): Courteous | undefined {
  if (text.length > MAX_CHARACTERS || DISPLEASED.test(text)) return undefined
  const own = languageOf(text, language)
  const isAsked = /[?？؟;]/.test(text)
  const names = new Set(plain(name).split(' '))
  const said = wordlessIn(text)
  let isCourteous = said.length > 0
  let rests = ''
  for (const clause of text.split(CLAUSE_ENDS).map(plain).filter(Boolean)) {
    const { phrases, rest } = readClause(clause, names)
    if (isDenied(phrases)) return undefined
    const thanks = phrases.some((phrase) => ALONE.get(phrase)?.courtesy === 'thanks')
    isCourteous ||= phrases.some((phrase) => COURTESIES.has(phrase))
    said.push(...phrases.map((phrase) => saidIn(phrase, language)))
    if (rest && (isAsked || asks(rest, own))) return undefined
    if (rest && !(thanks && isReason(rest, own))) rests += ` ${rest}`
  }
  // `No, thanks` thanks for nothing; `Thanks, that is all` does.
  const isRefusal = said.find(({ courtesy }) => courtesy !== 'fine')?.courtesy === 'done'
  const heard = isRefusal ? 'done' : BY_WEIGHT.find((one) => said.some(({ courtesy }) => courtesy === one))
  // What is well may be so of something: `Good?`, `It is good that you open`.
  if (!heard || (!isCourteous && (rests || isAsked))) return undefined
  if (rests && countTelling(wantedOf(rests, own)) > 0) return undefined
  return { courtesy: heard === 'done' ? 'bye' : heard, languages: languagesOf(said, heard) }
}

function saidIn(phrase: string, language?: string | null): Said {
  const said = ALONE.get(phrase) ?? LAUGHED
  const courtesy = language && said.elsewhere?.[codeOf(language)]
  return courtesy ? { ...said, courtesy } : said
}

/** `Non va bene`, `không được`: a word that says no beside one that all is well. */
function isDenied(phrases: readonly string[]): boolean {
  const kinds = phrases.map((phrase) => ALONE.get(phrase)?.courtesy)
  const isNo = phrases.some((phrase, at) => kinds[at] === 'done' && !phrase.includes(' '))
  return isNo && phrases.length === 2 && kinds.includes('fine')
}

const CLAUSE_ENDS = /[.,;:!?\n…–—،؛؟。，！？、；：।]+/u

/** The courtesies of a clause, and what is left without them. */
function readClause(clause: string, names: ReadonlySet<string>): { phrases: string[]; rest: string } {
  const phrases: string[] = []
  let rest = ''
  for (let left = clause; left; ) {
    const phrase = phraseAt(left, ALONE) ?? LAUGHTER.exec(left)?.[0]
    if (phrase) phrases.push(phrase)
    const word = phrase ?? wordAt(left, names)
    const taken = word ?? (UNSPACED.test(left) ? [...left][0]! : left.split(' ', 1)[0]!)
    if (!word) rest += taken
    left = left.slice(taken.length)
    if (left.startsWith(' ') && !rest.endsWith(' ')) rest += ' '
    left = left.trimStart()
  }
  return { phrases, rest: rest.trim() }
}

const asking = new Map<string, string[]>()
const reasons = new Map<string, string[]>()
for (const [language, aside] of Object.entries(ASIDES)) {
  asking.set(language, phrasesOf(aside.asks))
  reasons.set(language, phrasesOf(aside.for))
}

/** Whether a text has a word that asks or objects, also without a question mark. */
function asks(text: string, language: string): boolean {
  const words = asking.get(language) ?? []
  return words.some((word) => (UNSPACED.test(word) ? text.includes(word) : ` ${text} `.includes(` ${word} `)))
}

const MAX_WORDS = 5
const MAX_SIGNS = 24

/** Whether a text may be what somebody is thanked for: `for your quick reply`, `yardiminiz icin`. */
function isReason(text: string, language: string): boolean {
  if (text.length > (UNSPACED.test(text) ? MAX_SIGNS : 60) || text.split(' ').length > MAX_WORDS) return false
  if (/\p{N}/u.test(text)) return false
  return (reasons.get(language) ?? []).some((word) =>
    UNSPACED.test(word)
      ? text.startsWith(word) || text.endsWith(word)
      : text.startsWith(`${word} `) || text === word || text.endsWith(word),
  )
}

/** `haha`, `jajaja`, `ахаха`, `ㅋㅋㅋ`, as a word. */
const LAUGHTER =
  /^(?:a?h?(?:[hj][aei]){2,}h?|(?:a?ha){2,}|а?(?:х[аие]){2,}х?|lo+l|lmao|rofl|xd+|mdr+|[kw]{3,}|(?:rs){2,}|[\u1100-\u1112]{2,}|[哈呵嘿嘻]{2,}|笑+|ه{3,}|خ{3,}|(?:ฮ่?า)+ๆ*)(?= |$)/u
const LAUGHED: Said = { courtesy: 'fine', languages: [] }

/** Signs that stand for a complaint or a question. */
const DISPLEASED = /[👎😠😡🤬😢😭😞😟😤🙄😒😕🙁☹😣😖😫😩💩🖕🤔❓❔💔😾]/u

/** What is said by pictures and smileys. */
function wordlessIn(text: string): Said[] {
  const said: Said[] = []
  const say = (courtesy: Courtesy) => said.push({ courtesy, languages: [] })
  if (/👋|🙋/u.test(text)) say('hello')
  if (/🙏|💐|❤|🫶/u.test(text)) say('thanks')
  if (/\p{Extended_Pictographic}|[:;=]-?[)D]|\^_?\^|<3/u.test(text)) say('fine')
  return said
}

/** Those in which all of it is said, else those of what is answered. */
function languagesOf(said: readonly Said[], courtesy: Said['courtesy']): readonly string[] {
  const worded = said.filter(({ languages }) => languages.length)
  const [first, ...others] = worded
  const common =
    first?.languages.filter((one) => others.every(({ languages }) => languages.includes(one))) ?? []
  return common.length ? common : (worded.find((one) => one.courtesy === courtesy)?.languages ?? [])
}

function phraseAt(text: string, phrases: ReadonlyMap<string, unknown>): string | undefined {
  for (let end = Math.min(LONGEST, text.length); end > 0; end--) {
    const start = text.slice(0, end)
    if (!phrases.has(start)) continue
    if (end === text.length || text[end] === ' ' || UNSPACED.test(start)) return start
  }
  return undefined
}

/** A thank at the end of a question. */
function phraseBefore(text: string): string | undefined {
  for (let start = Math.max(1, text.length - LONGEST); start < text.length; start++) {
    const end = text.slice(start)
    if (COURTESIES.get(end)?.courtesy === 'thanks' && (text[start - 1] === ' ' || UNSPACED.test(end)))
      return end
  }
  return undefined
}

function wordAt(text: string, names: ReadonlySet<string>): string | undefined {
  const [word = ''] = text.split(' ', 1)
  return BESIDE.has(word) || names.has(word) ? word || undefined : undefined
}
