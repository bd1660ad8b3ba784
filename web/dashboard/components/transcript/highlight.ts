import { useEffect } from 'preact/hooks'
import { placesOf } from '../threads/Marked.tsx'

/** The name in the style sheet's `::highlight()`. */
const NAME = 'found'
const MAX_PLACES = 500

/**
 * Marks all places of a text below an element, without changing the elements, because replies are
 * rendered as Markdown. In browsers without highlights, nothing is marked.
 * @param shown changes when the element's contents change
 */
export function useHighlight(
  within: { current: HTMLElement | null },
  found: string | undefined,
  shown: unknown,
): void {
  useEffect(() => {
    if (!found || !within.current || !('highlights' in CSS)) return
    CSS.highlights.set(NAME, new Highlight(...rangesOf(within.current, found)))
    return () => void CSS.highlights.delete(NAME)
  }, [found, shown])
}

function rangesOf(element: HTMLElement, found: string): Range[] {
  const ranges: Range[] = []
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (texts.nextNode() && ranges.length < MAX_PLACES) {
    const node = texts.currentNode as Text
    for (const [from, to] of placesOf(node.data, found)) {
      const range = new Range()
      range.setStart(node, from)
      range.setEnd(node, to)
      ranges.push(range)
    }
  }
  return ranges
}
