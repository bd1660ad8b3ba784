import { AppError } from '../../shared/lib/errors.ts'
import { contactPlace } from '../../shared/mail/contacts.ts'
import { findContactAtEnd } from '../../shared/mail/mails.ts'
import type { Ctx } from '../context.ts'
import { countCustomerMail } from './sendMail.ts'

/**
 * Whether to mail the transcript of a chat that is about to be closed: its agent mails transcripts,
 * its customer has a proven address, and no limit of mails is reached. Counts the mail. A failure
 * here never keeps a chat open.
 */
export async function mailsAtEnd(ctx: Ctx, threadId: string): Promise<boolean> {
  const { organization_id } = ctx.state.caller
  if (!ctx.mailer.isConfigured) return false
  const contact = await findContactAtEnd(ctx.db, organization_id, threadId)
  if (!contact) return false
  try {
    const email = ctx.sealer.open(contact.sealed_email, contactPlace(organization_id, contact.id))
    await countCustomerMail(ctx, 'transcript', threadId, email)
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    ctx.log.warn(
      { request_id: ctx.state.requestId, thread_id: threadId, code: error.code },
      'the transcript of a closed chat is not mailed',
    )
    return false
  }
}
