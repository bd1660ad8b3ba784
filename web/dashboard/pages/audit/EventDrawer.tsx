import { useQuery } from '@tanstack/preact-query'
import { Link } from 'wouter-preact'
import { Loading } from '../../components/Loading.tsx'
import { CopiedId, Drawer } from '../../components/lists/Drawer.tsx'
import { ErrorNotice, Notice } from '../../components/Notice.tsx'
import { ApiError, answerOf, api, type Schemas } from '../../lib/api.ts'
import { formatExact } from '../../lib/format.ts'
import { t } from '../../lib/texts.tsx'
import { changedValues } from './changedValues.ts'
import { Who } from './Who.tsx'
import { pageOf, sentenceOf, wordOf } from './words.ts'

type Event = Schemas['AuditEvent']

interface EventDrawerProps {
  id: string
  /** The event, if the list has loaded it. */
  known: Event | undefined
  onClose: () => void
}

/** Reads an event that the list has not loaded; null: no such event. */
const useEvent = (id: string, known: Event | undefined) =>
  useQuery({
    queryKey: ['audit', 'event', id],
    queryFn: async () =>
      (await answerOf(api.GET('/api/v1/audit-events', { params: { query: { id } } }))).data[0] ??
      null,
    enabled: !known,
  })

/** All details of an event. */
export function EventDrawer({ id, known, onClose }: EventDrawerProps) {
  const { data, error, refetch } = useEvent(id, known)
  const event = known ?? data
  const isNone = data === null || (error instanceof ApiError && error.status === 422)
  return (
    <Drawer title={event ? sentenceOf(event) : t('Event')} onClose={onClose}>
      {event ? (
        <Details event={event} />
      ) : isNone ? (
        <Notice>{t('There is no such event, or it is older than what is kept.')}</Notice>
      ) : error ? (
        <ErrorNotice error={error} onRetry={refetch} />
      ) : (
        <Loading />
      )}
    </Drawer>
  )
}

function Details({ event }: { event: Event }) {
  const { id, action, target_kind, target_id, changes, request_id, address, created_at } = event
  const page = pageOf(action, target_kind, target_id)
  const fields = changedValues(changes)
  return (
    <div class="stack">
      {fields.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        <section class="table-scroll audit-fields" aria-label={t('What changed')} tabIndex={0}>
          <table class="table">
            <thead>
              <tr>
                <th scope="col">{t('Field')}</th>
                <th scope="col">{t('Before')}</th>
                <th scope="col">{t('After')}</th>
              </tr>
            </thead>
            <tbody>
              {fields.map(({ key, name, before, after }) => (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  <td class="audit-value">{wordOf(before)}</td>
                  <td class="audit-value">{wordOf(after)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <dl class="facts">
        <dt>{t('When')}</dt>
        <dd>{formatExact(created_at)}</dd>
        <dt>{t('Who')}</dt>
        <dd>
          <Who event={event} />
        </dd>
        <dt>{t('IP address')}</dt>
        <dd>{address ?? t('Server')}</dd>
        <dt>{t('Action')}</dt>
        <dd>
          <code>{action}</code>
        </dd>
        <dt>{t('Event ID')}</dt>
        <dd>
          <CopiedId id={id} />
        </dd>
        {target_id && (
          <>
            <dt>{t('ID')}</dt>
            <dd>
              <CopiedId id={target_id} />
              {page && <Link href={page}>{t('View')}</Link>}
            </dd>
          </>
        )}
        {request_id && (
          <>
            <dt>{t('Request ID')}</dt>
            <dd>
              <CopiedId id={request_id} label={t('Copy request ID')} />
            </dd>
          </>
        )}
      </dl>
    </div>
  )
}
