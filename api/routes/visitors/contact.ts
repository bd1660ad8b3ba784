import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { contextRecords } from '../../../shared/chat/contexts.ts'
import type { ThreadKind } from '../../../shared/chat/threads.ts'
import { notFound } from '../../../shared/lib/errors.ts'
import type { Place } from '../../../shared/lib/sealing.ts'
import {
  type Contact,
  findContact,
  presentContact,
  putContact,
} from '../../../shared/mail/contacts.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { ifMatch, requireSeen } from '../../http/etags.ts'
import { operation } from '../../http/operation.ts'
import { kindOf, object, one, plainAddress, time } from '../../http/schemas.ts'
import { authenticate, authenticateFor } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'
import { THREAD_NAMES, threadOf } from '../threads/threads.ts'

const newContact = {
  type: 'object',
  additionalProperties: false,
  required: ['email'],
  properties: {
    email: plainAddress('E-mail address at which the customer wants to be answered.'),
  },
  examples: [{ email: 'zoe@example.com' }],
} as const

const contact = object('Contact', 'How the customer of a chat can be answered elsewhere.', {
  object: kindOf('contact'),
  email: newContact.properties.email,
  created_at: time('When the customer first gave an address'),
  updated_at: time('When the customer last gave an address'),
})

const PUT =
  "Replaces the previous address. Messages of people while the customer is away are mailed to it, if the operator has set a mail server. The address is stored sealed, shown only to your people, and erased with the chat. With a widget token it is only the visitor's claim, and proves nothing. `POST …/transcript` mails the chat to it."

/** Contacts of sessions and of conversations: the same routes under two prefixes. */
export const contacts = new Router<State, Services>()
for (const kind of ['session', 'conversation'] as const) {
  const path = `/api/v1/${kind}s/:${kind}_id/contact`
  const Name = THREAD_NAMES[kind]
  contacts.put(
    path,
    operation(
      `put${Name}Contact`,
      `Store an address for the answers in a ${kind}`,
      { 200: one(contact) },
      PUT,
      ifMatch('address'),
    ),
    authenticateFor(kind),
    rateLimit,
    validate(newContact),
    (ctx) => storeContact(ctx, kind),
  )
  contacts.get(
    path,
    operation(
      `read${Name}Contact`,
      `Read the address for the answers in a ${kind}`,
      { 200: one(contact) },
      'Answers 404 if the customer has given no address.',
    ),
    authenticate('application', 'dashboard'),
    rateLimit,
    (ctx) => getContact(ctx, kind),
  )
}

async function storeContact(ctx: Ctx, kind: ThreadKind) {
  const { email } = ctx.state.body as FromSchema<typeof newContact>
  const { organization_id } = ctx.state.caller
  const thread = await threadOf(ctx, kind)
  const isProven = await isVouchedFor(ctx, email)
  const seal = (place: Place) => ctx.sealer.seal(email, place)
  const check = requireSeen<Contact>(ctx, (row) => presentContact(ctx.sealer, organization_id, row))
  const stored = await putContact(ctx.db, organization_id, thread.id, seal, isProven, check)
  answer(ctx, 200, 'Address stored.', presentContact(ctx.sealer, organization_id, stored))
}

/**
 * Whether an address is known to be the customer's: a server or a user of the dashboard says so, or
 * the company has given it for a verified user.
 */
async function isVouchedFor({ db, state }: Ctx, email: string): Promise<boolean> {
  const { organization_id, subject, context_id } = state.caller
  if (subject === null) return true
  if (!context_id) return false
  const [context] = await contextRecords.some(db, organization_id, [context_id])
  const known = context?.traits.email
  return typeof known === 'string' && known.trim().toLowerCase() === email.toLowerCase()
}

async function getContact(ctx: Ctx, kind: ThreadKind) {
  const { organization_id } = ctx.state.caller
  const thread = await threadOf(ctx, kind)
  const found = await findContact(ctx.db, organization_id, thread.id)
  if (!found) throw notFound('contact')
  answer(ctx, 200, 'Address found.', presentContact(ctx.sealer, organization_id, found))
}
