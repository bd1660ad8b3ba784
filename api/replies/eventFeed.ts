import { EVENTS_ADDRESS, organizationsOf } from '../../shared/lib/queue/eventSignals.ts'
import type { NotificationReceiver } from '../../shared/lib/queue/notifications.ts'
import { type Followers, makeFollowers } from './followers.ts'

/** A follower of an organization's events. */
export interface EventFollower {
  /** Called when there may be new events. */
  onSignal(): void
  /** Called when the process stops. */
  onClose(): void
}

/** Signals to followers that their organization has new events. */
export interface EventFeed extends Pick<Followers<EventFollower>, 'total' | 'close'> {
  /**
   * @returns a function that stops following; undefined if the organization has too many followers
   *   in this process, or the process stops
   */
  follow(organizationId: string, follower: EventFollower): (() => void) | undefined
}

/** Resolves when signals arrive. @param maxFollowers of all organizations together */
export async function makeEventFeed(
  notifications: NotificationReceiver,
  maxFollowers: number,
): Promise<EventFeed> {
  const followers = makeFollowers<EventFollower>(maxFollowers)
  const signal = (some: readonly EventFollower[]) => {
    for (const follower of some) follower.onSignal()
  }
  // Signals may have been lost while disconnected.
  notifications.onReconnect(() => signal(followers.all()))
  await notifications.listen(EVENTS_ADDRESS, (message) => {
    for (const organizationId of organizationsOf(message)) signal(followers.of(organizationId))
  })
  return { follow: followers.add, total: followers.total, close: followers.close }
}
