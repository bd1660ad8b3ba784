import { memoize } from '../../shared/async/memoize.ts'
import { withoutHidden } from '../../shared/text/invisible.ts'
import { disguised } from './markers.ts'

/** What the prompt's tags are called. Data must not be able to write one of them. */
export type Tag = 'knowledge' | 'source' | 'user_traits' | 'message_metadata' | 'fallback_message'
const TAGS: readonly Tag[] = ['knowledge', 'source', 'user_traits', 'message_metadata', 'fallback_message']

/** Tags as `isOurs` reads them, and the words of chat templates that open and close turns. */
const NAMES = [...TAGS, 'left_out', 'start_of_turn', 'end_of_turn', 'sys'].map((name) =>
  name.replaceAll('_', ''),
)

/** A text inside tags of the prompt, as data that cannot leave them. */
export const delimited = (tag: Tag, text: string) => `<${tag}>\n${asData(text)}\n</${tag}>`

/** Stands between the parts of a source in place of what was too long. */
export const LEFT_OUT = '\n<left_out/>\n'

/** The numbered source of a prompt, in one part or several. */
export function delimitSource(
  number: number,
  parts: string | readonly string[],
  about: Record<string, string | null>,
): string {
  const attributes = Object.entries({ number: String(number), ...about })
    .filter(([, value]) => value)
    .map(([name, value]) => ` ${name}="${asAttribute(value!)}"`)
  return `<source${attributes.join('')}>\n${[parts].flat().map(asData).join(LEFT_OUT)}\n</source>`
}

/** Most characters of an attribute: a title says what a source is, and a page chooses its own. */
const MAX_ATTRIBUTE = 200

const asAttribute = (text: string) =>
  asData(text)
    .replace(/[\s"<>]+/g, ' ')
    .trim()
    .slice(0, MAX_ATTRIBUTE)
    .toWellFormed()

/**
 * A text that stays data wherever it stands in a prompt: without hidden signs, and with `‹` for each `<` that could
 * open or close a tag of ours or a turn of a chat template, also one that is written as an entity, in full width, with
 * blanks or in other letters' forms. And without what would count as a source's mark, if a reply repeated it.
 */
export const asData = memoize(
  (text) =>
    disguised(asTurn(text)).replace(ANGLE, (angle, at: number, whole: string) =>
      isOurs(whole.slice(at + angle.length, at + angle.length + AHEAD)) ? '‹' : angle,
    ),
  { most: 2_000, longest: 2_000 },
)

const ANGLE = /[<＜﹤]|&(?:amp;)*(?:lt|#0*60|#x0*3c)(?:;|\b)/gi
/** How far after its bracket a tag's name may end. */
const AHEAD = 80

function isOurs(ahead: string): boolean {
  const letters = ahead
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '')
  return NAMES.some((name) => letters.startsWith(name))
}

/** A user's message: it may mention our tags, but cannot end its turn. */
export const asTurn = (text: string) =>
  withoutHidden(text)
    .replace(/<(?=\s{0,9}(?:[|｜]|\/?s\s{0,9}>|\/?(?:start|end)_of_turn))/gi, '‹')
    .replace(/\[(?=\s*\/?(?:INST|SYSTEM_PROMPT)\s*\])/g, '⟦')
