import { useLayoutEffect, useRef } from 'preact/hooks'
import { showMarkdown } from '../widget/messages/markdown.ts'

/** A description with paragraphs, lists, code, bold and links. Any other markup stays text. */
export function Text({ text }: { text: string }) {
  const target = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // A single line break in the source has no meaning.
    if (target.current) showMarkdown(target.current, text.replace(/(?<!\n)\n(?![\n\d-])/g, ' '))
  }, [text])
  return <div class="text" ref={target} />
}
