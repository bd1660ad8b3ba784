import { memoize } from '../../shared/async/memoize.ts'
import { withoutHidden } from '../../shared/text/invisible.ts'
import { disguised } from './markers.ts'

/** What the prompt's tags are called. Data must not be able to write one of them. */
type Tag = 'knowledge' | 'source' | 'user_traits' | 'message_metadata' | 'fallback_message'
const TAGS: readonly Tag[] = ['knowledge', 'source', 'user_traits', 'message_metadata', 'fallback_message']

/** Tags as `isOurs` reads them, and the words of chat templates that open and close turns. */
const NAMES = [...TAGS, 'left_out', 'start_of_turn', 'end_of_turn', 'sys'].map((name) =>
  name.replaceAll('_', ''),
)

/** A text inside tags of the prompt, as data that cannot leave them. */
export const delimited = (tag: Tag, text: string) => `<${tag}>\n${asData(text)}\n</${tag}>`

/** Between the parts of a source: what stands there was too long. */
const LEFT_OUT = '\n<left_out/>\n'

/** The numbered source of a prompt, in one part or several. `readSources` reads it back. */
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
/** How far from its bracket a tag's name may stand, and end. */
const AHEAD = 80

function isOurs(ahead: string): boolean {
  const letters = ahead
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '')
  return NAMES.some((name) => letters.startsWith(name))
}

/** What somebody says in their turn of the chat: it may speak of our tags, but ends no turn. */
export const asTurn = (text: string) =>
  withoutHidden(text)
    .replace(/<(?=\s{0,9}(?:[|｜]|\/?s\s{0,9}>|\/?(?:start|end)_of_turn))/gi, '‹')
    .replace(/\[(?=\s*\/?(?:INST|SYSTEM_PROMPT)\s*\])/g, '⟦')

/** A source as `builtin:extractive` reads it. */
export interface DelimitedSource {
  number: number
  kind: string
  /** Its other attributes, such as its title: what it is about. */
  about: string
  /** The innermost of the headings above it, or empty. */
  heading: string
  text: string
  /** The text up to where something is left out: the rest alone is no answer. */
  beginning: string
}

export function readSources(system: string): DelimitedSource[] {
  // Behind the last end there is no source.
  return system
    .split(/\n<\/source>$/m)
    .slice(0, -1)
    .flatMap(sourceIn)
}

/** @param whole up to the end of a source */
function sourceIn(whole: string): DelimitedSource[] {
  const found = OPENING.exec(whole)
  if (!found) return []
  const [opening, number, kind, attributes] = found
  const text = whole.slice(found.index + opening.length)
  return [
    {
      number: Number(number),
      kind: kind!,
      about: attributes!.replace(/ \w+="([^"]*)"/g, '$1 ').trim(),
      heading: (/ heading="([^"]*)"/.exec(attributes!)?.[1] ?? '').split(' › ').at(-1)!,
      text: text.replaceAll(LEFT_OUT, '\n'),
      beginning: text.split(LEFT_OUT, 1)[0]!,
    },
  ]
}
const OPENING = /^<source number="(\d+)" kind="(\w+)"([^\n\r\u2028\u2029>]*)>\n/m

/** What stands between the lines of a tag; undefined where they are not there. */
export function readDelimited(tag: Tag, system: string): string | undefined {
  const lines = `\n${system}\n`
  const [opening, closing] = [`\n<${tag}>\n`, `\n</${tag}>\n`]
  const start = lines.indexOf(opening) + opening.length
  const end = start < opening.length ? -1 : lines.indexOf(closing, start)
  return end < 0 ? undefined : lines.slice(start, end)
}
