/** What robots.txt, pages and their servers know us by. */
export const ROBOT = 'Parley'

/** Whether a page's meta tag of this name addresses us. */
export const isForUs = (name = '') => ['robots', ROBOT.toLowerCase()].includes(name.trim().toLowerCase())

/** The directives in the content of a page's meta tag. */
export function directivesOf(content: string): { noindex: boolean; nofollow: boolean } {
  const directives = content.toLowerCase().split(/[\s,]+/)
  const has = (directive: string) => directives.includes(directive) || directives.includes('none')
  return { noindex: has('noindex'), nofollow: has('nofollow') }
}

/** The directives of an `X-Robots-Tag` header, which may name the robot that it addresses. */
export function directivesOfHeader(header: string): { noindex: boolean; nofollow: boolean } {
  const [, name, directives] = /^\s*([\w-]+)\s*:(.*)$/s.exec(header) ?? []
  if (name === undefined) return directivesOf(header)
  return directivesOf(isForUs(name) ? (directives ?? '') : '')
}
