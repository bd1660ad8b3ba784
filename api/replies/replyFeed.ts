import type { FollowedDraft } from '../../shared/chat/drafts.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import { FINISHED, type NotificationReceiver } from '../../shared/lib/queue/notifications.ts'

/** A piece of a reply's text, as its worker sends it. */
interface ReplyPiece {
  attempt: number
  /** Its offset in the text, in UTF-16 code units. */
  offset: number
  text: string
  /** See `FollowedDraft`. */
  isWithdrawn?: boolean | undefined
}

/**
 * Follows replies while they are written, from the pieces that workers send and the drafts that
 * they save.
 */
export interface ReplyFeed {
  /**
   * Follows one reply.
   * @param onDraft called with the whole text so far, at each addition, when a new attempt starts,
   *   and when the text is withdrawn
   * @param isBegun whether there may be text already
   * @returns a function that stops following
   */
  follow(id: string, onDraft: (draft: FollowedDraft) => void, isBegun: boolean): Promise<() => void>
  close(): void
}

interface ReplyFeedDeps {
  notifications: NotificationReceiver
  /** Reads the saved drafts of the replies that are unfinished. */
  read: (ids: string[]) => Promise<FollowedDraft[]>
  /** Called when a notification says that a followed reply is finished. */
  onFinished: (id: string) => void
  /** Milliseconds between the batched reads for all followed replies. */
  rereadMs: number
  log: Log
}

export function makeReplyFeed({
  notifications,
  read,
  onFinished,
  rereadMs,
  log,
}: ReplyFeedDeps): ReplyFeed {
  const followed = new Map<string, ReturnType<typeof makeDraft>>()
  const timer = setInterval(readAll, rereadMs)
  let reading = false

  async function readSome(ids: string[]): Promise<void> {
    try {
      for (const { id, attempt, text, isWithdrawn } of await read(ids))
        followed.get(id)?.take({ attempt, offset: 0, text, isWithdrawn })
    } catch (error) {
      log.warn(
        { err: error },
        'could not read what is written of replies; reading again in a second',
      )
    }
  }

  async function readAll(): Promise<void> {
    if (reading || followed.size === 0) return
    reading = true
    await readSome([...followed.keys()])
    reading = false
  }

  return {
    async follow(id, onDraft, isBegun) {
      const draft = followed.get(id) ?? makeDraft(id)
      draft.followers.add(onDraft)
      if (!followed.has(id)) {
        followed.set(id, draft)
        await notifications.listen(id, (message) => {
          if (message === FINISHED) return onFinished(id)
          const piece = readPiece(message)
          if (piece) draft.take(piece)
        })
        if (isBegun) await readSome([id])
      } else if (draft.latest.text || draft.latest.isWithdrawn) onDraft(draft.latest)
      return () => {
        draft.followers.delete(onDraft)
        if (draft.followers.size > 0 || followed.get(id) !== draft) return
        followed.delete(id)
        notifications.unlisten(id)
      }
    },
    close() {
      clearInterval(timer)
    },
  }
}

/**
 * Parses a piece; undefined for a malformed message from another sender, which must not end the
 * process.
 */
function readPiece(message: string): ReplyPiece | undefined {
  try {
    const { attempt, offset, text, isWithdrawn } = JSON.parse(message) as ReplyPiece
    const isPiece =
      Number.isInteger(attempt) && Number.isInteger(offset) && typeof text === 'string'
    return isPiece ? { attempt, offset, text, isWithdrawn: isWithdrawn === true } : undefined
  } catch {
    return undefined
  }
}

/**
 * Assembles a text from pieces that may overlap, repeat, be missing, or come from an attempt that
 * was overtaken.
 */
function makeDraft(id: string) {
  const followers = new Set<(draft: FollowedDraft) => void>()
  let early: ReplyPiece[] = []
  const draft = {
    followers,
    latest: { id, attempt: 0, text: '' } as FollowedDraft,
    take(piece: ReplyPiece): void {
      const before = draft.latest
      if (piece.attempt < before.attempt) return
      if (piece.attempt > before.attempt) {
        draft.latest = { id, attempt: piece.attempt, text: '' }
        early = []
      }
      if (draft.latest.isWithdrawn) return
      if (piece.isWithdrawn) {
        draft.latest = { id, attempt: piece.attempt, text: '', isWithdrawn: true }
        for (const onDraft of followers) onDraft(draft.latest)
        return
      }
      early.push(piece)
      early.sort((a, b) => a.offset - b.offset)
      let { text } = draft.latest
      while (early.length && early[0]!.offset <= text.length) {
        const { offset, text: more } = early.shift()!
        text += more.slice(text.length - offset)
      }
      draft.latest = { ...draft.latest, text }
      if (text !== before.text || piece.attempt > before.attempt)
        for (const onDraft of followers) onDraft(draft.latest)
    },
  }
  return draft
}
