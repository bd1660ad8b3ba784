import { useQuery } from '@tanstack/preact-query'
import { CheckField } from '../../components/forms/Form.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { showToast } from '../../components/Toasts.tsx'
import { api, dataOf, queries } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

const KEY = ['notifications']

const MAILS = [
  {
    name: 'mail_handoffs',
    label: t('Conversations that wait for a person'),
    hint: t('When a conversation is handed off to people and nobody takes it for a minute.'),
  },
  {
    name: 'mail_alerts',
    label: t('Alerts'),
    hint: t(
      'When a limit or budget is used to 80%, many replies fail, or a connection is down: once each time.',
    ),
  },
  {
    name: 'mail_weekly',
    label: t('Figures of the week'),
    hint: t('On Mondays: what people asked, how it was answered, and what needs a look.'),
  },
] as const

/** The events of which the user gets a mail. */
export function Notifications() {
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: () => dataOf(api.GET('/api/v1/account/notifications')),
  })
  const change = (name: (typeof MAILS)[number]['name']) => async (is: boolean) => {
    queries.setQueryData(KEY, { ...data, [name]: is })
    try {
      await dataOf(api.PATCH('/api/v1/account/notifications', { body: { [name]: is } }))
      showToast(t('Saved.'))
    } finally {
      queries.invalidateQueries({ queryKey: KEY })
    }
  }
  if (error) return <ErrorNotice error={error} onRetry={refetch} />
  return (
    <div class="form">
      {MAILS.map(({ name, label, hint }) => (
        <CheckField
          key={name}
          label={label}
          name={name}
          hint={hint}
          checked={data?.[name] ?? false}
          onChange={change(name)}
        />
      ))}
    </div>
  )
}
