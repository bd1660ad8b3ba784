import type { Presence } from '../../shared/lib/queue/liveSignals.ts'
import type { NotificationReceiver } from '../../shared/lib/queue/notifications.ts'
import { threadsOf } from '../../shared/lib/queue/threadSignals.ts'
import { type Followers, makeFollowers } from './followers.ts'

/** Someone who follows the threads of an organization. */
export interface ThreadFollower {
  /** @param ids the threads that have changed; empty: any of them may have */
  onChange(ids: readonly string[]): void
  /** @param presence what somebody does in a thread */
  onPresence(presence: Presence): void
  /** Called when the process stops. */
  onClose(): void
}

/** Tells followers which threads of their organization have changed. */
export interface ThreadFeed
  extends Pick<Followers<ThreadFollower>, 'size' | 'total' | 'limit' | 'close'> {
  /**
   * Resolves when changes arrive.
   * @returns a function that stops following; undefined: the organization has too many followers
   *   here, or the process stops
   */
  follow(organizationId: string, follower: ThreadFollower): Promise<(() => void) | undefined>
  /** Tells the followers of its organization. */
  tellPresence(presence: Presence): void
}

/** @param maxFollowers of all organizations together */
export function makeThreadFeed(
  notifications: NotificationReceiver,
  maxFollowers: number,
): ThreadFeed {
  const followers = makeFollowers<ThreadFollower>(maxFollowers)
  /** Of each organization that is followed; resolves when its changes arrive. */
  const listening = new Map<string, Promise<void>>()
  // Changes may have been missed meanwhile.
  notifications.onReconnect(() => {
    for (const one of followers.all()) one.onChange([])
  })

  const listen = (organizationId: string) =>
    notifications.listen(organizationId, (signal) => {
      const ids = threadsOf(signal)
      for (const one of followers.of(organizationId)) one.onChange(ids)
    })

  return {
    ...followers,
    tellPresence(presence) {
      for (const one of followers.of(presence.organization_id)) one.onPresence(presence)
    },
    async follow(organizationId, follower) {
      const remove = followers.add(organizationId, follower)
      if (!remove) return undefined
      const arrives = listening.get(organizationId) ?? listen(organizationId)
      listening.set(organizationId, arrives)
      await arrives
      return () => {
        remove()
        if (followers.size(organizationId) > 0) return
        if (listening.delete(organizationId)) notifications.unlisten(organizationId)
      }
    },
  }
}
