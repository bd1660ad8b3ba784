import { MAX_RELAYED, makeRelay, type RelaySettings } from '../../shared/events/relay.ts'
import type { Times } from '../../shared/lib/config/times.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { DELIVER } from '../../shared/lib/jobs.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import { count } from '../../shared/lib/observability/metrics.ts'
import type { NotificationSender } from '../../shared/lib/queue/notifications.ts'
import type { WakeUps } from '../../shared/lib/queue/queue.ts'

interface RelayDeps {
  db: Db
  log: Log
  wakeUps: Pick<WakeUps, 'send'>
  notifications: Pick<NotificationSender, 'events'>
  config: RelaySettings & { times: Pick<Times, 'relayMs'> }
}

/**
 * Puts committed events into their order, every `relayMs` milliseconds and at once while more are
 * waiting. Wakes workers for their deliveries, and signals the clients that follow events. Only one
 * process relays at a time; the others find nothing.
 * @returns a function that stops it and waits for the running batch
 */
export function startRelay({
  db,
  log,
  wakeUps,
  notifications,
  config,
}: RelayDeps): () => Promise<void> {
  const relayBatch = makeRelay(db, config)
  let stopped = false
  let timer: NodeJS.Timeout
  let relaying = Promise.resolve()

  async function relay(): Promise<void> {
    try {
      for (let moved = MAX_RELAYED; moved >= MAX_RELAYED && !stopped; ) {
        const batch = await relayBatch()
        moved = batch.moved
        if (moved === 0) return
        count('parley_events_relayed_total', {}, moved)
        notifications.events.changed(batch.organizations)
        for (const job of batch.deliveries) wakeUps.send(DELIVER.name, job)
      }
    } catch (error) {
      log.warn({ err: error }, 'could not relay events; they wait')
    }
  }

  function relayLater(): void {
    timer = setTimeout(() => {
      relaying = relay().then(() => {
        if (!stopped) relayLater()
      })
    }, config.times.relayMs)
  }

  relayLater()
  return () => {
    stopped = true
    clearTimeout(timer)
    return relaying
  }
}
