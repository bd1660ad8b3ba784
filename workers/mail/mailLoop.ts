import type { Log } from '../../shared/lib/observability/log.ts'
import {
  type ClaimedMail,
  claimMails,
  mailWaitingHandoffs,
  retryMail,
} from '../../shared/mail/mails.ts'
import { sendThreadMail, type ThreadMailDeps } from '../../shared/mail/threadMails.ts'

/** Mails that a worker sends at a time. */
const AT_ONCE = 5
/** Longer than a mail may take, which is 15 seconds. */
const LEASE_SECONDS = 120
/** Seconds until a mail is tried again, after each failure; after the last one it is given up. */
const RETRY_SECONDS = [60, 300, 1_800, 7_200]

/**
 * Sends the mails about chats that are due, every `mailsMs` milliseconds and again while there are
 * more. Several processes share them: each mail is claimed by one.
 * @returns stops it, and waits for the running mails
 */
export function startMailing(deps: ThreadMailDeps & { log: Log }): () => Promise<void> {
  const { log, config } = deps
  let stopped = false
  let timer: NodeJS.Timeout
  let mailing = Promise.resolve()

  async function mail(): Promise<void> {
    try {
      await mailWaitingHandoffs(deps.db, config.times.handoffMailMs)
      while (!stopped && (await sendDue(deps)) === AT_ONCE);
    } catch (error) {
      log.warn({ err: error }, 'mails about chats could not be sent; they wait')
    }
  }

  function mailLater(): void {
    timer = setTimeout(() => {
      mailing = mail().then(() => {
        if (!stopped) mailLater()
      })
    }, config.times.mailsMs)
  }

  mailLater()
  return () => {
    stopped = true
    clearTimeout(timer)
    return mailing
  }
}

/** Claims and sends mails that are due. @returns how many were claimed */
export async function sendDue(deps: ThreadMailDeps & { log: Log }): Promise<number> {
  const claimed = await claimMails(deps.db, AT_ONCE, LEASE_SECONDS)
  await Promise.all(claimed.map((one) => sendOne(deps, one)))
  return claimed.length
}

async function sendOne(deps: ThreadMailDeps & { log: Log }, mail: ClaimedMail): Promise<void> {
  const { organization_id, thread_id, kind, attempts } = mail
  const about = { organization_id, thread_id, kind, attempts }
  try {
    if (await sendThreadMail(deps, mail)) return
  } catch (error) {
    deps.log.warn({ ...about, err: error }, 'a mail about a chat could not be made')
  }
  const seconds = RETRY_SECONDS[attempts - 1]
  if (seconds === undefined) deps.log.warn(about, 'a mail about a chat is given up')
  // One that is given up waits for the chore that deletes it, far from due.
  await retryMail(deps.db, mail, seconds ?? 7 * 24 * 3600)
}
