import { setTimeout as sleep } from 'node:timers/promises'
import { saveDraft } from '../../shared/chat/drafts.ts'
import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import type { NotificationSender } from '../../shared/lib/queue/notifications.ts'

/** Milliseconds between two sends. Readers do not notice a shorter interval. */
const SEND_MS = 25
/**
 * Settling reads the whole text so far, about 1 ms for each 10,000 characters, so longer texts are
 * sent less often.
 */
const SEND_MS_PER_CHARACTER = 1 / 200
/** At most 7,200 bytes as JSON; a PostgreSQL notification holds 8,000. */
const MAX_CHARACTERS = 1_200

interface PartialReplyDeps {
  db: Db
  notifications: NotificationSender
  log: Log
  /** The shortest time between two saves, in milliseconds. */
  saveMs: number
}

/** The text of a reply while its model writes it. */
export interface PartialReply {
  /**
   * @param text all of it so far. A text that is shorter than before was no part of the reply: it is
   *   withdrawn, and the rest comes with the finished reply
   */
  show(text: string): void
  /** Stops sending and saving. */
  end(): void
}

/**
 * Sends a reply's text to its followers as the model writes it. Also saves it now and then, for
 * clients that come later or miss a piece. Both are only hints: the finished reply counts.
 * @param settle returns the beginning of the text so far that can no longer change
 */
export function makePartialReply(
  { db, notifications, log, saveMs }: PartialReplyDeps,
  job: LeasedJob,
  settle: (text: string) => string,
): PartialReply {
  // The job's attempt may move on while the last piece is being sent.
  const claim = { ...job }
  let latest = ''
  let settled = ''
  let sent = ''
  let saved = ''
  let saving: Promise<void> | undefined
  let savedAt = performance.now()
  let running = false
  let ended = false

  async function run(): Promise<void> {
    running = true
    while (!ended && (latest !== settled || sent !== saved)) {
      settled = latest
      await send(settle(settled))
      if (performance.now() - savedAt >= saveMs) await save()
      await sleep(SEND_MS + settled.length * SEND_MS_PER_CHARACTER, undefined, { ref: false })
    }
    running = false
  }

  /**
   * Sends the new part of the text. Sends nothing if its beginning differs from the part that was
   * sent; the finished reply corrects that.
   */
  async function send(text: string): Promise<void> {
    if (!text.startsWith(sent)) return
    while (sent.length < text.length && !ended) {
      const offset = sent.length
      sent = text.slice(0, endOfPiece(text, offset))
      const piece = { attempt: claim.attempt, offset, text: sent.slice(offset) }
      await notifications.send(claim.id, JSON.stringify(piece))
    }
  }

  async function save(): Promise<void> {
    savedAt = performance.now()
    if (ended || sent === saved) return
    saved = sent
    saving = saveDraft(db, claim, saved)
    await saving
  }

  /** Has the followers discard what was sent. */
  async function withdraw(): Promise<void> {
    ended = true
    const piece = { attempt: claim.attempt, offset: 0, text: '', isWithdrawn: true }
    await notifications.send(claim.id, JSON.stringify(piece))
    // Two at once would skip the later one, because the row is locked.
    await saving
    await saveDraft(db, claim, '')
  }

  function fail(error: unknown): void {
    ended = true
    const { id, request_id } = claim
    log.warn(
      { id, request_id, err: error },
      'the rest of the reply comes at once, when it is finished',
    )
  }

  return {
    show(text) {
      if (ended) return
      const isWithdrawn = text.length < latest.length
      latest = text
      if (isWithdrawn) withdraw().catch(fail)
      else if (!running) run().catch(fail)
    },
    end() {
      ended = true
    },
  }
}

/** Returns the end of the next piece, never between the halves of a surrogate pair. */
function endOfPiece(text: string, offset: number): number {
  const end = Math.min(offset + MAX_CHARACTERS, text.length)
  return end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 : end
}
