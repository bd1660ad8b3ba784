import { useQuery } from '@tanstack/preact-query'
import { ArrowDown, MessageSquare } from 'lucide-preact'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { ApiError, api, dataOf, queries, type Schemas } from '../../api.ts'
import { Button, ButtonLink } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Loading } from '../../components/Loading.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { Page } from '../../components/Page.tsx'
import { usePages } from '../../pagesOf.ts'
import { Facts } from './Facts.tsx'
import { MessageView } from './MessageView.tsx'
import { type Feedback, type Message, readFeedback, readMessages } from './messages.ts'
import { ThreadActions } from './ThreadActions.tsx'
import { whoOf } from './threads.ts'

const LOOK_MS = 4_000
const LIST = '/conversations'

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

export function Transcript({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['threads', 'one', id],
    queryFn: () => dataOf(api.GET('/api/v1/threads/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (isGone(state.error) ? false : LOOK_MS),
  })
  if (data)
    return (
      <Page
        title={whoOf(data)}
        about={data.title ?? undefined}
        back={[LIST, 'Conversations']}
        actions={<ThreadActions thread={data} />}
      >
        {Boolean(error) && <ErrorNotice error={error} onRetry={refetch} />}
        <div class="transcript-page">
          <Messages thread={data} />
          <Facts thread={data} />
        </div>
      </Page>
    )
  if (isGone(error))
    return (
      <Page title="Conversation" back={[LIST, 'Conversations']}>
        <Empty
          icon={MessageSquare}
          title="Conversation not found"
          actions={<ButtonLink to={LIST}>Go to conversations</ButtonLink>}
        >
          It was deleted or belongs to another organization.
        </Empty>
      </Page>
    )
  return (
    <Page title="Conversation" back={[LIST, 'Conversations']}>
      {error ? <ErrorNotice error={error} onRetry={refetch} /> : <Loading />}
    </Page>
  )
}

function Messages({ thread }: { thread: Schemas['Thread'] }) {
  const { id, kind } = thread
  const { rows, hasMore, isLoading, isLoadingMore, error, loadMore, refetch } = usePages<Message>(
    ['messages', id],
    (after) => readMessages(kind, id, after),
  )
  const { data: feedback = [] } = useQuery({
    queryKey: ['feedback', id],
    queryFn: () => readFeedback(kind, id),
  })
  const { active_at, is_answering, failed_replies, feedback_count, average_rating } = thread
  const state = [active_at, is_answering, failed_replies, feedback_count, average_rating].join()
  const seen = useRef(state)
  useEffect(() => {
    if (seen.current === state) return
    seen.current = state
    for (const name of ['messages', 'feedback']) queries.invalidateQueries({ queryKey: [name, id] })
  }, [state])
  const messages = useMemo(() => [...rows].reverse(), [rows])
  const end = useFollowedEnd(messages.at(-1))
  const opinions = useMemo(() => byMessage(feedback), [feedback])

  if (isLoading) return <Loading what="Loading messages …" />
  if (error && messages.length === 0) return <ErrorNotice error={error} onRetry={refetch} />
  if (messages.length === 0)
    return (
      <Empty icon={MessageSquare} title="No messages yet">
        Nobody has asked anything in this conversation yet. New messages appear here.
      </Empty>
    )
  return (
    <section class="transcript" aria-label="Messages">
      {hasMore && (
        <div class="row transcript-more">
          <Button busy={isLoadingMore} onClick={loadMore}>
            Load earlier messages
          </Button>
          <Button kind="quiet" icon={ArrowDown} onClick={() => end.current?.scrollIntoView({ block: 'end' })}>
            Go to newest
          </Button>
        </div>
      )}
      {Boolean(error) && <ErrorNotice error={error} onRetry={refetch} />}
      <ol class="messages">
        {messages.map((message) => (
          <MessageView
            key={message.id}
            message={message}
            kind={kind}
            threadId={id}
            who={whoOf(thread)}
            agent={thread.agent_name}
            feedback={opinions.get(message.id) ?? []}
          />
        ))}
      </ol>
      <div ref={end} />
    </section>
  )
}

function byMessage(feedback: readonly Feedback[]): Map<string | null, Feedback[]> {
  const opinions = new Map<string | null, Feedback[]>()
  for (const one of feedback) opinions.set(one.message_id, [...(opinions.get(one.message_id) ?? []), one])
  return opinions
}

/** Keeps a reader at the end of a transcript when more messages come. */
function useFollowedEnd(last: Message | undefined) {
  const end = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(false)
  useEffect(() => {
    const look = () => {
      const bottom = end.current?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY
      isAtEnd.current = window.scrollY > 0 && bottom < window.innerHeight + 120
    }
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  useLayoutEffect(() => {
    if (isAtEnd.current) end.current?.scrollIntoView({ block: 'end' })
  }, [last?.id, last?.status])
  return end
}
