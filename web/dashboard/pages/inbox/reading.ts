import { useEffect, useState } from 'preact/hooks'
import type { Case, Place } from '../../components/threads/cases.ts'
import { useMessages } from '../../components/transcript/useMessages.ts'
import { api, dataOf } from '../../lib/api.ts'
import { changeRows } from '../../lib/pagesOf.ts'

/**
 * Marks what the customer said as read by the user, while the conversation is open and the page in
 * view. A lost request does no harm: the row stays bold until the conversation is opened again.
 */
export function useMarkRead({ id, kind }: Place): void {
  const { messages } = useMessages(kind, id, undefined)
  const isSeen = useIsInView()
  const last = messages.filter(({ role }) => role === 'user').at(-1)?.id
  useEffect(() => {
    if (!last || !isSeen) return
    markRead({ id, kind }, last).catch(() => undefined)
  }, [last, isSeen])
}

async function markRead({ id, kind }: Place, message_id: string): Promise<void> {
  const body = { message_id }
  await (kind === 'session'
    ? dataOf(
        api.PUT('/api/v1/sessions/{session_id}/read', {
          params: { path: { session_id: id } },
          body,
        }),
      )
    : dataOf(
        api.PUT('/api/v1/conversations/{conversation_id}/read', {
          params: { path: { conversation_id: id } },
          body,
        }),
      ))
  // No list is read again for it, and no colleague hears of it.
  changeRows<Case>(['inbox', 'list'], (row) =>
    row.id === id && row.last_question?.id === message_id ? { ...row, is_unread: false } : row,
  )
}

function useIsInView(): boolean {
  const [isInView, setInView] = useState(document.visibilityState === 'visible')
  useEffect(() => {
    const look = () => setInView(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isInView
}
