import { Parser } from 'htmlparser2'
import { parseHTML } from 'linkedom'
import { removeHidden } from '../hidden/hidden.ts'
import type { HtmlDocument } from '../hidden/nodes.ts'
import { closePair, openPair, withoutInnerHeadings } from '../text/sentinels.ts'
import { withoutTagsInCode } from './markdownCode.ts'
import { withPlainHtml } from './markdownHtml.ts'

/**
 * Removes text that rendered Markdown does not show, reads HTML in it, such as tables, and marks
 * questions that unfold at a click, with their answers.
 */
export const readMarkdown = (text: string): string =>
  withoutInnerHeadings(withUnfolding(withoutNotes(withPlainHtml(withoutHiddenTags(text)))))
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** The most lines of front matter: keys and values above the text, between dashes. */
const MAX_LINES = 50

/** Returns the title in the front matter. */
export function titleIn(text: string): string | undefined {
  const [first, ...lines] = text.split('\n', MAX_LINES)
  const end = first === '---' ? lines.indexOf('---') : -1
  const line = lines.slice(0, Math.max(end, 0)).find((line) => line.startsWith('title:'))
  return line
    ?.slice('title:'.length)
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
}

/**
 * Removes notes such as `[//]: # (Of the writer for himself)`. They define a link without a target,
 * with a title of up to 2,000 characters.
 */
function withoutNotes(text: string): string {
  const lines = text.split('\n')
  const kept: string[] = []
  for (let at = 0; at < lines.length; ) {
    const end = endOfNote(lines, at)
    // An empty line takes the place of the note.
    kept.push(end > at ? '' : lines[at]!)
    at = Math.max(end, at + 1)
  }
  return kept.join('\n')
}

const NOTE = /^ {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*(?:#|<>)(.*)$/
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '"': '"', "'": "'" }
const MAX_IN_NOTE = 2_000

/** @returns the line after the note that begins at `start`; `start` if no note begins there */
function endOfNote(lines: readonly string[], start: number): number {
  const [, rest] = NOTE.exec(lines[start]!) ?? []
  if (rest === undefined) return start
  if (!rest.trim()) return start + 1
  const close = CLOSING[rest.trimStart()[0]!]
  if (!close || !/^[ \t]/.test(rest)) return start
  let title = rest.trim().slice(1)
  for (let end = start + 1; title.length <= MAX_IN_NOTE; end++) {
    const closed = title.indexOf(close)
    if (closed >= 0) return title.slice(closed + 1).trim() ? start : end
    // A note cannot contain an empty line.
    if (!lines[end]) return start
    title += `\n${lines[end]}`
  }
  return start
}

const DETAILS =
  /<details\b[^<>]*>\s*<summary\b[^<>]*>((?:(?!<details\b|<\/summary>)[\s\S])*)<\/summary>((?:(?!<details\b|<\/details>)[\s\S])*)<\/details>/gi

const withUnfolding = (text: string) =>
  text.replace(DETAILS, (_, summary: string, answer: string) => {
    const asked = summary
      .replace(/<[^<>]*>|[*_]{2}/g, '')
      .replace(/\s+/g, ' ')
      .trim()
    const isQuestion = /.[?？؟]$/u.test(asked) && answer.trim()
    return isQuestion
      ? `\n\n${openPair(asked)}\n${answer.trim()}${closePair}\n\n`
      : `\n\n${asked}\n\n${answer.trim()}\n\n`
  })

const UNREAD = new Set(['script', 'style'])
/** The most different tags that are checked. Any further tag counts as hiding. */
const MAX_TAGS = 1_000

function withoutHiddenTags(text: string): string {
  if (!/<[a-z!]/i.test(text)) return text
  const masked = withoutTagsInCode(text)
  const kept: string[] = []
  const known = new Map<string, boolean>()
  let end = 0
  let depth = 0
  let hidden = 0
  const cut = (from: number, to: number) => {
    if (from >= end) kept.push(text.slice(end, from))
    end = Math.max(end, to)
  }
  const hides = (tag: string) => {
    if (!known.has(tag) && known.size < MAX_TAGS) known.set(tag, isHiding(tag))
    return known.get(tag) ?? true
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      depth++
      if (hidden) return
      const tag = masked.slice(parser.startIndex, parser.endIndex + 1)
      // "Put the <script> tag on your page" hides nothing, since the tag is never closed.
      const isUnread = UNREAD.has(name) && masked.includes(`</${name}`, parser.endIndex)
      const isUnseen = isUnread || (Object.keys(attributes).length > 0 && hides(tag))
      if (!isUnseen) return
      hidden = depth
      cut(parser.startIndex, parser.endIndex + 1)
    },
    onclosetag() {
      if (hidden === depth) {
        cut(end, parser.endIndex + 1)
        hidden = 0
      }
      depth--
    },
    oncomment: () => !hidden && cut(parser.startIndex, parser.endIndex + 1),
  })
  parser.end(masked)
  return kept.join('') + text.slice(hidden ? text.length : end)
}

/** Whether a rendered page does not show the text within this tag. */
function isHiding(tag: string): boolean {
  const { document } = parseHTML(`<html><body>${tag}x</body></html>`) as unknown as {
    document: HtmlDocument
  }
  removeHidden(document)
  const body = document.querySelector('body')
  // Of a picture, the element itself is gone.
  return !body?.textContent?.includes('x') || !document.querySelector('body *')
}
