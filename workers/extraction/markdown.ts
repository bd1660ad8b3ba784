import { Parser } from 'htmlparser2'
import { parseHTML } from 'linkedom'
import { type HtmlDocument, removeHidden } from './hiddenHtml.ts'
import { closePair, openPair, withoutInnerHeadings } from './marks.ts'

/** Markdown without what its readers do not see, and with marks around the questions that a click unfolds, and their answers. */
export const readMarkdown = (text: string): string =>
  withoutInnerHeadings(withUnfolding(withoutHiddenTags(text).replace(NOTE, '')))
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** `[//]: # (Of the writer for himself)`: a link's definition that leads nowhere. */
const NOTE =
  /^ {0,3}\[[^\]^\n][^\]\n]*\]:[ \t]*(?:#|<>)(?:[ \t]+(?:\((?:[^)\n]|\n(?!\n)){0,2000}\)|"(?:[^"\n]|\n(?!\n)){0,2000}"|'(?:[^'\n]|\n(?!\n)){0,2000}'))?[ \t]*$/gm

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

/** In code, tags are text. */
const CODE = /^ {0,3}(```|~~~)[\s\S]*?(?:^ {0,3}\1|(?![\s\S]))|(`+)(?!`)[^\n]*?(?<!`)\2(?!`)/gm
const UNREAD = new Set(['script', 'style'])
/** Different tags that may hide: each is asked about once. */
const MOST_TAGS = 1_000

function withoutHiddenTags(text: string): string {
  if (!/<[a-z!]/i.test(text)) return text
  const masked = text.replace(CODE, (code) => code.replaceAll('<', ' '))
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
    if (!known.has(tag) && known.size < MOST_TAGS) known.set(tag, isHiding(tag))
    return known.get(tag) ?? true
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      depth++
      if (hidden) return
      const tag = masked.slice(parser.startIndex, parser.endIndex + 1)
      // "Put the <script> tag on your page" hides nothing.
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

/** As a page's reader would find it. */
function isHiding(tag: string): boolean {
  const { document } = parseHTML(`<html><body>${tag}x</body></html>`) as unknown as { document: HtmlDocument }
  removeHidden(document)
  return !document.querySelector('body')?.textContent?.includes('x')
}
