import { el } from '../dom.ts'

const TOKEN = /\\[!-/:-@[-`{-~]|`{1,3}|\*{1,3}|_{1,3}|!?\[|\]|https?:\/\/|@|\n/g
/**
 * The rest of a link after its `]`: an address of at most 2,000 characters, and a title, which is
 * dropped.
 */
const TARGET =
  /\(\s?<?((?:https?:\/\/|mailto:)(?:[^\s()<>]|\([^\s()<>]{0,200}\)){1,2000})>?(?:\s"[^"\n]{0,200}")?\)/iy
const BARE = /https?:\/\/[^\s<>"'`\\*[\]{}|^]{1,2000}/y
/** The two sides of a mail address. */
const LOCAL = /[\w.+-]{1,64}$/
const DOMAIN = /(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}(?![\w@-])/iy
const WORD = /[\p{L}\p{N}]/u

/** An open element, the mark that closes it, and the text that replaces it if nothing does. */
interface Frame {
  mark: string
  literal: string
  element: HTMLElement | DocumentFragment
}

/**
 * Renders bold, italic, code, links, mail addresses and line breaks, in linear time: at most one
 * element of each kind is open.
 */
export function inline(text: string, isLive = false): DocumentFragment {
  const root = document.createDocumentFragment()
  const frames: Frame[] = [{ mark: '', literal: '', element: root }]
  /** Runs of backticks that no later run closes. */
  const endless = new Set<string>()
  let pending = ''
  let at = 0

  const top = () => frames[frames.length - 1]!
  const flush = () => {
    if (pending) top().element.append(pending)
    pending = ''
  }
  const append = (node: Node) => {
    flush()
    top().element.append(node)
  }
  const indexOf = (mark: string) => frames.findIndex((frame) => frame.mark === mark)
  const push = (mark: string, element: HTMLElement, literal = mark) => {
    flush()
    frames.push({ mark, literal, element })
  }
  /**
   * Ends an element whose closing mark is missing. Its mark becomes text, unless a live text may
   * still close it.
   */
  const dissolve = () => {
    flush()
    const { mark, literal, element } = frames.pop()!
    if (isLive && at >= text.length && mark !== '[') top().element.append(element)
    else {
      top().element.append(literal)
      move(element, top().element)
    }
  }
  const closeAt = (index: number) => {
    while (frames.length > index + 1) dissolve()
    flush()
    const { element } = frames.pop()!
    top().element.append(element)
  }

  function emphasis(run: string): void {
    const before = text[at - run.length - 1] ?? ' '
    const after = text[at] ?? ' '
    const isInWord = run[0] === '_' && WORD.test(before) && WORD.test(after)
    const canClose = before.trim() && !isInWord
    const canOpen = after.trim() && !isInWord
    for (let rest = run.length; rest > 0; ) {
      const marks = [run[0]!, run[0]! + run[0]!].filter((mark) => mark.length <= rest)
      const open = canClose ? Math.max(...marks.map(indexOf)) : -1
      if (open > 0) {
        rest -= frames[open]!.mark.length
        closeAt(open)
        continue
      }
      const mark = marks.pop()!
      rest -= mark.length
      if (canOpen && indexOf(mark) < 0) push(mark, el(mark.length > 1 ? 'strong' : 'em'))
      else pending += mark
    }
  }

  function code(run: string): void {
    const end = endless.has(run) ? -1 : endOfCode(text, run, at)
    if (end < 0) {
      endless.add(run)
      pending += run
      return
    }
    append(el('code', {}, text.slice(at, end).replace(/\n/g, ' ').trim()))
    at = end + run.length
  }

  function endLink(): void {
    const index = indexOf('[')
    TARGET.lastIndex = at
    const found = index > 0 && TARGET.exec(text)
    const href = found && safeUrl(found[1]!)
    if (!href) {
      // This bracket begins no link, so an address after it may become a link.
      if (index > 0) while (frames.length > index) dissolve()
      pending += ']'
      return
    }
    at = TARGET.lastIndex
    while (frames.length > index + 1) dissolve()
    flush()
    const { element } = frames.pop()!
    append(move(element, link(href)))
  }

  function bareLink(start: number): void {
    BARE.lastIndex = start
    const [found = ''] = BARE.exec(text) ?? []
    let url = found.replace(/[.,;:!?)。，；：！？）」』]{1,9}$/u, '')
    // A closing bracket belongs to the address if the opening bracket does.
    if (url.includes('(') && found[url.length] === ')') url += ')'
    const href = safeUrl(url)
    if (!href || indexOf('[') > 0) {
      pending += text.slice(start, at)
      return
    }
    at = start + url.length
    if (text[at] === '>' && pending.endsWith('<')) {
      pending = pending.slice(0, -1)
      at++
    }
    append(link(href, url))
  }

  function mailLink(): void {
    const [local = ''] = LOCAL.exec(pending.slice(-65)) ?? []
    DOMAIN.lastIndex = at
    const [domain] = DOMAIN.exec(text) ?? []
    if (!local || !domain || indexOf('[') > 0) {
      pending += '@'
      return
    }
    at += domain.length
    pending = pending.slice(0, -local.length)
    append(link(`mailto:${local}@${domain}`, `${local}@${domain}`))
  }

  while (at < text.length) {
    TOKEN.lastIndex = at
    const token = TOKEN.exec(text)
    pending += text.slice(at, token ? token.index : text.length)
    if (!token) break
    const [found] = token
    at = token.index + found.length
    const first = found[0]!
    if (first === '\\') pending += found[1]
    else if (first === '\n') append(el('br'))
    else if (first === '`') code(found)
    else if (first === '@') mailLink()
    else if (first === '*' || first === '_') emphasis(found)
    else if (found.endsWith('[')) {
      // Links do not nest, so only the innermost bracket can begin a link.
      const open = indexOf('[')
      if (open > 0) while (frames.length > open) dissolve()
      push('[', el('span'), found)
    } else if (first === ']') endLink()
    else bareLink(token.index)
  }
  at = text.length
  while (frames.length > 1) dissolve()
  flush()
  return root
}

function move<Target extends Node>(from: Node, to: Target): Target {
  while (from.firstChild) to.appendChild(from.firstChild)
  return to
}

/** Returns the index of the next run of exactly this many backticks, or -1. */
function endOfCode(text: string, run: string, from: number): number {
  for (let end = text.indexOf(run, from); end >= 0; ) {
    let after = end + run.length
    if (text[after] !== '`' && text[end - 1] !== '`') return end
    while (text[after] === '`') after++
    end = text.indexOf(run, after)
  }
  return -1
}

/** @returns the normalized address; undefined: it is invalid, or of a kind that is not allowed */
export function safeUrl(text: string, kinds = ['https:', 'http:', 'mailto:']): string | undefined {
  try {
    const url = new URL(text)
    return kinds.includes(url.protocol) ? url.href : undefined
  } catch {
    return undefined
  }
}

/** Returns the address of a source, at the page of a PDF. */
export function sourceUrl({
  url,
  page,
}: {
  url: string | null
  page: number | null
}): string | undefined {
  const href = url ? safeUrl(url, ['https:', 'http:']) : undefined
  if (!href || !page) return href
  const place = new URL(href)
  place.hash ||= `page=${page}`
  return place.href
}

/** Makes a link that opens in another tab and hides the visitor's page from the other site. */
export const link = (href: string, ...children: (Node | string)[]) =>
  el('a', { href, target: '_blank', rel: 'noopener noreferrer nofollow' }, ...children)
