import Router from '@koa/router'
import type { ThreadKind } from '../../../shared/chat/threads.ts'
import { readHandoffState } from '../../../shared/handoffs/handoffState.ts'
import { readOffice } from '../../../shared/handoffs/officeHours.ts'
import { readExpectedWait } from '../../../shared/handoffs/waiting.ts'
import { notFound } from '../../../shared/lib/errors.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { count, flag, object, one, orNull, photo, text, time } from '../../http/schemas.ts'
import { authenticateFor } from '../../middleware/authenticate.ts'
import { rateLimitReads } from '../../middleware/rateLimit.ts'
import { handledBy, placeOf, THREAD_NAMES } from '../threads/threads.ts'

export const handoffState = object('HandoffState', 'Who answers in a chat now.', {
  handled_by: handledBy,
  requested_at: orNull(time('When the chat was handed off'), 'the agent has it'),
  assignee: orNull(
    object('HandoffAssignee', 'The person who answers.', {
      name: orNull(text('Name of the person.'), 'not known'),
      photo,
    }),
    'the agent has it, or no user of the dashboard is assigned',
  ),
  expected_wait_seconds: orNull(
    count('Seconds until a person first answers: the median of the last seven days.'),
    'people answered fewer than five handoffs in these days',
  ),
  is_open: flag("Whether people answer now, by the organization's `office_hours`."),
  opens_at: orNull(time('When people are back'), 'they answer now, or have no hours at all'),
  has_contact: flag(
    'Whether the customer has left an e-mail address for the answers: see `GET …/contact`.',
  ),
  mails_transcripts: flag(
    'Whether `POST …/transcript` mails the chat: the operator has set a mail server.',
  ),
  asks_for_email: flag(
    'Whether to ask the customer for an e-mail address: people have the chat, are away or have not answered in time, and know no address.',
  ),
})

export const handoffStates = new Router<State, Services>()
for (const kind of ['session', 'conversation'] as const) {
  const Name = THREAD_NAMES[kind]
  handoffStates.get(
    `/api/v1/${kind}s/:${kind}_id/handoff`,
    operation(
      `read${Name}HandoffState`,
      `Read who answers in a ${kind}`,
      { 200: one(handoffState) },
      'For every caller who may read the chat, including its visitor. `GET …/events` reports changes.',
    ),
    authenticateFor(kind),
    rateLimitReads,
    (ctx) => getHandoffState(ctx, kind),
  )
}

async function getHandoffState(ctx: Ctx, kind: ThreadKind) {
  const { id } = await placeOf(ctx, kind)
  const state = await handoffStateOf(ctx, id)
  if (!state) throw notFound(kind)
  answer(ctx, 200, state.handled_by === 'human' ? 'People have it.' : 'The agent has it.', state)
}

/**
 * Reads who answers in a thread that the caller may read, as the answer shows it.
 * @returns undefined if the thread was deleted
 */
export async function handoffStateOf({ db, state, mailer }: Ctx, threadId: string) {
  const { organization_id } = state.caller
  const [found, expected_wait_seconds, { is_open, opens_at }] = await Promise.all([
    readHandoffState(db, organization_id, threadId),
    readExpectedWait(db, organization_id),
    readOffice(db, organization_id),
  ])
  if (!found) return undefined
  const { unanswered_at, ...shown } = found
  const isAway = !is_open || unanswered_at !== null
  const asks_for_email = found.handled_by === 'human' && isAway && !found.has_contact
  return {
    ...shown,
    expected_wait_seconds,
    is_open,
    opens_at,
    mails_transcripts: mailer.isConfigured,
    asks_for_email,
  }
}
