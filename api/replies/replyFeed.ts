import type { FollowedCall, FollowedDraft } from '../../shared/chat/drafts.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import { FINISHED, type NotificationReceiver } from '../../shared/lib/queue/notifications.ts'
import type { CallState } from '../../shared/tools/steps.ts'

/** A piece of a reply, as its worker sends it: of its text, or a tool call in its present state. */
interface ReplyPiece {
  attempt: number
  /** Its offset in the text, in UTF-16 code units. */
  offset: number
  text: string
  /** See `FollowedDraft`. */
  isWithdrawn?: boolean | undefined
  /** Tool calls of the reply, of any attempt. */
  calls?: readonly FollowedCall[] | null | undefined
}

/**
 * Follows replies while they are written, from the pieces that workers send and the drafts that
 * they save.
 */
export interface ReplyFeed {
  /**
   * Follows one reply.
   * @param onDraft called with the whole text and the tool calls so far, at each addition, when a
   *   new attempt starts, and when the text is withdrawn
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
      for (const { id, attempt, text, isWithdrawn, calls } of await read(ids))
        followed.get(id)?.take({ attempt, offset: 0, text, isWithdrawn, calls })
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
      } else if (draft.latest.text || draft.latest.isWithdrawn || draft.latest.calls?.length)
        onDraft(draft.latest)
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
    const piece = JSON.parse(message) as ReplyPiece & { call?: FollowedCall }
    if (piece.call && Number.isInteger(piece.attempt))
      return isCall(piece.call)
        ? { attempt: piece.attempt, offset: 0, text: '', calls: [piece.call] }
        : undefined
    const { attempt, offset, text, isWithdrawn } = piece
    const isPiece =
      Number.isInteger(attempt) && Number.isInteger(offset) && typeof text === 'string'
    return isPiece ? { attempt, offset, text, isWithdrawn: isWithdrawn === true } : undefined
  } catch {
    return undefined
  }
}

const isCall = ({ call_id, title, state }: FollowedCall) =>
  [call_id, title, state].every((value) => typeof value === 'string')

/** How far calls in these states are; in all others they have ended. */
const PROGRESS: Partial<Record<CallState, number>> = { waiting: 0, approved: 0, pending: 1 }
const progressOf = ({ state }: FollowedCall) => PROGRESS[state] ?? 2

/** Returns the calls with these in their newer states; the same array if nothing is newer. */
function mergedCalls(
  before: readonly FollowedCall[],
  more: readonly FollowedCall[],
): readonly FollowedCall[] {
  let calls = before
  for (const call of more) {
    const known = calls.find(({ call_id }) => call_id === call.call_id)
    if (!known) calls = [...calls, call]
    else if (known.state !== call.state && progressOf(call) >= progressOf(known))
      calls = calls.map((one) => (one === known ? call : one))
  }
  return calls
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
    /** Takes what a piece says of tool calls, which no later attempt makes void. */
    takeCalls(piece: ReplyPiece): void {
      const before = draft.latest.calls ?? []
      const calls = mergedCalls(before, piece.calls ?? [])
      if (calls === before) return
      draft.latest = { ...draft.latest, calls }
      for (const onDraft of followers) onDraft(draft.latest)
    },
    take(piece: ReplyPiece): void {
      draft.takeText(piece)
      draft.takeCalls(piece)
    },
    takeText(piece: ReplyPiece): void {
      const before = draft.latest
      if (piece.attempt < before.attempt) return
      const { calls } = before
      if (piece.attempt > before.attempt) {
        draft.latest = { id, attempt: piece.attempt, text: '', ...(calls && { calls }) }
        early = []
      }
      if (draft.latest.isWithdrawn) return
      if (piece.isWithdrawn) {
        draft.latest = { ...draft.latest, text: '', isWithdrawn: true }
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
