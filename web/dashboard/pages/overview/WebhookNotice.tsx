import { Link } from 'wouter-preact'
import { Notice } from '../../components/Notice.tsx'
import { useEndpoints } from '../../components/records/endpoints.ts'
import { useRights } from '../../components/session.tsx'
import { rich } from '../../lib/texts.tsx'

/** Warns owners that Parley has disabled a webhook endpoint. */
export function WebhookNotice() {
  const { isOwner } = useRights()
  return isOwner ? <Disabled /> : null
}

function Disabled() {
  const { rows } = useEndpoints()
  const disabled = rows.filter(({ disabled_at }) => disabled_at !== null)
  const [first] = disabled
  if (!first) return null
  const to = disabled.length === 1 ? `/webhooks/${first.id}` : '/webhooks'
  return (
    <Notice kind="bad">
      <p>
        {rich(
          '{count, plural, one {A webhook endpoint is disabled, because it failed: your server hears of nothing.} other {# webhook endpoints are disabled, because they failed: your servers hear of nothing.}} <a>See webhooks</a>',
          { count: disabled.length, a: (words) => <Link href={to}>{words}</Link> },
        )}
      </p>
    </Notice>
  )
}
