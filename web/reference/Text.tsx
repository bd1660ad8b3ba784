import { useLayoutEffect, useRef } from 'preact/hooks'
import { showMarkdown } from '../widget/messages/markdown.ts'

/** A description: paragraphs, lists, code, bold and links; all else in it stays text. */
export function Text({ text }: { text: string }) {
  const target = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // A single line break is the source's own.
    if (target.current) showMarkdown(target.current, text.replace(/(?<!\n)\n(?![\n\d-])/g, ' '))
  }, [text])
  return <div class="text" ref={target} />
}
