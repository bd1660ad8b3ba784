import { useQuery } from '@tanstack/preact-query'
import { ArrowDown, MessageSquare } from 'lucide-preact'
import { type ComponentChildren, Fragment } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'
import { Button } from '../Button.tsx'
import { Empty } from '../Empty.tsx'
import { Loading } from '../Loading.tsx'
import { ErrorNotice } from '../Notice.tsx'
import { useNames } from '../people/colleagues.ts'
import { whoOf } from '../threads/threads.ts'
import { dayName, isOtherDay } from '../threads/when.tsx'
import { useHighlight } from './highlight.ts'
import { MessageView } from './MessageView.tsx'
import { type Feedback, readFeedback } from './messages.ts'
import { useMessages } from './useMessages.ts'

interface MessagesProps {
  thread: Schemas['Thread']
  found: string | undefined
  messageId: string | undefined
  /** Shown after the newest message. */
  children?: ComponentChildren
}

export function Messages({ thread, found, messageId, children }: MessagesProps) {
  const { id, kind } = thread
  const read = useMessages(kind, id, messageId)
  const { messages, hasOlder, hasNewer, isLoading, error, refetch } = read
  const { data: feedback = [] } = useQuery({
    queryKey: ['feedback', id],
    queryFn: () => readFeedback(kind, id),
  })
  const nameOf = useNames()
  const opinions = useMemo(() => byMessage(feedback), [feedback])
  const list = useRef<HTMLOListElement>(null)
  const box = useRef<HTMLElement>(null)
  useHighlight(list, found, messages)
  const scrollToEnd = useReading(box, messages, messageId)

  if (isLoading) return <Loading what={t('Loading messages …')} />
  if (error && messages.length === 0) return <ErrorNotice error={error} onRetry={refetch} />
  if (messages.length === 0)
    return (
      <section class="transcript" aria-label={t('Messages')}>
        <Empty icon={MessageSquare} title={t('No messages yet')}>
          {t('Nobody has asked anything in this conversation yet. New messages appear here.')}
        </Empty>
        {children}
      </section>
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section class="transcript" aria-label={t('Messages')} ref={box} tabIndex={0}>
      {hasOlder && (
        <div class="row transcript-more">
          <Button busy={read.isLoadingOlder} onClick={read.loadOlder}>
            {t('Load earlier messages')}
          </Button>
          <Button kind="quiet" icon={ArrowDown} onClick={scrollToEnd}>
            {t('Go to newest')}
          </Button>
        </div>
      )}
      {Boolean(error) && <ErrorNotice error={error} onRetry={refetch} />}
      <ol class="messages" ref={list}>
        {messages.map((message, index) => {
          const before = messages[index - 1]
          return (
            <Fragment key={message.id}>
              {(!before || isOtherDay(before.created_at, message.created_at)) && (
                <li class="day-line small muted">
                  <span>{dayName(message.created_at)}</span>
                </li>
              )}
              <MessageView
                message={message}
                kind={kind}
                threadId={id}
                who={whoOf(thread)}
                agent={thread.agent_name}
                nameOf={nameOf}
                feedback={opinions.get(message.id) ?? []}
                isFound={message.id === messageId}
              />
            </Fragment>
          )
        })}
      </ol>
      {hasNewer && (
        <div class="row transcript-more">
          <Button busy={read.isLoadingNewer} onClick={read.loadNewer}>
            {t('Load later messages')}
          </Button>
        </div>
      )}
      {children}
    </section>
  )
}

function byMessage(feedback: readonly Feedback[]): Map<string | null, Feedback[]> {
  const opinions = new Map<string | null, Feedback[]>()
  for (const rating of feedback)
    opinions.set(rating.message_id, [...(opinions.get(rating.message_id) ?? []), rating])
  return opinions
}

/** Pixels from the end within which a reader counts as being at the end. */
const AT_END_PX = 120

/**
 * Opens the transcript at its end or at the found message. Keeps a reader at the end when messages
 * arrive or the transcript shrinks, and in place when earlier messages load.
 * @returns scrolls to the end
 */
function useReading(
  box: { current: HTMLElement | null },
  messages: readonly { id: string; status?: string }[],
  messageId: string | undefined,
): () => void {
  const isAtEnd = useRef(true)
  const seen = useRef<{ first: string; height: number }>()
  // On a phone, the window scrolls.
  const scroller = () => {
    const element = box.current
    if (!element) return null
    return getComputedStyle(element).overflowY === 'auto' ? element : document.scrollingElement
  }
  const scrollToEnd = () => {
    const element = scroller()
    if (element) element.scrollTop = element.scrollHeight
  }
  const first = messages[0]?.id
  const last = messages.at(-1)
  const look = () => {
    const element = scroller()
    if (element)
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < AT_END_PX
  }
  useEffect(() => {
    addEventListener('scroll', look, { passive: true, capture: true })
    return () => removeEventListener('scroll', look, { capture: true })
  }, [])
  // The end stays in view when a notice or a longer draft makes the transcript lower, or a picture
  // or a longer reply its contents higher.
  useEffect(() => {
    const element = box.current
    if (!element) return
    const sizes = new ResizeObserver(() => {
      if (isAtEnd.current && scroller() === element) scrollToEnd()
    })
    sizes.observe(element)
    // A picture makes the list higher once it has loaded.
    const list = element.querySelector('.messages')
    if (list) sizes.observe(list)
    return () => sizes.disconnect()
  }, [Boolean(first)])
  useLayoutEffect(() => {
    const element = scroller()
    if (!element || !first) return
    const before = seen.current
    seen.current = { first, height: element.scrollHeight }
    if (!before) {
      const found = box.current?.querySelector('.message.found')
      if (found && messageId) found.scrollIntoView({ block: 'center' })
      else scrollToEnd()
      look()
    } else if (before.first !== first) {
      // The window keeps its place by itself.
      if (element === box.current) element.scrollTop += element.scrollHeight - before.height
    } else if (isAtEnd.current) scrollToEnd()
  }, [first, last?.id, last?.status])
  return scrollToEnd
}
