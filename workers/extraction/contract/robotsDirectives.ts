/** What robots.txt, pages and their servers know us by. */
export const ROBOT = 'Parley'

/** Whether a page's meta tag of this name addresses us. */
export const isForUs = (name = '') => ['robots', ROBOT.toLowerCase()].includes(name.trim().toLowerCase())

/** The directives in the content of a page's meta tag. */
export function directivesOf(content: string): { noindex: boolean; nofollow: boolean } {
  const wishes = content.toLowerCase().split(/[\s,]+/)
  const wants = (wish: string) => wishes.includes(wish) || wishes.includes('none')
  return { noindex: wants('noindex'), nofollow: wants('nofollow') }
}

/** The directives of an `X-Robots-Tag` header, which may name the robot that it addresses. */
export function directivesOfHeader(header: string): { noindex: boolean; nofollow: boolean } {
  const [, name, wishes] = /^\s*([\w-]+)\s*:(.*)$/s.exec(header) ?? []
  if (name === undefined) return directivesOf(header)
  return directivesOf(isForUs(name) ? (wishes ?? '') : '')
}
