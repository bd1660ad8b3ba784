import { useQuery } from '@tanstack/preact-query'
import { useRights } from '../../components/session.tsx'
import { showToast } from '../../components/Toasts.tsx'
import { api, dataOf, queries } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

const KEY = ['availability']

/**
 * Says whether the user gets chats by rule, and switches it. Shows nothing while people take all
 * chats by hand.
 */
export function Availability() {
  const { mayAnswer } = useRights()
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: () => dataOf(api.GET('/api/v1/account/availability')),
    staleTime: 60_000,
    enabled: mayAnswer,
  })
  if (!data || data.assignment === 'manual') return null
  return (
    <label
      class="check"
      title={t('Whether new conversations come to you while the dashboard is open.')}
    >
      <input
        type="checkbox"
        checked={data.takes_chats}
        onChange={({ currentTarget }) => void change(currentTarget.checked)}
      />
      {t('Available')}
    </label>
  )
}

async function change(takes_chats: boolean): Promise<void> {
  queries.setQueryData(KEY, (before: object) => ({ ...before, takes_chats }))
  try {
    await dataOf(api.PATCH('/api/v1/account/availability', { body: { takes_chats } }))
    showToast(
      takes_chats
        ? t('You are available: new conversations come to you.')
        : t('You are away: no new conversations come to you. Those that you have stay yours.'),
    )
  } catch (error) {
    showToast((error as Error).message)
  } finally {
    await queries.invalidateQueries({ queryKey: KEY })
    await queries.invalidateQueries({ queryKey: ['people'] })
  }
}
