import { ChevronRight, RotateCcw } from 'lucide-preact'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { Json } from '../../../components/Json.tsx'
import { Loading } from '../../../components/Loading.tsx'
import { CopiedId, Drawer } from '../../../components/lists/Drawer.tsx'
import { ErrorNotice } from '../../../components/Notice.tsx'
import { Time } from '../../../components/Time.tsx'
import { showToast } from '../../../components/Toasts.tsx'
import { useAction } from '../../../components/useAction.ts'
import { formatDuration, formatExact } from '../../../lib/format.ts'
import { t } from '../../../lib/texts.tsx'
import { retryDelivery, type Try, useDelivery, type WholeDelivery } from '../deliveries.ts'
import { descriptionOf } from '../eventTypes.ts'
import { Answer, DeliveryStatus } from '../states.tsx'

/** Everything about a delivery: its tries with the answers, and the request. */
export function DeliveryDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useDelivery(id)
  return (
    <Drawer title={data?.event_type ?? t('Delivery')} onClose={onClose} wide>
      {data ? (
        <Known delivery={data} />
      ) : error ? (
        <ErrorNotice error={error} onRetry={refetch} />
      ) : (
        <Loading />
      )}
    </Drawer>
  )
}

function Known({ delivery }: { delivery: WholeDelivery }) {
  const { id, event_id, event_type, is_replay, created_at, next_attempt_at, completed_at } =
    delivery
  const { tries } = delivery
  return (
    <div class="stack delivery">
      <p class="muted">{descriptionOf(event_type)}</p>
      <div class="row spread">
        <span class="row">
          <DeliveryStatus delivery={delivery} />
          {is_replay && <Badge>{t('Replay')}</Badge>}
        </span>
        <Retry delivery={delivery} />
      </div>
      <dl class="facts">
        <dt>{t('Created')}</dt>
        <dd>{formatExact(created_at)}</dd>
        {next_attempt_at && (
          <>
            <dt>{t('Next try')}</dt>
            <dd>
              <Time at={next_attempt_at} />
            </dd>
          </>
        )}
        {completed_at && (
          <>
            <dt>{t('Completed')}</dt>
            <dd>{formatExact(completed_at)}</dd>
          </>
        )}
        <dt>{t('Event ID')}</dt>
        <dd>
          <CopiedId id={event_id} label={t('Copy event ID')} />
        </dd>
        <dt>{t('Delivery ID')}</dt>
        <dd>
          <CopiedId id={id} />
        </dd>
      </dl>
      <section class="stack" aria-labelledby="tries">
        <h3 id="tries">{t('Tries')}</h3>
        {tries.length === 0 ? (
          <p class="muted">{t('Not tried yet.')}</p>
        ) : (
          <ol class="tries">
            {[...tries].reverse().map((attempt, at) => (
              <OneTry key={attempt.attempt} attempt={attempt} isOpen={at === 0} />
            ))}
          </ol>
        )}
      </section>
      <Request delivery={delivery} />
    </div>
  )
}

function Retry({ delivery: { id, status } }: { delivery: WholeDelivery }) {
  const { busy, error, run } = useAction(async () => {
    await retryDelivery(id)
    showToast(t('Tried again.'))
  })
  return (
    <>
      <Button icon={RotateCcw} busy={busy} onClick={run}>
        {status === 'pending' ? t('Try now') : t('Retry')}
      </Button>
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  )
}

function OneTry({ attempt, isOpen }: { attempt: Try; isOpen: boolean }) {
  const { attempt: number, duration_ms, response_head, created_at } = attempt
  const line = (
    <>
      <span class="try-number number">#{number}</span>
      <Answer {...attempt} />
      <span class="small muted try-when">
        <Time at={created_at} />
      </span>
      <span class="small muted number">{formatDuration(duration_ms)}</span>
    </>
  )
  return (
    <li>
      {response_head ? (
        <details open={isOpen}>
          <summary class="try-line">
            <ChevronRight size={16} aria-hidden="true" />
            {line}
          </summary>
          <Head text={response_head} />
        </details>
      ) : (
        <div class="try-line">{line}</div>
      )}
    </li>
  )
}

/** The beginning of an answer's body, as the server sent it. */
export const Head = ({ text }: { text: string }) => (
  <div class="answer-head">
    <p class="small muted">{t('Beginning of the answer')}</p>
    {/*
      biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by
      keyboard
    */}
    <pre class="code" tabIndex={0}>
      <code>{text}</code>
    </pre>
  </div>
)

/**
 * Returns the headers of every request, and those of this request. The signature needs the
 * endpoint's secret.
 */
const headersOf = ({
  event_id,
  tries,
  is_replay,
}: WholeDelivery): readonly (readonly [string, string])[] => {
  const last = tries.at(-1)
  return [
    ['content-type', 'application/json'],
    ['webhook-id', event_id],
    ['webhook-timestamp', last ? String(Math.floor(Date.parse(last.created_at) / 1_000)) : '…'],
    ['webhook-signature', 'v1,…'],
    ...(is_replay ? ([['webhook-replayed', 'true']] as const) : []),
  ]
}

/** The request as it was sent, or as it would be sent now. */
function Request({ delivery }: { delivery: WholeDelivery }) {
  const { event } = delivery
  return (
    <section class="stack" aria-labelledby="request">
      <h3 id="request">{t('Request')}</h3>
      <dl class="request-headers">
        {headersOf(delivery).map(([name, value]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <code>{value}</code>
            </dd>
          </div>
        ))}
      </dl>
      {event ? (
        <>
          <Json value={event} label={t('Copy body')} />
          <p class="small muted">
            {t(
              'The body as a try would send it now: records that were changed or erased since are told as they are.',
            )}
          </p>
        </>
      ) : (
        <p class="muted">{t('The event is no longer kept, so there is no body to show.')}</p>
      )}
    </section>
  )
}
