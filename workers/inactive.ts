import { withoutHidden } from '../shared/hidden.ts'

/** Addresses that do nothing by themselves. */
const HARMLESS = '(?:https?:|mailto:|tel:|[/#])'

/** What can open by itself, or run, where a text is shown as Markdown or HTML. */
const ACTIVE = new RegExp(
  `!\\[|<(?=[a-z/!?])|\\]\\((?![^\\S\\n]*${HARMLESS})|(?<=\\]):(?<=^ {0,3}\\[[^\\]\\n]{0,200}\\]:)(?![^\\S\\n]*${HARMLESS})`,
  'gim',
)

const IMAGE = /!\[([^[\]\n]{0,500})\](?:\([^)\n]{0,2000}\)|\[[^\]\n]{0,500}\])/g
const LINK = /\[([^[\]\n]{0,500})\]\([^\S\n]{0,9}(https?:[^)\s]{0,2000})(?:[^\S\n][^)\n]{0,500})?\)/gi
/** Blocks and spans of code, which are shown as they are. */
const CODE = /(^ {0,3}```[\s\S]*?^ {0,3}```|(?<![\\`])`[^`\n]+`(?!`))/m
const AUTOLINK = /^<(?:https?:\/\/|mailto:)[^\s<>]*>/i

/**
 * A reply in which nothing acts by itself: no picture, whose address could carry away what was said, no script, no
 * markup. What it would have shown as text stays. A link stays when its address is part of what the model was given: one
 * that it made up leads nowhere good.
 * @param given all that the model has seen
 */
export function inactive(text: string, given: string): string {
  return withoutHidden(text)
    .split(CODE)
    .map((part, index) => (index % 2 ? part.replaceAll('![', '[') : inactiveProse(part, given)))
    .join('')
}

const inactiveProse = (text: string, given: string) =>
  text
    .replace(IMAGE, '$1')
    .replace(LINK, (link, shown: string, address: string) => (given.includes(address) ? link : shown))
    .replace(ACTIVE, (sign, at: number, whole: string) => {
      if (sign === '![') return '['
      if (sign === '<') return AUTOLINK.test(whole.slice(at, at + 2_000)) ? sign : '‹'
      return sign === '](' ? '] (' : ' :'
    })

/** The same, whole: pictures, tags, what links that act lead to; and what code stands between. A span of code is one thing. */
const WHOLE = new RegExp(
  [
    '`[^`\\n]+`',
    '^ {0,3}(?:```|~~~)[^\\n]*',
    '!\\[(?:[^\\]\\n]{0,500}\\](?:\\([^)\\n]{0,2000}\\)?|\\[[^\\]\\n]{0,500}\\]?)?)?',
    '<(?=[a-z/!?])(?:[^<>]{0,500}>|[^<\\n]{0,500})',
    `(?:\\[[^[\\]\\n]{0,500})?\\]\\((?![^\\S\\n]*${HARMLESS})[^)\\n]{0,500}\\)?`,
    `(?<=\\]):(?<=^ {0,3}\\[[^\\]\\n]{0,200}\\]:)(?![^\\S\\n]*${HARMLESS})[^\\n]*`,
  ].join('|'),
  'gim',
)

const SPAN_OF_CODE = /^`(?!``)(?!.*!\[)/

/** The parts between `start` and `end` of a text, word for word, in which nothing acts by itself, even where they stand alone. */
export function inactiveParts(text: string, start: number, end: number): string[] {
  const parts: string[] = []
  let from = start
  for (const { 0: found, index } of text.matchAll(WHOLE)) {
    const to = index + found.length
    if (to <= start) continue
    if (index >= end) break
    if (SPAN_OF_CODE.test(found) && index >= start && to <= end) continue
    parts.push(text.slice(from, Math.max(from, index)))
    from = Math.max(from, Math.min(to, end))
  }
  parts.push(text.slice(from, end))
  return parts.map((part) => part.trim()).filter((part) => /[\p{L}\p{N}]/u.test(part))
}

/** A name, such as a page's own title, as plain text. */
export const inactiveName = (text: string | null) => text && inactiveProse(withoutHidden(text), '')

/** Only what a browser can follow harmlessly. */
export const webAddress = (url: string | null): string | null =>
  url && /^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '') ? url : null
