import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Loading } from '../../components/Loading.tsx'
import { ErrorNotice, Notice } from '../../components/Notice.tsx'
import type { Endpoint } from '../../components/records/endpoints.ts'
import { Time } from '../../components/Time.tsx'
import { formatDuration } from '../../lib/format.ts'
import { rich, t } from '../../lib/texts.tsx'
import { Head } from './deliveries/DeliveryDrawer.tsx'
import {
  readDeliveriesAgain,
  sendTest,
  type Try,
  useDelivery,
  type WholeDelivery,
} from './deliveries.ts'
import { errorText } from './states.tsx'

/** Sends a test event, and shows the endpoint's answer. */
export function TestEndpoint({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const [sent, setSent] = useState<string>()
  const [error, setError] = useState<unknown>()
  const [tests, setTests] = useState(0)
  const { data, error: readError } = useDelivery(sent)
  const last: Try | undefined = data?.tries.at(-1)
  useEffect(() => {
    let isGone = false
    setSent(undefined)
    setError(undefined)
    sendTest(endpoint.id)
      .then(({ id }) => !isGone && setSent(id))
      .catch((cause) => !isGone && setError(cause))
    return () => {
      isGone = true
    }
  }, [tests])
  useEffect(() => {
    if (last) readDeliveriesAgain()
  }, [last?.attempt])
  const problem = error ?? readError ?? undefined
  const isDone = last !== undefined || problem !== undefined
  return (
    <Dialog title={t('Test event')} onClose={onClose}>
      <div class="stack">
        <div role="status" class="stack">
          {!isDone && <Loading what={t('Waiting for the answer, for up to 15 seconds …')} />}
          {last && <Outcome delivery={data!} last={last} />}
        </div>
        {problem !== undefined && <ErrorNotice error={problem} />}
        <div class="actions">
          {isDone && <Button onClick={() => setTests(tests + 1)}>{t('Send another')}</Button>}
          <Button kind={isDone ? 'primary' : 'plain'} onClick={onClose}>
            {isDone ? t('Done') : t('Close')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function Outcome({ delivery, last }: { delivery: WholeDelivery; last: Try }) {
  const { status, error, duration_ms } = last
  const duration = formatDuration(duration_ms)
  const isDelivered = delivery.status === 'delivered'
  return (
    <>
      <Notice kind={isDelivered ? 'good' : 'bad'}>
        <p>
          <strong>
            {status === null
              ? t('The endpoint did not answer.')
              : t('The endpoint answered {status} in {duration}.', { status, duration })}
          </strong>
        </p>
        <p>
          {isDelivered
            ? t('The event is delivered.')
            : status === null
              ? error !== null && errorText(error)
              : t('Only an answer from 200 to 299 counts as delivered.')}
        </p>
        {!isDelivered && delivery.next_attempt_at && (
          <p>
            {rich('Parley tries again {time}.', { time: <Time at={delivery.next_attempt_at} /> })}
          </p>
        )}
      </Notice>
      {last.response_head && <Head text={last.response_head} />}
    </>
  )
}
