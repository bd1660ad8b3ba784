import { parseUrl } from '../../shared/lib/parseUrl.ts'
import { withoutHidden } from '../../shared/lib/text/invisible.ts'
import { isGiven, withoutMadeUp } from './givenAddresses.ts'

/** Beginnings of addresses that may stay in links. `//` is missing, because it names a host. */
const HARMLESS = '(?:https?:|mailto:|tel:|/(?![/\\\\])|#)'

/** Matches Markdown and HTML that can load or run something by itself, with its address. */
const ACTIVE =
  /(?<!!)!+\[|<(?=[a-z/!?])(?:(?:https?:\/\/|mailto:)[^\s<>]{1,2000}>)?|\](?:\((?=(\s*[^\s)\]]{0,2000}))|:(?=\s*<?(?:[a-z][a-z\d+.-]{0,20}:|[/\\]{2}))(?=(\s*[^\s\]]{0,2000})))/gi

// No part of a pattern can contain the beginning of another match. So even a text of nothing but
// beginnings is read only once.
const IMAGE = /!\[([^[\]\n]{0,500})\](?:\([^)[\n]{0,2000}\)|\[[^[\]\n]{0,500}\])/g
const LINK =
  /\[([^[\]\n]{0,500})\]\([^\S\n]{0,9}((?:https?:|mailto:|tel:)[^)[\s]{0,2000})(?:[^\S\n][^)[\n]{0,500})?\)/gi
const HARMLESS_START = new RegExp(`^${HARMLESS}`, 'i')

/**
 * Makes a reply in which nothing acts by itself. Removes pictures, whose addresses could leak the
 * conversation, scripts and markup; their text stays. An address stays, as a link or alone, only if
 * the prompt has it.
 *
 * Blocks of code lose only made-up addresses, which chat programs follow there, too, and the `!` of
 * pictures. Spans of code are treated as prose, because their limits depend on the whole paragraph,
 * on tables, and on the program that shows them. A `<` in a span becomes `‹`.
 * @param given the whole prompt, as one text
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
    .replace(LINK, (link, shown: string, address: string) =>
      isGiven(address, given) ? link : shown,
    )
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
 * Splits a text into blocks of code and other blocks. The fences of code must begin their lines,
 * because within a list a line may end the list and its code. A fence that is never closed opens no
 * code.
 */
const blocksOf = (text: string): Block[] => readBlocks(text).blocks

/** Returns the line that would close the code open at a text's end; empty if none is open. */
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

/**
 * Like `ACTIVE`, but matches pictures, tags and links that act as a whole, and also fences and
 * whole spans of code.
 */
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

/**
 * Returns the parts of a text between `start` and `end`, word for word. Nothing in them acts by
 * itself, even if a part is shown alone.
 */
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

/** Sanitizes a name, such as a page's own title. */
export const sanitizeName = (text: string | null) => text && sanitizeProse(withoutHidden(text), '')

/** Returns the URL if it is http or https, so that a browser can follow it harmlessly. */
export const webAddress = (url: string | null): string | null =>
  url && /^https?:$/.test(parseUrl(url)?.protocol ?? '') ? url : null
