import { parseUrl } from '../../shared/parseUrl.ts'
import { withoutHidden } from '../../shared/text/invisible.ts'
import { isGiven, withoutMadeUp } from './givenAddresses.ts'

/** Addresses that do nothing by themselves; not those that begin with two strokes, which name a host. */
const HARMLESS = '(?:https?:|mailto:|tel:|/(?![/\\\\])|#)'

/** What can open by itself, or run, where a text is shown as Markdown or HTML, with the address that it has. */
const ACTIVE =
  /(?<!!)!+\[|<(?=[a-z/!?])(?:(?:https?:\/\/|mailto:)[^\s<>]{1,2000}>)?|\](?:\((?=(\s*[^\s)\]]{0,2000}))|:(?=\s*<?(?:[a-z][a-z\d+.-]{0,20}:|[/\\]{2}))(?=(\s*[^\s\]]{0,2000})))/gi

// None of their parts can hold the beginning of another: so a text of beginnings alone is read once.
const IMAGE = /!\[([^[\]\n]{0,500})\](?:\([^)[\n]{0,2000}\)|\[[^[\]\n]{0,500}\])/g
const LINK =
  /\[([^[\]\n]{0,500})\]\([^\S\n]{0,9}((?:https?:|mailto:|tel:)[^)[\s]{0,2000})(?:[^\S\n][^)[\n]{0,500})?\)/gi
const HARMLESS_START = new RegExp(`^${HARMLESS}`, 'i')

/**
 * A reply in which nothing acts by itself: no picture, whose address could carry away what was said, no script, no
 * markup. What it would have shown as text stays. An address stays, as a link or alone, when it stands in what the model was
 * given: one that it made up leads nowhere good.
 *
 * Blocks of code keep all but such addresses, which chat programs follow there, too. Spans of code are like other text: which signs
 * are in one depends on all of the paragraph, on tables, and on who shows it. A `<` in one becomes `‹`.
 * @param given all that the model has seen
 */
export function sanitize(text: string, given: string): string {
  const blocks = blocksOf(withoutHidden(text)).map(({ text, isCode }) =>
    isCode ? text.replace(/(?<!!)!+\[/g, '[') : sanitizeProse(text, given),
  )
  return withoutMadeUp(blocks.join('\n'), given)
}

function sanitizeProse(text: string, given: string): string {
  const mayStay = (written = '') => {
    const address = written.trim()
    return HARMLESS_START.test(address) && (/^[/#]/.test(address) || isGiven(address, given))
  }
  return text
    .replace(IMAGE, '$1')
    .replace(LINK, (link, shown: string, address: string) => (isGiven(address, given) ? link : shown))
    .replace(ACTIVE, (sign, inside?: string, defined?: string) => {
      if (sign.startsWith('!')) return '['
      if (sign.startsWith('<'))
        return sign.length > 1 && isGiven(sign.slice(1, -1), given) ? sign : `‹${sign.slice(1)}`
      if (sign === '](') return mayStay(inside) ? sign : '] ('
      return mayStay(defined) ? sign : '] :'
    })
}

interface Block {
  text: string
  isCode: boolean
}

const FENCE = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})/

/**
 * A text's lines, in blocks of code and others. Code is only what stands between fences at the beginning of their lines: within a
 * list, a line may end the list and the code with it. What is never closed is none.
 */
const blocksOf = (text: string): Block[] => readBlocks(text).blocks

/** What would close the code that a text is in at its end; empty: it is in none. */
export function endOfCode(text: string): string {
  const { fence } = readBlocks(text)
  return fence && `\n${fence}`
}

function readBlocks(text: string): { blocks: Block[]; fence: string } {
  const blocks: Block[] = []
  const lines = text.split('\n')
  let from = 0
  let open: { at: number; fence: string; isCode: boolean } | undefined
  const add = (to: number, isCode: boolean) => {
    if (to > from) blocks.push({ text: lines.slice(from, to).join('\n'), isCode })
    from = to
  }
  for (const [index, line] of lines.entries()) {
    const [, indent = '', fence = ''] = FENCE.exec(line) ?? []
    if (!fence) continue
    if (!open) open = { at: index, fence, isCode: !indent }
    else if (fence.startsWith(open.fence) && line.trim() === fence) {
      add(open.at, false)
      add(index + 1, open.isCode)
      open = undefined
    }
  }
  add(lines.length, false)
  return { blocks, fence: open?.fence ?? '' }
}

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
export function sanitizeParts(text: string, start: number, end: number): string[] {
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
export const sanitizeName = (text: string | null) => text && sanitizeProse(withoutHidden(text), '')

/** Addresses that a browser can follow harmlessly. */
export const webAddress = (url: string | null): string | null =>
  url && /^https?:$/.test(parseUrl(url)?.protocol ?? '') ? url : null
