import {
  type ClaimedOwnerMail,
  claimOwnerMails,
  endOwnerMail,
  type MailReader,
  mailLastWeek,
  readMailedAlert,
  readMailReader,
} from '../../shared/alerts/ownerMails.ts'
import type { Config } from '../../shared/lib/config/config.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import type { Mail, Mailer } from '../../shared/mail/mailer.ts'
import { alertWords } from './alertWords.ts'
import { readWeek } from './week.ts'
import { weekWords } from './weekWords.ts'

export interface OwnerMailDeps {
  db: Db
  log: Log
  mailer: Pick<Mailer, 'send'>
  config: Pick<Config, 'PUBLIC_URL'>
}

/** Mails that a worker sends at a time. */
const AT_ONCE = 5
/** Seconds for which a mail is claimed: longer than the 15 s that sending may take. */
const LEASE_SECONDS = 120
/** Seconds until the next try, after each failure. A mail that fails once more is given up. */
const RETRY_SECONDS = [60, 300, 1_800, 7_200]

/**
 * Makes the mails about the last week, and sends due mails to owners.
 * @param isStopped once true, no further mail begins
 */
export async function sendOwnerMails(deps: OwnerMailDeps, isStopped = () => false): Promise<void> {
  await mailLastWeek(deps.db)
  for (let claimed = AT_ONCE; claimed === AT_ONCE && !isStopped(); ) {
    const mails = await claimOwnerMails(deps.db, AT_ONCE, LEASE_SECONDS)
    claimed = mails.length
    await Promise.all(mails.map((mail) => sendOne(deps, mail)))
  }
}

async function sendOne(deps: OwnerMailDeps, mail: ClaimedOwnerMail): Promise<void> {
  const { organization_id, user_id, alert_id, week, attempts } = mail
  const about = { organization_id, user_id, alert_id, week, attempts }
  const isDone = await write(deps, mail).catch((error) => {
    deps.log.warn({ ...about, err: error }, 'could not write a mail to an owner')
    return false
  })
  const seconds = isDone ? null : (RETRY_SECONDS[attempts - 1] ?? null)
  if (!isDone && seconds === null) deps.log.warn(about, 'a mail to an owner is given up')
  await endOwnerMail(deps.db, mail, seconds)
}

/** @returns whether the mail was sent, or is no longer needed */
async function write(deps: OwnerMailDeps, mail: ClaimedOwnerMail): Promise<boolean> {
  const reader = await readMailReader(deps.db, mail)
  const words = reader && (await wordsOf(deps, mail, reader))
  return !words || deps.mailer.send({ id: mail.id, to: reader.email, ...words })
}

async function wordsOf(
  { db, config }: OwnerMailDeps,
  mail: ClaimedOwnerMail,
  reader: MailReader,
): Promise<Pick<Mail, 'subject' | 'text'> | undefined> {
  const linkTo = (page: string) => new URL(`/dashboard/${page}`, config.PUBLIC_URL).href
  if (mail.week !== null) {
    const week = await readWeek(db, mail.organization_id, mail.week)
    return week && weekWords(reader, week, linkTo)
  }
  const alert = await readMailedAlert(db, mail)
  return alert && alertWords(reader, alert, linkTo)
}
