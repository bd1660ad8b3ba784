import type { HtmlNode } from './nodes.ts'
import type { StyledElement } from './styles.ts'

/** The most characters of what opens a panel: a question or a title. A longer text is no label. */
const MAX_CHARACTERS = 300
/** The most nodes in it. */
const MAX_NODES = 200
const ELEMENT = 1
const TEXT = 3
const LETTER = /[\p{L}\p{N}]/u

/** Returns the text of a label in one line; undefined: it is longer than a label. */
export function labelIn(node: HtmlNode): string | undefined {
  const parts: string[] = []
  const open = [node]
  let characters = 0
  for (let nodes = 0; open.length; nodes++) {
    const next = open.pop()!
    if (nodes > MAX_NODES) return undefined
    if (next.nodeType === ELEMENT) open.push(...[...next.childNodes].reverse())
    if (next.nodeType !== TEXT) continue
    const text = (next.textContent ?? '').replace(/\s+/g, ' ')
    characters += text.length
    if (characters > MAX_CHARACTERS) return undefined
    parts.push(text)
  }
  return parts.join('').trim()
}

export const hasLetters = (text: string) => LETTER.test(text)

/** Whether a label is one question: `How long?`, also with a sign after it, as in `How long? +`. */
export function isQuestion(label: string): boolean {
  const last = [...label].findLast((sign) => LETTER.test(sign) || '?？؟;'.includes(sign))
  const isAsked = last !== undefined && !LETTER.test(last)
  return isAsked && hasLetters(label) && !/\p{L}{3}[.!]\s+\p{L}/u.test(label)
}

/** Returns the words in an element's classes and id: `faq`, `item` of `faqItem` or `faq-item`. */
export const nameWords = (node: StyledElement): string[] =>
  `${node.getAttribute?.('id') ?? ''} ${node.getAttribute?.('class') ?? ''}`
    .slice(0, 500)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean)
