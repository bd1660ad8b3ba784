import { Link } from 'wouter-preact'
import { Json } from '../../../components/Json.tsx'
import { Loading } from '../../../components/Loading.tsx'
import { CopiedId, Drawer } from '../../../components/lists/Drawer.tsx'
import { ErrorNotice } from '../../../components/Notice.tsx'
import { formatExact } from '../../../lib/format.ts'
import { t } from '../../../lib/texts.tsx'
import { descriptionOf } from '../eventTypes.ts'
import { type FeedEvent, pageOf, subjectOf, useEvent } from './events.ts'

interface EventDrawerProps {
  id: string
  /** The event, if it is loaded. */
  known: FeedEvent | undefined
  onClose: () => void
}

/** An event as the API and the endpoints receive it. */
export function EventDrawer({ id, known, onClose }: EventDrawerProps) {
  const { data = known, error, refetch } = useEvent(known ? undefined : id)
  return (
    <Drawer title={data?.type ?? t('Event')} onClose={onClose} wide>
      {data ? (
        <Known event={data} />
      ) : error ? (
        <ErrorNotice error={error} onRetry={refetch} />
      ) : (
        <Loading />
      )}
    </Drawer>
  )
}

function Known({ event }: { event: FeedEvent }) {
  const { id, type, created_at, sequence, thread_id } = event
  const page = pageOf(event)
  return (
    <div class="stack">
      <p class="muted">{descriptionOf(type)}</p>
      <dl class="facts">
        <dt>{t('When')}</dt>
        <dd>{formatExact(created_at)}</dd>
        <dt>{t('Event ID')}</dt>
        <dd>
          <CopiedId id={id} label={t('Copy event ID')} />
        </dd>
        {thread_id && (
          <>
            <dt>{t('Sequence')}</dt>
            <dd>{t('{sequence} in its conversation', { sequence: sequence ?? 0 })}</dd>
          </>
        )}
        {page && (
          <>
            <dt>{t('About')}</dt>
            <dd>
              <Link href={page} class="event-subject">
                {subjectOf(event)}
              </Link>
            </dd>
          </>
        )}
      </dl>
      <Json value={event} label={t('Copy JSON')} />
    </div>
  )
}
