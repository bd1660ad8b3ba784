import { folded } from '../shared/terms.ts'
import { countTelling, wantedOf } from './evidence.ts'
import { type Courtesy, SAID } from './greetings.ts'

export interface Courteous {
  /** What it is for, the last of several: `Hi, thank you!` is a thank. */
  courtesy: Courtesy
  /** The languages in which it is said so. */
  languages: string[]
}

const plain = (text: string) =>
  folded(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

const PHRASES = new Map<string, { courtesy: Courtesy; languages: string[] }>()
for (const [language, said] of Object.entries(SAID))
  for (const courtesy of ['hello', 'thanks', 'bye'] as const)
    for (const phrase of said[courtesy].split('|').map(plain)) {
      const known = PHRASES.get(phrase)
      if (known) known.languages.push(language)
      else PHRASES.set(phrase, { courtesy, languages: [language] })
    }
const LONGEST = Math.max(...[...PHRASES.keys()].map((phrase) => phrase.length))

/** Said to somebody, or for emphasis, beside a courtesy. */
const BESIDE = new Set(
  'there all everyone everybody team again friend sir madam dear ok okay oh ah and so you very much well und zusammen alle nochmal ja et a tous toutes y e todos todas tutti och en i bot assistant'.split(
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
    const phrase = phraseAt(rest)
    if (phrase) courteous = PHRASES.get(phrase)
    const word = phrase ?? wordAt(rest, names)
    if (!word) break
    rest = rest.slice(word.length).trimStart()
  }
  if (!courteous) rest = plain(text)
  const end = phraseBefore(rest)
  if (end) return { rest: rest.slice(0, -end.length).trimEnd(), courteous: PHRASES.get(end) }
  return { rest, courteous }
}

/** Whether a text is a courtesy and nothing else, such as `Thanks, that is all.` */
export function asksNothing(text: string, name: string, language?: string | null): boolean {
  const { rest, courteous } = readCourtesy(text, name)
  if (!courteous || !rest) return courteous !== undefined
  return countTelling(wantedOf(rest, language)) === 0 && !/[?？؟;]/.test(text)
}

function phraseAt(text: string): string | undefined {
  for (let end = Math.min(LONGEST, text.length); end > 0; end--) {
    const start = text.slice(0, end)
    if (!PHRASES.has(start)) continue
    if (end === text.length || text[end] === ' ' || UNSPACED.test(start)) return start
  }
  return undefined
}

/** A thank at the end of a question. */
function phraseBefore(text: string): string | undefined {
  for (let start = Math.max(1, text.length - LONGEST); start < text.length; start++) {
    const end = text.slice(start)
    if (PHRASES.get(end)?.courtesy === 'thanks' && (text[start - 1] === ' ' || UNSPACED.test(end))) return end
  }
  return undefined
}

function wordAt(text: string, names: ReadonlySet<string>): string | undefined {
  const [word = ''] = text.split(' ', 1)
  return BESIDE.has(word) || names.has(word) ? word || undefined : undefined
}
