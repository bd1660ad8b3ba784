import { useQuery } from '@tanstack/preact-query'
import { CheckField } from '../../components/forms/Form.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { showToast } from '../../components/Toasts.tsx'
import { api, dataOf, queries } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

const KEY = ['notifications']

/** The events of which the user gets a mail. */
export function Notifications() {
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: () => dataOf(api.GET('/api/v1/account/notifications')),
  })
  const change = async (mail_handoffs: boolean) => {
    queries.setQueryData(KEY, { mail_handoffs })
    try {
      await dataOf(api.PATCH('/api/v1/account/notifications', { body: { mail_handoffs } }))
      showToast(t('Saved.'))
    } finally {
      queries.invalidateQueries({ queryKey: KEY })
    }
  }
  if (error) return <ErrorNotice error={error} onRetry={refetch} />
  return (
    <div class="form">
      <CheckField
        label={t('Conversations that wait for a person')}
        name="mail_handoffs"
        hint={t('When a conversation is handed off to people and nobody takes it for a minute.')}
        checked={data?.mail_handoffs ?? false}
        onChange={change}
      />
    </div>
  )
}
