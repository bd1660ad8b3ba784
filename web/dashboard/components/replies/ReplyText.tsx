import { useLayoutEffect, useRef } from 'preact/hooks'
import { showMarkdown } from '../../../widget/messages/markdown.ts'

/** A reply as visitors see it, with paragraphs, lists, code and links. Other markup stays text. */
export function ReplyText({ text, isLive = false }: { text: string; isLive?: boolean }) {
  const target = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (target.current) showMarkdown(target.current, text, isLive)
  }, [text, isLive])
  return <div class="reply-text" ref={target} />
}
