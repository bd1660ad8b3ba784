import type { NotificationReceiver } from '../../shared/queue/notifications.ts'
import { threadsOf } from '../../shared/queue/threadSignals.ts'

/** Most streams of one organization that a process holds. */
const MAX_FOLLOWERS = 100

/** Someone who follows the threads of an organization. */
export interface ThreadFollower {
  /** @param ids the threads that have changed; empty: any of them may have */
  onChange(ids: readonly string[]): void
  /** Called when the process stops. */
  onClose(): void
}

/** Tells followers which threads of their organization have changed. */
export interface ThreadFeed {
  /**
   * Resolves when changes arrive.
   * @returns a function that stops following; undefined: the organization has too many followers here, or the process stops
   */
  follow(organizationId: string, follower: ThreadFollower): Promise<(() => void) | undefined>
  /** How many followers the organization has in this process. */
  size(organizationId: string): number
  /** How many it may have. */
  readonly limit: number
  close(): void
}

/** @param maxFollowers of all organizations together */
export function makeThreadFeed(notifications: NotificationReceiver, maxFollowers: number): ThreadFeed {
  const followed = new Map<string, Set<ThreadFollower>>()
  let size = 0
  let closed = false
  // Changes may have been missed meanwhile.
  notifications.onReconnect(() => {
    for (const followers of followed.values()) for (const one of followers) one.onChange([])
  })

  return {
    async follow(organizationId, follower) {
      const followers = followed.get(organizationId) ?? new Set()
      if (closed || size >= maxFollowers || followers.size >= MAX_FOLLOWERS) return undefined
      followers.add(follower)
      size++
      if (!followed.has(organizationId)) {
        followed.set(organizationId, followers)
        await notifications.listen(organizationId, (signal) => {
          const ids = threadsOf(signal)
          for (const one of followers) one.onChange(ids)
        })
      }
      return () => {
        if (!followers.delete(follower)) return
        size--
        if (followers.size > 0 || followed.get(organizationId) !== followers) return
        followed.delete(organizationId)
        notifications.unlisten(organizationId)
      }
    },
    size: (organizationId) => followed.get(organizationId)?.size ?? 0,
    limit: MAX_FOLLOWERS,
    close() {
      closed = true
      for (const followers of followed.values()) for (const one of [...followers]) one.onClose()
    },
  }
}
