import type { Presence } from '../../shared/queue/liveSignals.ts'
import type { NotificationReceiver } from '../../shared/queue/notifications.ts'
import { threadsOf } from '../../shared/queue/threadSignals.ts'
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
export interface ThreadFeed extends Pick<Followers<ThreadFollower>, 'size' | 'total' | 'limit' | 'close'> {
  /**
   * Resolves when changes arrive.
   * @returns a function that stops following; undefined: the organization has too many followers here, or the process stops
   */
  follow(organizationId: string, follower: ThreadFollower): Promise<(() => void) | undefined>
  /** Tells the followers of its organization. */
  tellPresence(presence: Presence): void
}

/** @param maxFollowers of all organizations together */
export function makeThreadFeed(notifications: NotificationReceiver, maxFollowers: number): ThreadFeed {
  const followers = makeFollowers<ThreadFollower>(maxFollowers)
  // Changes may have been missed meanwhile.
  notifications.onReconnect(() => {
    for (const one of followers.all()) one.onChange([])
  })

  return {
    ...followers,
    tellPresence(presence) {
      for (const one of followers.of(presence.organization_id)) one.onPresence(presence)
    },
    async follow(organizationId, follower) {
      const isFirst = followers.size(organizationId) === 0
      const remove = followers.add(organizationId, follower)
      if (!remove) return undefined
      if (isFirst)
        await notifications.listen(organizationId, (signal) => {
          const ids = threadsOf(signal)
          for (const one of followers.of(organizationId)) one.onChange(ids)
        })
      return () => {
        if (followers.size(organizationId) === 0) return
        remove()
        if (followers.size(organizationId) === 0) notifications.unlisten(organizationId)
      }
    },
  }
}
