import type { FromSchema } from 'json-schema-to-ts'
import { contextRecords } from '../../../shared/chat/contexts.ts'
import { presentThread } from '../../../shared/chat/presentThread.ts'
import { createSession } from '../../../shared/chat/threads.ts'
import type { Db } from '../../../shared/lib/db/db.ts'
import { AppError } from '../../../shared/lib/errors.ts'
import { parseUrl } from '../../../shared/lib/parseUrl.ts'
import {
  listVisitorSessions,
  type VisitorSession,
} from '../../../shared/visitors/visitorSessions.ts'
import type { Ctx } from '../../context.ts'
import { answerPage } from '../../http/envelope.ts'
import {
  allOrNull,
  EXAMPLE_ID,
  object,
  optional,
  orNull,
  record,
  text,
  time,
  uuid,
} from '../../http/schemas.ts'
import { rateLimitReads } from '../../middleware/rateLimit.ts'
import { pageOf } from '../records/paging.ts'
import { handledBy, isTest, threadFields, threadReach } from '../threads/threads.ts'
import { threadRoutes } from './threadRoutes.ts'

const newSession = {
  type: 'object',
  additionalProperties: false,
  required: ['agent_id'],
  properties: {
    ...threadFields,
    visitor_id: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description:
        'Your own label of the visitor, such as a random id that their browser keeps. It does not prove who they are.',
    },
  },
  examples: [
    {
      agent_id: EXAMPLE_ID,
      visitor_id: 'visitor-1',
      locale: 'en',
      metadata: { source: 'website', page: '/pricing' },
    },
  ],
} as const
type SessionBody = FromSchema<typeof newSession>

const states = { type: 'string', enum: ['active', 'closed', 'expired'] } as const
const sessionFilters = {
  agent_id: uuid('Sessions with this agent.'),
  visitor_id: { ...newSession.properties.visitor_id, description: 'Sessions of this visitor.' },
  status: { ...states, description: 'Sessions in this state.' },
} as const

const { agent_id, metadata, visitor_id, locale } = newSession.properties
const properties = {
  agent_id,
  ...allOrNull({ visitor_id, locale }),
  customer_id: orNull(
    text('Your own id of the customer for whom an identity token has vouched.'),
    'the visitor is anonymous',
  ),
  user_context_id: orNull(
    uuid('Id of the context of this customer, whose traits are part of the prompt of each reply.'),
    'the visitor is anonymous, or the context was deleted',
  ),
  status: {
    ...states,
    description:
      '`active`: accepts messages; `closed`: you closed it; `expired`: it had neither messages nor changes for `SESSION_IDLE_DAYS` (30).',
  },
  handled_by: handledBy,
  is_test: isTest,
  metadata,
}
export const session = record('Session', 'A chat with a visitor.', properties)

const listedSession = optional(
  record(
    'ListedSession',
    'A chat with a visitor, as a list shows it.',
    {
      ...properties,
      first_question: orNull(
        text('With a widget token only: the first 300 characters of the first question.'),
        'no question was asked yet',
      ),
      last_message: orNull(
        object(
          'LastSessionMessage',
          'With a widget token only: the newest message that has text.',
          {
            role: {
              type: 'string',
              enum: ['user', 'assistant', 'human_agent'],
              description:
                'Who wrote it: the `user`, the agent (`assistant`), or a person (`human_agent`).',
            },
            text: text('The first 300 characters of the message.'),
            created_at: time('When the message was created'),
          },
        ),
        'no message has text',
      ),
    },
    'session',
  ),
  'first_question',
  'last_message',
)
const presentListed = ({ first_question, last_message, ...row }: VisitorSession) => ({
  ...presentThread(row),
  first_question,
  last_message: last_message && { ...last_message, created_at: new Date(last_message.created_at) },
})

const LIST =
  "Sorted by when they were opened. With a key, sessions of all visitors; `GET /api/v1/threads` sorts them by their last message. With a widget token, the visitor's own sessions: for an anonymous visitor those of the token, with an identity those of the customer on all devices. Does not count against the hourly limit: 30 times as many reads are allowed."

export const sessions = threadRoutes({
  kind: 'session',
  open: [
    'Open a session for a visitor',
    "A session that was opened with a widget token belongs only to the token's visitor. If an identity token has vouched for a customer, the session belongs to this customer.",
  ],
  list: LIST,
  read: "With a widget token, only the visitor's own.",
  record: session,
  listed: listedSession,
  body: newSession,
  changes: { status: 'closed' },
  filters: sessionFilters,
  limitList: rateLimitReads,
  listForVisitor: listOwnSessions,
  create: storeSession,
})

/** Lists a visitor's sessions with what they need to distinguish them. */
async function listOwnSessions(ctx: Ctx) {
  const { page, filter } = pageOf(ctx)
  const within = { ...filter, ...threadReach.reads(ctx) }
  const found = await listVisitorSessions(ctx.db, ctx.state.caller.organization_id, within, page)
  answerPage(ctx, found, page.limit, presentListed)
}

async function storeSession(ctx: Ctx, db: Db) {
  const { agent_id, visitor_id, locale, metadata } = ctx.state.body as SessionBody
  const { organization_id, subject, context_id, is_test } = ctx.state.caller
  await requireKnown(ctx, db)
  return createSession(db, organization_id, {
    agent_id,
    page_origin: ownPageOf(ctx),
    visitor_id: visitor_id ?? null,
    subject,
    user_context_id: context_id,
    locale: locale ?? null,
    is_test,
    metadata,
  })
}

/**
 * Refuses a token whose customer was erased, or whose context was deleted. @throws AppError
 * unauthenticated
 */
async function requireKnown(ctx: Ctx, db: Db): Promise<void> {
  const { organization_id, context_id } = ctx.state.caller
  if (context_id && !(await contextRecords.some(db, organization_id, [context_id])).length)
    throw new AppError(
      'unauthenticated',
      'The customer of this token was deleted. Get a new token.',
    )
}

/**
 * Returns the origin of the visitor's page; null for this server's demo page, or without a page.
 */
function ownPageOf({ state, config, host }: Ctx): string | null {
  const { origin } = state.caller
  const isDemo =
    config.DEMO_FILE !== undefined && origin !== null && parseUrl(origin)?.host === host
  return isDemo ? null : origin
}
