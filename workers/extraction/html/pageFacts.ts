import { Parser } from 'htmlparser2'
import { parseUrl } from '../../../shared/lib/parseUrl.ts'
import type { PageFacts } from '../contract/messages.ts'
import { directivesOf, isForUs } from '../contract/robotsDirectives.ts'

const MAX_LINKS = 2_000
const MAX_CHARACTERS = 2_000

/** Reads a page's canonical address, its directives for robots, and its links within its site. */
export function readFacts(html: string, address: string): PageFacts {
  const links = new Set<string>()
  let base = address
  let canonical: string | null = null
  let noindex = false
  let nofollow = false
  const resolve = (href: string | undefined): URL | undefined => {
    const text = href?.trim()
    if (!text || text.length > MAX_CHARACTERS || !parseUrl(text, base)) return undefined
    const url = new URL(text, base)
    return /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : undefined
  }
  const { origin } = new URL(address)
  const parser = new Parser({
    onopentag(name, attributes) {
      const { href, rel = '' } = attributes
      const relations = rel.toLowerCase().split(/\s+/)
      if (name === 'base' && base === address) base = resolve(href)?.href ?? base
      if (name === 'link' && relations.includes('canonical'))
        canonical ??= resolve(href)?.href ?? null
      if (name === 'meta' && isForUs(attributes.name)) {
        const directives = directivesOf(attributes.content ?? '')
        noindex ||= directives.noindex
        nofollow ||= directives.nofollow
      }
      if (
        !['a', 'area'].includes(name) ||
        relations.includes('nofollow') ||
        links.size >= MAX_LINKS
      )
        return
      const url = resolve(href)
      if (url?.origin !== origin) return
      url.hash = ''
      links.add(url.href)
    },
  })
  parser.end(html)
  return { canonical, noindex, links: nofollow ? [] : [...links] }
}
