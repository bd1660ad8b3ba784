import { randomInt } from 'node:crypto'
import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import type { ThreadKind } from '../../../shared/chat/threads.ts'
import { notFound } from '../../../shared/lib/errors.ts'
import {
  CODE_MINUTES,
  contactPlace,
  findContact,
  keepCode,
  tryCode,
} from '../../../shared/mail/contacts.ts'
import { mailTranscript } from '../../../shared/mail/mails.ts'
import { codeWords } from '../../../shared/mail/transcriptWords.ts'
import { getOrganization } from '../../../shared/people/organizations.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { validationFailed } from '../../http/fieldErrors.ts'
import { operation } from '../../http/operation.ts'
import { kindOf, object, one } from '../../http/schemas.ts'
import { countCustomerMail, requireMail } from '../../mail/sendMail.ts'
import { authenticateFor } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'
import { THREAD_NAMES, threadOf } from '../threads/threads.ts'

const newTranscript = {
  type: 'object',
  additionalProperties: false,
  properties: {
    code: {
      type: 'string',
      minLength: 6,
      maxLength: 6,
      pattern: '^[0-9]{6}$',
      description:
        'The code from the mail, which proves the address. Without it, a code is mailed if one is needed.',
    },
  },
  examples: [{}],
} as const

const transcript = object(
  'TranscriptMail',
  'A transcript that the customer of a chat gets by mail.',
  {
    object: kindOf('transcript_mail'),
    state: {
      type: 'string',
      enum: ['code_sent', 'on_its_way'],
      description:
        'What happens next: `code_sent`, a code was mailed, with which to ask again; `on_its_way`, a worker sends the transcript.',
    },
  },
)

const HOW = `Sent only to the address of \`PUT …/contact\`; answers 404 without it. A visitor must prove the address that they have left: they get a code by mail, which works once, within ${CODE_MINUTES} minutes, and send it as \`code\`. No code is needed if a key, a user of the dashboard, or the \`email\` of a verified user's traits vouches for the address. The mail has the last 200 messages, without internal notes. At most 5 mails an hour for a chat and 6 a day to an address. Answers 503 \`mail_not_configured\` if the operator has set no mail server.`

/** Transcripts by mail, of sessions and of conversations: the same routes under two prefixes. */
export const transcriptMails = new Router<State, Services>()
for (const kind of ['session', 'conversation'] as const) {
  const Name = THREAD_NAMES[kind]
  transcriptMails.post(
    `/api/v1/${kind}s/:${kind}_id/transcript`,
    operation(
      `mail${Name}Transcript`,
      `Mail the transcript of a ${kind} to its customer`,
      { 200: one(transcript) },
      HOW,
    ),
    authenticateFor(kind),
    rateLimit,
    validate(newTranscript),
    (ctx) => postTranscript(ctx, kind),
  )
}

async function postTranscript(ctx: Ctx, kind: ThreadKind) {
  requireMail(ctx, 'the chat can be saved or exported.')
  const { code } = ctx.state.body as FromSchema<typeof newTranscript>
  const { organization_id } = ctx.state.caller
  const { id, locale } = await threadOf(ctx, kind)
  const contact = await findContact(ctx.db, organization_id, id)
  if (!contact) throw notFound('contact')
  const email = ctx.sealer.open(contact.sealed_email, contactPlace(organization_id, contact.id))
  const isProven = contact.proven_at !== null
  if (!isProven && code === undefined) {
    await countCustomerMail(ctx, 'code', id, email)
    const fresh = String(randomInt(1_000_000)).padStart(6, '0')
    await keepCode(ctx.db, organization_id, contact, fresh)
    const { name } = await getOrganization(ctx.db, organization_id)
    // Not retried: if the mail is lost, the customer asks for another code.
    ctx.mailer.inBackground(organization_id, () =>
      ctx.mailer.send({ to: email, ...codeWords(locale, name, fresh) }),
    )
    return answer(ctx, 200, 'A code is on its way.', {
      object: 'transcript_mail',
      state: 'code_sent',
    })
  }
  if (!isProven && !(await tryCode(ctx.db, organization_id, contact, code!)))
    throw validationFailed([
      {
        field: 'code',
        code: 'wrong',
        detail: 'is not the code of the last mail, or has expired; omit it to get another',
      },
    ])
  await countCustomerMail(ctx, 'transcript', id, email)
  // The customer may have given another address in between.
  if (!(await mailTranscript(ctx.db, organization_id, id))) throw notFound('contact')
  answer(ctx, 200, 'The transcript is on its way.', {
    object: 'transcript_mail',
    state: 'on_its_way',
  })
}
