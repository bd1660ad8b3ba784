import { withoutHidden } from '../shared/hidden.ts'

/** What can open by itself, or run, where a text is shown as Markdown or HTML. */
const ACTIVE =
  /!\[|<(?=[a-z/!?])|\]\((?!\s*(?:https?:|mailto:|tel:|[/#]))|(?<=\]):(?<=^ {0,3}\[[^\]\n]{0,200}\]:)(?!\s*(?:https?:|mailto:|tel:|[/#]))/gim

const IMAGE = /!\[([^[\]\n]{0,500})\](?:\([^)\n]{0,2000}\)|\[[^\]\n]{0,500}\])/g
const LINK = /\[([^[\]\n]{0,500})\]\((https?:[^)\s]{0,2000})(?:[^\S\n][^)\n]{0,500})?\)/gi
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

/** The longest part of a text, word for word, in which nothing acts by itself. */
export const inactivePart = (text: string): string =>
  text
    .split(ACTIVE)
    .reduce((longest, part) => (part.length > longest.length ? part : longest), '')
    .trim()

/** A name, such as a page's own title, as plain text. */
export const inactiveName = (text: string | null) => text && inactiveProse(withoutHidden(text), '')

/** Only what a browser can follow harmlessly. */
export const webAddress = (url: string | null): string | null =>
  url && /^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '') ? url : null
