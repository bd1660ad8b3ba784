import { type News, type NewsPlace, readNews } from '../../../shared/chat/news.ts'
import type { Ctx } from '../../context.ts'
import { limitReads } from '../../http/streamReader.ts'
import { type FollowedThread, shownNews } from './threadStream.ts'

/** Messages in one answer without a stream. */
const PAGE = 50

/**
 * Reads what is new in a thread after a place. If the caller sees nothing new, waits for news, or
 * until the thread changes hands.
 * @param seconds to wait at most; 0: does not wait. Neither does it while too many clients follow
 *   the thread
 * @returns undefined if the thread was deleted
 */
export async function waitForNews(
  ctx: Ctx,
  thread: FollowedThread,
  from: NewsPlace,
  seconds: number,
): Promise<News | undefined> {
  const { organization_id, id } = thread
  let place = from
  let before: News | undefined
  let isOver = seconds === 0
  let isDue = false
  let wake: () => void = () => undefined
  const look = () => {
    isDue = true
    wake()
  }
  const end = () => {
    isOver = true
    wake()
  }
  const follower = {
    mark: () => before?.mark ?? '',
    onSignal: look,
    onPresence: () => undefined,
    onClose: end,
  }
  const leave = isOver ? undefined : ctx.liveFeed.follow(organization_id, id, follower)
  isOver ||= !leave
  const timer = setTimeout(end, seconds * 1_000)
  ctx.res.once('close', end)
  try {
    for (;;) {
      isDue = false
      const read = () => readNews(ctx.db, organization_id, id, place, PAGE)
      const news = await limitReads(organization_id, read)
      const isNew =
        news && (shownNews(ctx, news, thread).length || (before && news.hands !== before.hands))
      if (!news || isNew || isOver) return news
      before = news
      place = news.next
      if (!news.has_more && !isDue) await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    clearTimeout(timer)
    ctx.res.off('close', end)
    leave?.()
  }
}
