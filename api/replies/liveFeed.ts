import type { News, NewsPlace } from '../../shared/chat/news.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import { LIVE_ADDRESS, liveSignalOf, type Presence } from '../../shared/lib/queue/liveSignals.ts'
import type { NotificationReceiver } from '../../shared/lib/queue/notifications.ts'
import { makeFollowers } from './followers.ts'
import { makeSharedReads } from './sharedReads.ts'

/** Threads whose marks one statement reads. */
const MAX_AT_ONCE = 500

/** A follower of one thread. */
export interface LiveFollower {
  /**
   * The mark up to which the follower has read, from `readMarks`; '' while more is to be read.
   */
  mark(): string
  /** Called when there may be news. */
  onSignal(): void
  onPresence(presence: Presence): void
  /** Called when the process stops. */
  onClose(): void
}

/** @returns undefined: the thread was deleted */
type ReadNews = (
  organizationId: string,
  threadId: string,
  place: NewsPlace,
  limit: number,
) => Promise<News | undefined>

/** Signals to followers that their thread has changed, and passes presence on to them. */
export interface LiveFeed {
  /**
   * @returns a function that stops following; undefined if the organization or the thread has too
   *   many followers, or the process stops
   */
  follow(organizationId: string, threadId: string, follower: LiveFollower): (() => void) | undefined
  /** Reads what follows a place, once for all followers of the thread who are there. */
  readNews: ReadNews
  /** How many followers there are in this process. */
  total(): number
  /** Closes all followers, and accepts no more. */
  close(): void
}

interface LiveFeedDeps {
  notifications: NotificationReceiver
  /** Reads the marks of threads; deleted threads have none. */
  readMarks: (ids: string[]) => Promise<ReadonlyMap<string, string>>
  readNews: ReadNews
  /** Called for each presence in any thread. */
  onPresence: (presence: Presence) => void
  /** Milliseconds between the batched reads for all followers. */
  rereadMs: number
  /** The most followers in this process: of all threads, of an organization, and of a thread. */
  most: { all: number; ofOrganization: number; ofThread: number }
  log: Log
}

/** Resolves when signals arrive. */
export async function makeLiveFeed({
  notifications,
  readMarks,
  readNews,
  onPresence,
  rereadMs,
  most,
  log,
}: LiveFeedDeps): Promise<LiveFeed> {
  const byOrganization = makeFollowers<LiveFollower>(most.all, most.ofOrganization)
  const byThread = makeFollowers<LiveFollower>(most.all, most.ofThread)
  const news = makeSharedReads<News | undefined>()
  const timer = setInterval(readAll, rereadMs)
  let isReading = false

  async function readAll(): Promise<void> {
    if (isReading) return
    isReading = true
    try {
      const ids = byThread.keys()
      for (let from = 0; from < ids.length; from += MAX_AT_ONCE)
        await readSome(ids.slice(from, from + MAX_AT_ONCE))
    } catch (error) {
      log.warn(
        { err: error },
        'could not look at the threads that are followed; looking again soon',
      )
    } finally {
      isReading = false
    }
  }

  async function readSome(ids: string[]): Promise<void> {
    const marks = await readMarks(ids)
    for (const id of ids) {
      const behind = byThread.of(id).filter((follower) => follower.mark() !== marks.get(id))
      if (behind.length) signal(id, behind)
    }
  }

  function signal(id: string, followers: readonly LiveFollower[]): void {
    news.changed(id)
    for (const follower of followers) follower.onSignal()
  }

  // Signals may have been lost while disconnected.
  notifications.onReconnect(readAll)
  await notifications.listen(LIVE_ADDRESS, (message) => {
    const { threads, presences } = liveSignalOf(message)
    for (const id of threads) signal(id, byThread.of(id))
    for (const presence of presences) {
      for (const follower of byThread.of(presence.thread_id)) follower.onPresence(presence)
      onPresence(presence)
    }
  })

  return {
    follow(organizationId, threadId, follower) {
      const leaveOrganization = byOrganization.add(organizationId, follower)
      const leaveThread = leaveOrganization && byThread.add(threadId, follower)
      if (!leaveThread) leaveOrganization?.()
      return (
        leaveThread &&
        (() => {
          leaveOrganization()
          leaveThread()
        })
      )
    },
    readNews: (organizationId, threadId, place, limit) =>
      news.read(threadId, JSON.stringify([organizationId, place, limit]), () =>
        readNews(organizationId, threadId, place, limit),
      ),
    total: byThread.total,
    close() {
      clearInterval(timer)
      byThread.close()
      byOrganization.close()
    },
  }
}
