/** The name by which robots.txt, pages and servers address our crawler. */
export const ROBOT = 'Parley'

/** Whether a page's meta tag of this name is for our crawler. */
export const isForUs = (name = '') =>
  ['robots', ROBOT.toLowerCase()].includes(name.trim().toLowerCase())

/** Reads the directives in the content of a page's meta tag. */
export function directivesOf(content: string): { noindex: boolean; nofollow: boolean } {
  const directives = content.toLowerCase().split(/[\s,]+/)
  const has = (directive: string) => directives.includes(directive) || directives.includes('none')
  return { noindex: has('noindex'), nofollow: has('nofollow') }
}

/** Reads the directives of an `X-Robots-Tag` header, which may be for a named robot only. */
export function directivesOfHeader(header: string): { noindex: boolean; nofollow: boolean } {
  const [, name, directives] = /^\s*([\w-]+)\s*:(.*)$/s.exec(header) ?? []
  if (name === undefined) return directivesOf(header)
  return directivesOf(isForUs(name) ? (directives ?? '') : '')
}
