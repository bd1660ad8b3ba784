import about from '../../package.json' with { type: 'json' }
import {
  type DeliveryInputs,
  type DeliveryOutcome,
  type DeliveryTry,
  makeLoadDelivery,
  makeStoreDelivered,
  skipWaiting,
  storeTry,
} from '../../shared/events/deliveryJobs.ts'
import type { EventRow } from '../../shared/events/eventTypes.ts'
import { type PresentedEvent, presentEvents } from '../../shared/events/presentEvents.ts'
import type { AttemptRecord } from '../../shared/jobs/attempts.ts'
import { releaseLease } from '../../shared/jobs/leases.ts'
import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import type { Config } from '../../shared/lib/config/config.ts'
import { batched } from '../../shared/lib/db/batch.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { AppError } from '../../shared/lib/errors.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import { count } from '../../shared/lib/observability/metrics.ts'
import { makeSealer } from '../../shared/lib/sealing.ts'
import { signatures } from '../../shared/lib/signatures.ts'
import { commit } from '../jobs/commit.ts'
import type { Again, Retry } from '../jobs/retry.ts'
import type { Fail, Perform, Release } from '../jobs/runJob.ts'
import { makeSend, type Send } from './send.ts'

export interface DeliveryDeps {
  db: Db
  config: Config
  log: Log
  /** Notifies people of an endpoint that Parley has disabled. Never throws. */
  notifyOfDisabled?: (endpoint: { organization_id: string; endpoint_id: string }) => Promise<void>
  /** The time of a try. Tests let it run ahead. */
  clock?: () => Date
  /** From 0 up to 1: spreads the tries. */
  random?: () => number
}

/** How a worker runs, repeats, releases and fails the jobs of the deliver lane. */
export interface DeliveryWork {
  perform: Perform
  fail: Fail
  retry: Retry
  release: Release
}

/** A failed try that is not stored yet, with the signal of its job. */
interface Failed {
  tried: DeliveryTry
  signal: AbortSignal
}

const LANE = 'deliver'
/** Most events that one call presents. */
const MAX_PRESENTED = 50
/** Tries come up to a tenth sooner or later than their schedule says. */
const JITTER = 0.1

/** Makes the deliver lane's job: load → present → sign → post → store. */
export function makeDeliveryWork(deps: DeliveryDeps): DeliveryWork {
  const { db, config, log, clock = () => new Date(), random = Math.random } = deps
  const { times } = config
  const send = makeSend(config, clock)
  const waits = config.DELIVERY_RETRY_SECONDS.split(',').map(Number)
  const load = makeLoadDelivery(db)
  const storeDelivered = makeStoreDelivered(db)
  const makeRequest = makeRequests(db, config, clock)
  const failed = new WeakMap<LeasedJob, Failed>()

  /**
   * Stores a try, repeatedly until PostgreSQL answers: a receiver that has the event should not get
   * it again.
   */
  async function store(
    claim: LeasedJob,
    { tried, signal }: Failed,
    outcome: DeliveryOutcome,
    jobs: readonly AttemptRecord[],
  ): Promise<boolean> {
    const write = () => storeTry(db, claim, tried, outcome, jobs)
    const { isHeld, disabled } = await commit(write, times.commitRetryMs, signal)
    if (disabled) await noteDisabled(claim, tried.endpoint_id, disabled)
    return isHeld
  }

  async function noteDisabled({ organization_id }: LeasedJob, endpoint_id: string, reason: string) {
    count('parley_endpoints_disabled_total', { reason })
    log.warn({ organization_id, endpoint_id, reason }, 'a webhook endpoint was disabled')
    await skipWaiting(db, { organization_id, endpoint_id }).catch((error) =>
      log.warn(
        { endpoint_id, err: error },
        'waiting deliveries are skipped only when they are due',
      ),
    )
    // Not awaited: the job need not wait for a mail server.
    void deps.notifyOfDisabled?.({ organization_id, endpoint_id })
  }

  const skip = async (claim: LeasedJob, job: AttemptRecord) =>
    (await storeTry(db, claim, undefined, { status: 'skipped' }, [job])).isHeld

  return {
    async perform(claim, signal, completed) {
      const inputs = await load({ claim, at: clock() })
      if (!inputs) return false
      if (!inputs.is_active || !inputs.event) return skip(claim, completed())
      const request = await makeRequest(claim, inputs, inputs.event)
      const { answer, tried } = await tryOnce(send, request, inputs, signal, clock)
      if (isSuccess(tried)) {
        const delivered = { claim, tried, job: completed() }
        return commit(() => storeDelivered(delivered), times.commitRetryMs, signal)
      }
      failed.set(claim, { tried, signal })
      throw new AppError('delivery_failed', 'The webhook was not delivered.', {
        ...(answer.retryAfter !== undefined && { retryAfter: answer.retryAfter }),
      })
    },
    retry(claim, error) {
      const wait = waits[claim.failures]
      if (wait === undefined || failed.get(claim)?.tried.status === 410) return undefined
      const spread = wait * (1 - JITTER + 2 * JITTER * random())
      const asked = Math.min(error.retryAfter ?? 0, Math.max(...waits))
      return { seconds: Math.max(spread, asked), charge: 1 }
    },
    async release(claim, again, job) {
      const last = failed.get(claim)
      if (last && again.charge) return store(claim, last, { status: 'pending', ...again }, [job])
      if (again.charge) return releaseUntried(claim, again, job)
      const how = { delaySeconds: again.seconds, charge: 0 }
      return releaseLease(db, LANE, claim, how, job, times)
    },
    async fail(claim, error, jobs) {
      const last = failed.get(claim)
      if (last) return store(claim, last, { status: 'failed' }, jobs)
      return (await storeTry(db, claim, undefined, { status: 'failed' }, jobs, error.code)).isHeld
    },
  }

  /** Releases a job without a try, after a failure on our side, such as a crash of a worker. */
  async function releaseUntried(
    claim: LeasedJob,
    again: Again,
    job: AttemptRecord,
  ): Promise<boolean> {
    return (
      await storeTry(db, claim, undefined, { status: 'pending', ...again }, [job], job.error_code)
    ).isHeld
  }
}

/** A webhook that is ready to be sent. */
interface WebhookRequest {
  url: string
  headers: Record<string, string>
  body: string
}

/** @returns a function that makes a delivery's request @throws AppError secret_key_missing */
function makeRequests(db: Db, { SECRET_KEYS }: Config, clock: () => Date) {
  const sealer = makeSealer(SECRET_KEYS)
  const present = batched<EventRow, PresentedEvent>(
    (events) => presentEvents(db, events),
    MAX_PRESENTED,
  )
  return async (
    { organization_id }: LeasedJob,
    { endpoint_id, url, sealed_secret, sealed_previous_secret, is_replay }: DeliveryInputs,
    event: EventRow,
  ): Promise<WebhookRequest> => {
    const place = { organization_id, table: 'webhook_endpoints', row: endpoint_id }
    const sealed = [sealed_secret, sealed_previous_secret].filter((one) => one !== null)
    const secrets = sealed.map((one) => sealer.open(one, place))
    const body = JSON.stringify(await present(event))
    const timestamp = Math.floor(clock().getTime() / 1000)
    const headers = {
      'content-type': 'application/json',
      'user-agent': `Parley/${about.version}`,
      'parley-hop': '1',
      'webhook-id': event.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatures(secrets, { id: event.id, timestamp, body }),
      ...(is_replay && { 'webhook-replayed': 'true' }),
    }
    return { url, headers, body }
  }
}

const isSuccess = ({ status }: DeliveryTry) => status !== null && status >= 200 && status < 300

async function tryOnce(
  send: Send,
  { url, headers, body }: WebhookRequest,
  { endpoint_id }: DeliveryInputs,
  signal: AbortSignal,
  clock: () => Date,
) {
  const begun = performance.now()
  const answer = await send(url, headers, body, signal)
  const { status, error, head } = answer
  const tried: DeliveryTry = {
    endpoint_id,
    status,
    error,
    response_head: head,
    at: clock(),
    duration_ms: Math.round(performance.now() - begun),
  }
  return { answer, tried }
}
