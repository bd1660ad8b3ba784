import type { FormatCallback } from 'html-to-text'

/** A node of the tree that html-to-text walks. */
export type Node = Parameters<FormatCallback>[0]

export const isTag = (node: Node, ...names: string[]) =>
  node.type === 'tag' && names.includes(node.name!)
export const childrenOf = (node: Node): Node[] => node.children ?? []
const SKIPPED = new Set(['script', 'style'])
/** Elements that begin and end a line. */
export const LINES = new Set(
  'p div li ul ol br tr dt dd section article blockquote h1 h2 h3 h4 h5 h6 table pre'.split(' '),
)

/** Returns an element's text, in lines. */
export function textOf(node: Node): string {
  const parts: string[] = []
  const collect = (node: Node) => {
    if (node.type === 'text') parts.push(node.data!.replace(/\s+/g, ' '))
    else if (!SKIPPED.has(node.type)) {
      const around = LINES.has(node.name ?? '') ? '\n' : isTag(node, 'td', 'th') ? ' ' : ''
      parts.push(around)
      childrenOf(node).forEach(collect)
      parts.push(around)
    }
  }
  childrenOf(node).forEach(collect)
  return parts
    .join('')
    .replace(/ +/g, ' ')
    .replace(/ ?\n[\n ]*/g, '\n')
    .trim()
}
