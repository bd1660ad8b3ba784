import { Parser } from 'htmlparser2'
import { parseUrl } from '../../../shared/lib/parseUrl.ts'
import type { Frame, PageFacts } from '../contract/messages.ts'
import { refreshTarget } from '../contract/refresh.ts'
import { directivesOf, isForUs } from '../contract/robotsDirectives.ts'
import { removeHidden } from '../hidden/hidden.ts'
import type { HtmlElement } from '../hidden/nodes.ts'
import { goodTitle } from '../text/titles.ts'
import { parsePage } from './html.ts'
import { asHtml } from './xhtml.ts'

const MAX_LINKS = 2_000
const MAX_CHARACTERS = 2_000
/** The most frames of a page, and the most characters of those that it contains itself. */
const MAX_FRAMES = 10
const MAX_IN_FRAME = 500_000

type TagAttributes = Record<string, string>

/**
 * Reads a page's canonical address, its directives for robots, its links and frames within its
 * site, and where it sends its readers.
 */
export function readFacts(html: string, address: string): PageFacts {
  const facts: PageFacts = {
    title: null,
    canonical: null,
    noindex: false,
    links: [],
    refresh: null,
    frames: [],
    isFrameset: false,
  }
  const { origin } = new URL(address)
  const links = new Set<string>()
  let base = address
  let nofollow = false
  let scriptless = 0
  let title: string | undefined
  let isTitle = false

  const resolve = (href: string | undefined): URL | undefined => {
    const text = href?.trim()
    if (!text || text.length > MAX_CHARACTERS || !parseUrl(text, base)) return undefined
    const url = new URL(text, base)
    return /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : undefined
  }

  function readMeta({ name, content = '', 'http-equiv': header = '' }: TagAttributes): void {
    if (header.trim().toLowerCase() === 'refresh' && !facts.refresh) {
      const target = refreshTarget(content)
      const to = target === '' ? address : resolve(target)?.href
      if (to) facts.refresh = { address: to, isScriptless: scriptless > 0 }
    }
    if (!isForUs(name)) return
    const directives = directivesOf(content)
    facts.noindex ||= directives.noindex
    nofollow ||= directives.nofollow
  }

  function addLink({ href }: TagAttributes): void {
    const url = resolve(href)
    if (links.size >= MAX_LINKS || url?.origin !== origin) return
    url.hash = ''
    links.add(url.href)
  }

  function addFrame(attributes: TagAttributes): void {
    const frame = frameOf(attributes, resolve(attributes.src ?? attributes['data-src']), origin)
    if (frame && facts.frames.length < MAX_FRAMES) facts.frames.push(frame)
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      const relations = (attributes.rel ?? '').toLowerCase().split(/\s+/)
      if (name === 'noscript') scriptless++
      else if (name === 'title') isTitle = title === undefined
      else if (name === 'base')
        base = base === address ? (resolve(attributes.href)?.href ?? base) : base
      else if (name === 'meta') readMeta(attributes)
      else if (name === 'frameset') facts.isFrameset = true
      else if (name === 'frame') addFrame(attributes)
      else if (name === 'link' && relations.includes('canonical'))
        facts.canonical ??= resolve(attributes.href)?.href ?? null
      else if ((name === 'a' || name === 'area') && !relations.includes('nofollow'))
        addLink(attributes)
    },
    ontext(text) {
      if (isTitle) title = `${title ?? ''}${text}`.slice(0, MAX_CHARACTERS)
    },
    onclosetag(name) {
      if (name === 'noscript') scriptless--
      if (name === 'title') isTitle = false
    },
  })
  parser.end(html)
  for (const attributes of shownFrames(html)) addFrame(attributes)
  return { ...facts, title: goodTitle(title ?? ''), links: nofollow ? [] : [...links] }
}

/** Returns the attributes of the `iframe` elements that the page's readers see. */
function shownFrames(html: string): TagAttributes[] {
  if (!/<(?:[\w.-]{1,50}:)?iframe[\s>]/i.test(html)) return []
  const document = parsePage(asHtml(html))
  removeHidden(document)
  const read = (frame: HtmlElement) =>
    FRAME_ATTRIBUTES.flatMap((name) => {
      const value = frame.getAttribute(name)
      return value === null ? [] : [[name, value] as const]
    })
  return [...document.querySelectorAll('iframe')].map((frame) => Object.fromEntries(read(frame)))
}
const FRAME_ATTRIBUTES = ['src', 'data-src', 'srcdoc', 'style', 'width', 'height']

/** @returns undefined: the frame is of another origin, empty or hidden */
function frameOf(
  attributes: TagAttributes,
  url: URL | undefined,
  origin: string,
): Frame | undefined {
  if (isHiddenFrame(attributes)) return undefined
  const { srcdoc = '' } = attributes
  if (srcdoc.trim()) return { html: srcdoc.slice(0, MAX_IN_FRAME) }
  return url?.origin === origin ? { address: url.href } : undefined
}

/** Whether a frame shows nothing: such frames count visits, or renew sign-ins. */
function isHiddenFrame({ style = '', width = '', height = '' }: TagAttributes): boolean {
  return (
    /(?:^|[;\s])(?:max-)?(?:width|height)\s*:\s*[01](?:px)?\s*(?:;|!|$)/i.test(style) ||
    [width, height].some((size) => /^\s*[01](?:px)?\s*$/.test(size))
  )
}
