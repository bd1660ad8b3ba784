import { memoize } from '../../shared/lib/async/memoize.ts'
import { withoutHidden } from '../../shared/lib/text/invisible.ts'
import { disguised } from '../marks/disguise.ts'

/** The names of the prompt's tags, which data must not be able to imitate. */
const TAGS = [
  'knowledge',
  'source',
  'user_traits',
  'message_metadata',
  'user_message',
  'attachment',
  'note_of_people',
  'fallback_message',
  'tool_result',
  'earlier_acts',
] as const
export type Tag = (typeof TAGS)[number]

/**
 * The tags in the form that `isOurs` compares, and words that open or close a turn of a template.
 */
const NAMES = [...TAGS, 'left_out', 'start_of_turn', 'end_of_turn', 'sys'].map((name) =>
  name.replaceAll('_', ''),
)

/** Wraps a text in a tag of the prompt, as data that cannot leave it. */
export const delimited = (tag: Tag, text: string) => `<${tag}>\n${asData(text)}\n</${tag}>`

/** Marks in a source where text was left out because it was too long. */
export const LEFT_OUT = '\n<left_out/>\n'

/** Writes a numbered source of the prompt, in one part or several. */
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

/** Writes a file of a message; without a text, only mentions it. */
export function delimitAttachment(about: { name: string; type: string }, text?: string): string {
  const attributes = Object.entries(about).map(
    ([name, value]) => ` ${name}="${asAttribute(value)}"`,
  )
  const tag = `<attachment${attributes.join('')}`
  return text === undefined ? `${tag}/>` : `${tag}>\n${asData(text)}\n</attachment>`
}

/** Writes the result of a tool, as a source with a number. */
export const delimitResult = (number: number, tool: string, text: string) =>
  `<tool_result number="${number}" tool="${asAttribute(tool)}">\n${asData(text)}\n</tool_result>`

/**
 * The most characters of an attribute. A title only names a source, and the page that chooses it
 * may be hostile.
 */
const MAX_ATTRIBUTE = 200

const asAttribute = (text: string) => onOneLine(text, /[\s"<>]+/g)

/** Writes a name that stands in square brackets, which it cannot close. */
export const asName = (text: string) => onOneLine(text, /[\s[\]]+/g)

const onOneLine = (text: string, left: RegExp) =>
  asData(text).replace(left, ' ').trim().slice(0, MAX_ATTRIBUTE).toWellFormed()

/**
 * Makes a text that stays data anywhere in a prompt. Removes hidden characters, and disguises text
 * that would count as a source's mark if a reply repeated it. Writes `‹` for each `<` that could
 * open or close one of our tags or a turn of a chat template, also if the tag is written as an
 * entity, in full width, with blanks or in other forms of its letters.
 */
export const asData = memoize(
  (text) =>
    disguised(asTurn(text)).replace(ANGLE, (angle, at: number, whole: string) =>
      isOurs(whole.slice(at + angle.length, at + angle.length + AHEAD)) ? '‹' : angle,
    ),
  { most: 2_000, longest: 2_000 },
)

const ANGLE = /[<＜﹤]|&(?:amp;)*(?:lt|#0*60|#x0*3c)(?:;|\b)/gi
/** The most characters from a tag's bracket to the end of its name. */
const AHEAD = 80

function isOurs(ahead: string): boolean {
  const letters = ahead
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '')
  return NAMES.some((name) => letters.startsWith(name))
}

/** Keeps a text from ending its turn. It may mention our tags: `asData` disarms them, too. */
export const asTurn = (text: string) =>
  withoutHidden(text)
    .replace(/<(?=\s{0,9}(?:[|｜]|\/?s\s{0,9}>|\/?(?:start|end)_of_turn))/gi, '‹')
    .replace(/\[(?=\s*\/?(?:INST|SYSTEM_PROMPT)\s*\])/g, '⟦')
