import { useQuery } from '@tanstack/preact-query'
import { Link } from 'wouter-preact'
import { Loading } from '../../components/Loading.tsx'
import { CopiedId, Drawer } from '../../components/lists/Drawer.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { answerOf, api } from '../../lib/api.ts'
import { formatDuration, formatExact } from '../../lib/format.ts'
import { t } from '../../lib/texts.tsx'
import { Status } from './Status.tsx'

interface RequestDrawerProps {
  /** The request's id, as in `X-Request-Id`. */
  id: string
  window: { from: string; to: string }
  nameOf: (clientId: string | null) => string
  onClose: () => void
}

/** Everything that is known about a request, with the conversation to which it belongs. */
export function RequestDrawer({ id, window: { from, to }, nameOf, onClose }: RequestDrawerProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['analytics', 'request', id, from, to],
    queryFn: async () =>
      (
        await answerOf(
          api.GET('/api/v1/analytics/logs', { params: { query: { from, to, request_id: id } } }),
        )
      ).data,
    staleTime: 60_000,
  })
  const [request] = data ?? []
  return (
    <Drawer
      title={request ? `${request.method} ${request.endpoint}` : t('Request')}
      onClose={onClose}
    >
      {!data && (error ? <ErrorNotice error={error} onRetry={refetch} /> : <Loading />)}
      {data && !request && (
        <p class="muted">{t('There is no request with this ID in the period.')}</p>
      )}
      {request && (
        <dl class="facts">
          <dt>{t('Status')}</dt>
          <dd>
            <Status code={request.status_code} />
          </dd>
          <dt>{t('When')}</dt>
          <dd>{formatExact(request.timestamp)}</dd>
          <dt>{t('Duration')}</dt>
          <dd>{formatDuration(request.duration_ms)}</dd>
          <dt>{t('Sent by')}</dt>
          <dd>{nameOf(request.client_id)}</dd>
          <dt>{t('Request ID')}</dt>
          <dd>
            <CopiedId id={request.request_id} label={t('Copy request ID')} />
          </dd>
          {request.thread_id && (
            <>
              <dt>{t('Conversation')}</dt>
              <dd>
                <Link href={`/conversations/${request.thread_id}`}>
                  {t('Open the conversation')}
                </Link>
              </dd>
            </>
          )}
        </dl>
      )}
    </Drawer>
  )
}
