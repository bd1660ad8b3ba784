import type { Presence } from '../../shared/lib/queue/liveSignals.ts'
import type { NotificationReceiver } from '../../shared/lib/queue/notifications.ts'
import { threadsOf } from '../../shared/lib/queue/threadSignals.ts'
import { type Followers, makeFollowers } from './followers.ts'

/** A follower of an organization's threads. */
export interface ThreadFollower {
  /** @param ids the changed threads; empty: any thread may have changed */
  onChange(ids: readonly string[]): void
  /** @param presence what a person does in a thread */
  onPresence(presence: Presence): void
  /** Called when the process stops. */
  onClose(): void
}

/** Signals to followers which threads of their organization have changed. */
export interface ThreadFeed
  extends Pick<Followers<ThreadFollower>, 'size' | 'total' | 'limit' | 'close'> {
  /**
   * Resolves when changes arrive.
   * @returns a function that stops following; undefined if the organization has too many followers
   *   in this process, or the process stops
   */
  follow(organizationId: string, follower: ThreadFollower): Promise<(() => void) | undefined>
  /** Passes a presence on to the followers of its organization. */
  presenceChanged(presence: Presence): void
}

/** Makes the feed of a process. @param maxFollowers of all organizations together */
export function makeThreadFeed(
  notifications: NotificationReceiver,
  maxFollowers: number,
): ThreadFeed {
  const followers = makeFollowers<ThreadFollower>(maxFollowers)
  /** By organization with followers; resolves when its changes arrive. */
  const listening = new Map<string, Promise<void>>()
  // Changes may have been lost while disconnected.
  notifications.onReconnect(() => {
    for (const follower of followers.all()) follower.onChange([])
  })

  const listen = (organizationId: string) =>
    notifications.listen(organizationId, (signal) => {
      const ids = threadsOf(signal)
      for (const follower of followers.of(organizationId)) follower.onChange(ids)
    })

  return {
    ...followers,
    presenceChanged(presence) {
      for (const follower of followers.of(presence.organization_id)) follower.onPresence(presence)
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
