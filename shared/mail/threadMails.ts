import { fill, textsIn } from '../languages/languages.ts'
import type { Config } from '../lib/config/config.ts'
import type { Db } from '../lib/db/db.ts'
import type { Sealer } from '../lib/sealing.ts'
import { contactPlace } from './contacts.ts'
import { endHandoffMail, loadHandoffMail } from './handoffMails.ts'
import { handoffWords } from './handoffWords.ts'
import type { Mail, Mailer } from './mailer.ts'
import {
  type AnswerMail,
  type ClaimedMail,
  endAnswerMail,
  endMail,
  loadAnswerMail,
  loadTranscriptMail,
} from './mails.ts'
import { type MailPart, wordsOfParts } from './parts.ts'
import { transcriptWords } from './transcriptWords.ts'

export interface ThreadMailDeps {
  db: Db
  mailer: Pick<Mailer, 'send'>
  sealer: Pick<Sealer, 'open'>
  config: Pick<Config, 'PUBLIC_URL' | 'times'>
}

/**
 * Sends a mail if it is still needed, and ends it.
 * @returns false: the mail server did not accept it
 */
export async function sendThreadMail(deps: ThreadMailDeps, mail: ClaimedMail): Promise<boolean> {
  return SENDERS[mail.kind](deps, mail)
}

const SENDERS = { handoff: sendHandoffMail, answer: sendAnswerMail, transcript: sendTranscript }

async function sendHandoffMail(
  { db, mailer, config }: ThreadMailDeps,
  mail: ClaimedMail,
): Promise<boolean> {
  const { loaded_at, mail: found } = await loadHandoffMail(db, mail)
  const inbox = new URL('/dashboard/inbox', config.PUBLIC_URL).href
  const isSent =
    found && (await mailer.send({ id: mail.id, to: found.email, ...handoffWords(found, inbox) }))
  if (isSent === false) return false
  await endHandoffMail(db, mail, loaded_at, isSent ?? false)
  return true
}

async function sendAnswerMail(
  { db, mailer, sealer }: ThreadMailDeps,
  mail: ClaimedMail,
): Promise<boolean> {
  const { organization_id, id } = mail
  const found = await loadAnswerMail(db, mail)
  const last = found?.said.at(-1)?.seq
  if (found) {
    const to = sealer.open(found.sealed_email, contactPlace(organization_id, found.contact_id))
    if (!(await mailer.send({ id: `${id}.${last}`, to, ...answerWords(found) }))) return false
  }
  await endAnswerMail(db, mail, last)
  return true
}

async function sendTranscript(
  { db, mailer, sealer }: ThreadMailDeps,
  mail: ClaimedMail,
): Promise<boolean> {
  const found = await loadTranscriptMail(db, mail)
  if (found) {
    const to = sealer.open(found.sealed_email, contactPlace(mail.organization_id, found.contact_id))
    if (!(await mailer.send({ id: mail.id, to, ...transcriptWords(found) }))) return false
  }
  await endMail(db, mail)
  return true
}

/** Returns the mail with people's messages, in the language of the thread; English by default. */
export function answerWords({
  organization,
  locale,
  page_origin,
  said,
}: Omit<AnswerMail, 'contact_id' | 'sealed_email'>): Pick<Mail, 'subject' | 'text' | 'html'> {
  const language = textsIn(locale)
  const { subject, lead, go_on, why } = language.mail.answer
  const parts: MailPart[] = [
    { isSaid: false, text: fill(lead, { organization }) },
    ...said.map(({ author_name, content }) => ({ isSaid: true, by: author_name, text: content })),
    ...(page_origin ? [{ isSaid: false, text: fill(go_on, { page: page_origin }) }] : []),
    { isSaid: false, text: why },
  ]
  return { subject: fill(subject, { organization }), ...wordsOfParts(parts, language) }
}
