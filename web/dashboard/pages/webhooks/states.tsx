import { Badge } from '../../components/Badge.tsx'
import type { Endpoint } from '../../components/records/endpoints.ts'
import { Time } from '../../components/Time.tsx'
import { rich, t } from '../../lib/texts.tsx'
import type { Delivery, Try } from './deliveries.ts'

export type EndpointStatus = 'active' | 'failing' | 'paused' | 'disabled'

export function statusOf({ disabled_at, is_active, failures }: Endpoint): EndpointStatus {
  if (disabled_at !== null) return 'disabled'
  if (!is_active) return 'paused'
  return failures > 0 ? 'failing' : 'active'
}

const STATUSES = {
  active: ['good', t('Active')],
  failing: ['warn', t('Failing')],
  paused: ['plain', t('Paused')],
  disabled: ['bad', t('Disabled')],
} as const

export function EndpointStatusBadge({ endpoint }: { endpoint: Endpoint }) {
  const [kind, name] = STATUSES[statusOf(endpoint)]
  return <Badge kind={kind}>{name}</Badge>
}

/** Returns the reason why Parley has disabled an endpoint. */
export const reasonOf = ({ disabled_reason }: Endpoint): string =>
  disabled_reason === 'gone' ? t('It answered 410 Gone.') : t('It had failed for five days.')

/** The state of an endpoint, with the reason and the time. */
export function EndpointState({ endpoint }: { endpoint: Endpoint }) {
  const status = statusOf(endpoint)
  const { disabled_at, disabled_reason, first_failure_at } = endpoint
  return (
    <>
      <EndpointStatusBadge endpoint={endpoint} />
      {status === 'disabled' && (
        <div class="small muted endpoint-state">
          {disabled_reason === 'gone'
            ? rich('{time}, after an answer 410 Gone', { time: <Time at={disabled_at!} /> })
            : rich('{time}, after five days of failures', { time: <Time at={disabled_at!} /> })}
        </div>
      )}
      {status === 'failing' && first_failure_at && (
        <div class="small muted endpoint-state">
          {rich('{count, plural, one {# failed try} other {# failed tries}}, the first {time}', {
            count: endpoint.failures,
            time: <Time at={first_failure_at} />,
          })}
        </div>
      )}
    </>
  )
}

const DELIVERY_STATUSES = {
  delivered: ['good', t('Delivered')],
  failed: ['bad', t('Failed')],
  skipped: ['plain', t('Skipped')],
} as const

/** The state of a delivery. Says if it waits after a failed try. */
export function DeliveryStatus({ delivery: { status, attempts } }: { delivery: Delivery }) {
  if (status === 'pending')
    return attempts > 0 ? (
      <Badge kind="warn">{t('Trying again')}</Badge>
    ) : (
      <Badge>{t('Waiting')}</Badge>
    )
  const [kind, name] = DELIVERY_STATUSES[status]
  return <Badge kind={kind}>{name}</Badge>
}

/** An endpoint's answer: its status, or the error. */
export function Answer({ status, error }: Pick<Try, 'status' | 'error'>) {
  if (status !== null)
    return (
      <Badge kind={status >= 200 && status < 300 ? 'good' : status < 400 ? 'warn' : 'bad'}>
        {status}
      </Badge>
    )
  if (error === null) return <span class="muted">–</span>
  return <span class="delivery-error">{errorText(error)}</span>
}

/** Reasons for a missing answer, by error code. */
const ERRORS: Readonly<Record<string, string>> = {
  address_not_allowed: t(
    'The address is not on the public internet, or has another port than 80 and 443.',
  ),
  own_address: t('The address leads to Parley itself.'),
  unknown_host: t('There is no host of this name.'),
  not_reachable: t('The server cannot be reached.'),
  tls_failed: t('The certificate of the server is not valid, or no encryption could be agreed on.'),
  timeout: t('The server did not answer in time.'),
  broken_off: t('The server broke off, or its answer cannot be read.'),
}

export const errorText = (error: string): string => ERRORS[error] ?? error
