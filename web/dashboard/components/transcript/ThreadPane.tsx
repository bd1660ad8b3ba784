import { useQuery } from '@tanstack/preact-query'
import { ArrowLeft, MessageSquare } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { type MutableRef, useEffect, useRef } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { ApiError, api, dataOf, type Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'
import { ButtonLink } from '../Button.tsx'
import { Empty } from '../Empty.tsx'
import { Loading } from '../Loading.tsx'
import { ErrorNotice } from '../Notice.tsx'
import { whoOf } from '../threads/threads.ts'

interface ThreadPaneProps {
  id: string
  /** The address of the list, its name, and the button that leads there. */
  list: string
  listName: string
  goToList: string
  /** Whether it is a case of the inbox. */
  isCase?: boolean
  /** @param failed says that it could not be read again; null: it could */
  children: (thread: Schemas['Thread'], failed: ComponentChildren) => ComponentChildren
}

/** Reads a thread and shows it beside its list, or says why it is not there. */
export function ThreadPane(props: ThreadPaneProps) {
  const { id, list, listName, goToList, isCase = false, children } = props
  const { data, error, refetch } = useQuery({
    queryKey: ['threads', 'one', id],
    queryFn: () => dataOf(api.GET('/api/v1/threads/{id}', { params: { path: { id } } })),
  })
  const isGone = error instanceof ApiError && error.status === 404
  const failed = error ? <ErrorNotice error={error} onRetry={refetch} /> : null
  return (
    <section class={`inbox-thread card${isCase ? ' case' : ''}`} aria-label={t('Conversation')}>
      <Link href={list} class="back">
        <ArrowLeft size={15} aria-hidden="true" />
        {listName}
      </Link>
      {isGone ? (
        <Empty
          icon={MessageSquare}
          title={t('Conversation not found')}
          actions={<ButtonLink to={list}>{goToList}</ButtonLink>}
        >
          {t('It was deleted or belongs to another organization.')}
        </Empty>
      ) : data ? (
        children(data, failed)
      ) : (
        (failed ?? <Loading />)
      )}
    </section>
  )
}

interface ThreadHeadingProps {
  thread: Schemas['Thread']
  /** What stands below the heading, after the customer; what is empty is left out. */
  about: readonly (string | null | undefined | false)[]
  /** Set by a reader who opened the thread: the heading takes the focus. */
  isOpened: MutableRef<boolean>
  children?: ComponentChildren
}

/** What the thread is about, and whose it is. */
export function ThreadHeading({ thread, about, isOpened, children }: ThreadHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isOpened.current) heading.current?.focus({ preventScroll: true })
    isOpened.current = false
  }, [])
  return (
    <div>
      <h2 ref={heading} tabIndex={-1} dir="auto">
        {thread.headline ?? whoOf(thread)}
      </h2>
      <p class="small muted" dir="auto">
        {[thread.headline && whoOf(thread), ...about].filter(Boolean).join(' · ')}
      </p>
      {children}
    </div>
  )
}
