import { useQuery } from '@tanstack/preact-query'
import { ArrowLeft, MessageSquare, PanelRight } from 'lucide-preact'
import type { MutableRef } from 'preact/hooks'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { ApiError, api, dataOf, type Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'
import { Button, ButtonLink } from '../Button.tsx'
import { Empty } from '../Empty.tsx'
import { Loading } from '../Loading.tsx'
import { ErrorNotice } from '../Notice.tsx'
import { OUTCOME, STATUS, whoOf } from '../threads/threads.ts'
import { Facts } from './Facts.tsx'
import { Messages } from './Messages.tsx'
import { TakeOver } from './TakeOver.tsx'
import { ThreadActions } from './ThreadActions.tsx'

interface TranscriptProps {
  id: string
  /** The address of the list, with its filters. */
  list: string
  /** What was searched for; marked in the messages. */
  found: string | undefined
  /** The message at which the transcript opens. */
  messageId: string | undefined
  /** Set by a reader who opened it: takes the focus. */
  isOpened: MutableRef<boolean>
}

/** From this width on, there is room for the facts beside the messages. */
const HAS_ROOM = '(min-width: 100rem)'

export function Transcript({ id, list, found, messageId, isOpened }: TranscriptProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['threads', 'one', id],
    queryFn: () => dataOf(api.GET('/api/v1/threads/{id}', { params: { path: { id } } })),
  })
  const isGone = error instanceof ApiError && error.status === 404
  return (
    <section class="inbox-thread card" aria-label={t('Conversation')}>
      <Link href={list} class="back">
        <ArrowLeft size={15} aria-hidden="true" />
        {t('Conversations')}
      </Link>
      {data && !isGone ? (
        <Open thread={data} list={list} found={found} messageId={messageId} isOpened={isOpened}>
          {Boolean(error) && <ErrorNotice error={error} onRetry={refetch} />}
        </Open>
      ) : isGone ? (
        <Empty
          icon={MessageSquare}
          title={t('Conversation not found')}
          actions={<ButtonLink to={list}>{t('Go to conversations')}</ButtonLink>}
        >
          {t('It was deleted or belongs to another organization.')}
        </Empty>
      ) : error ? (
        <ErrorNotice error={error} onRetry={refetch} />
      ) : (
        <Loading />
      )}
    </section>
  )
}

interface OpenProps extends Omit<TranscriptProps, 'id'> {
  thread: Schemas['Thread']
  children: preact.ComponentChildren
}

function Open({ thread, list, found, messageId, isOpened, children }: OpenProps) {
  const [hasFacts, showFacts] = useState(() => matchMedia(HAS_ROOM).matches)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isOpened.current) heading.current?.focus({ preventScroll: true })
    isOpened.current = false
  }, [])
  const { outcome, status, agent_name, title } = thread
  const about = [title, agent_name, STATUS[status].name, outcome && OUTCOME[outcome].name].filter(
    Boolean,
  )
  return (
    <>
      <header class="transcript-head">
        <div>
          <h2 ref={heading} tabIndex={-1} dir="auto">
            {whoOf(thread)}
          </h2>
          <p class="small muted" dir="auto">
            {about.join(' · ')}
          </p>
        </div>
        <div class="row">
          <Button icon={PanelRight} aria-expanded={hasFacts} onClick={() => showFacts(!hasFacts)}>
            {t('Details')}
          </Button>
          <TakeOver thread={thread} />
          <ThreadActions thread={thread} list={list} />
        </div>
      </header>
      {children}
      <div class={`transcript-body${hasFacts ? ' has-facts' : ''}`}>
        <Messages thread={thread} found={found} messageId={messageId} />
        {hasFacts && <Facts thread={thread} />}
      </div>
    </>
  )
}
