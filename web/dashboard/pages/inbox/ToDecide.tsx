import { useQuery } from '@tanstack/preact-query'
import { CircleCheck, Wrench } from 'lucide-preact'
import { Link } from 'wouter-preact'
import { Badge } from '../../components/Badge.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Loading } from '../../components/Loading.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { useThreadAddress } from '../../components/threads/useThreadAddress.ts'
import { When } from '../../components/threads/when.tsx'
import { OPEN_CALLS, readOpenCalls, type ToolCall } from '../../components/transcript/toolCalls.ts'
import { t } from '../../lib/texts.tsx'
import { CALL_STATE } from '../../lib/tools.ts'

/** The calls of tools that wait for a person, and those whose outcome nobody knows. */
export const useOpenCalls = () => useQuery({ queryKey: OPEN_CALLS, queryFn: readOpenCalls })

/** Lists them; each leads to its reply in the transcript, where it is decided or settled. */
export function ToDecide() {
  const addressOf = useThreadAddress()
  const { data: calls, error, refetch } = useOpenCalls()
  if (error && !calls) return <ErrorNotice error={error} onRetry={refetch} />
  if (!calls) return <Loading />
  if (calls.length === 0)
    return (
      <Empty icon={CircleCheck} title={t('Nothing to decide')}>
        {t('Actions of agents that wait for a person, or whose outcome is unknown, appear here.')}
      </Empty>
    )
  return (
    <ul class="threads card" aria-label={t('Actions to decide')}>
      {calls.map((call) => (
        <li key={call.id}>
          <Link href={addressOf(call.thread_id, call.message_id)} class="thread">
            <Row call={call} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Row({
  call: { title, state, arguments: input, created_at, is_test },
}: {
  call: ToolCall
}) {
  const { name, kind } = CALL_STATE[state]
  return (
    <>
      <span class="thread-head">
        <Wrench size={16} aria-hidden="true" />
        <strong dir="auto">{title}</strong>
        <span class="thread-when small muted">
          <When at={created_at} />
        </span>
      </span>
      <span class="thread-question" dir="auto">
        {Object.values(input).map(textOf).join(' · ')}
      </span>
      <span class="thread-facts small muted">
        <Badge kind={kind}>{name}</Badge>
        {is_test && <Badge kind="accent">{t('Test')}</Badge>}
      </span>
    </>
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
