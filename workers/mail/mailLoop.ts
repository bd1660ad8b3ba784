import type { Log } from '../../shared/lib/observability/log.ts'
import { mailWaitingHandoffs } from '../../shared/mail/handoffMails.ts'
import { type ClaimedMail, claimMails, retryMail } from '../../shared/mail/mails.ts'
import { sendThreadMail, type ThreadMailDeps } from '../../shared/mail/threadMails.ts'
import { sendOwnerMails } from './ownerMails.ts'

/** Mails that a worker sends at a time. */
const AT_ONCE = 5
/** Seconds for which a mail is claimed: longer than the 15 s that sending may take. */
const LEASE_SECONDS = 120
/** Seconds until the next try, after each failure. A mail that fails once more is given up. */
const RETRY_SECONDS = [60, 300, 1_800, 7_200]

/**
 * Sends due mails about chats and to owners, every `mailsMs` milliseconds and at once while more are due. Several
 * processes share the mails: each claims its own.
 * @returns a function that stops it and waits for the running mails
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
      await sendOwnerMails(deps, () => stopped)
    } catch (error) {
      log.warn({ err: error }, 'mails could not be sent; they wait')
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

/** Claims and sends due mails. @returns the number of claimed mails */
export async function sendDue(deps: ThreadMailDeps & { log: Log }): Promise<number> {
  const claimed = await claimMails(deps.db, AT_ONCE, LEASE_SECONDS)
  await Promise.all(claimed.map((mail) => sendOne(deps, mail)))
  return claimed.length
}

async function sendOne(deps: ThreadMailDeps & { log: Log }, mail: ClaimedMail): Promise<void> {
  const { organization_id, thread_id, kind, attempts } = mail
  const about = { organization_id, thread_id, kind, attempts }
  try {
    if (await sendThreadMail(deps, mail)) return
  } catch (error) {
    deps.log.warn({ ...about, err: error }, 'could not write a mail about a chat')
  }
  const seconds = RETRY_SECONDS[attempts - 1]
  if (seconds === undefined) deps.log.warn(about, 'a mail about a chat is given up')
  // A mail that is given up becomes due in a week; a chore deletes it before.
  await retryMail(deps.db, mail, seconds ?? 7 * 24 * 3600)
}
