import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { contextRecords } from '../../../shared/chat/contexts.ts'
import { presentThread } from '../../../shared/chat/presentThread.ts'
import { createSession, type Thread, threadRecords } from '../../../shared/chat/threads.ts'
import type { Db } from '../../../shared/lib/db/db.ts'
import { AppError } from '../../../shared/lib/errors.ts'
import { parseUrl } from '../../../shared/lib/parseUrl.ts'
import {
  listVisitorSessions,
  type VisitorSession,
} from '../../../shared/visitors/visitorSessions.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer, answerPage } from '../../http/envelope.ts'
import { ifMatch } from '../../http/etags.ts'
import { idempotently } from '../../http/idempotent.ts'
import { operation } from '../../http/operation.ts'
import {
  allOrNull,
  deleted,
  EXAMPLE_ID,
  many,
  object,
  one,
  optional,
  orNull,
  record,
  text,
  time,
  uuid,
} from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit, rateLimitReads } from '../../middleware/rateLimit.ts'
import { validateChanges, validateNew } from '../../middleware/validate.ts'
import { reachesAgent } from '../records/agentReach.ts'
import { handlersOf } from '../records/crud.ts'
import { idOf } from '../records/ids.ts'
import { pageOf, validatePage } from '../records/paging.ts'
import {
  changeThread,
  handledBy,
  isTest,
  requireActiveAgent,
  requireThread,
  threadChanges,
  threadFields,
  threadOf,
  threadReach,
} from '../threads/threads.ts'

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
    text('Your own id of the customer, whom an identity token has vouched for.'),
    'the visitor is anonymous',
  ),
  user_context_id: orNull(
    uuid('Id of the context of this customer, whose traits are part of the prompt of each reply.'),
    'the visitor is anonymous, or the context was deleted',
  ),
  status: {
    ...states,
    description:
      '`active`: takes messages; `closed`: you closed it; `expired`: it had neither messages nor changes for `SESSION_IDLE_DAYS` (30).',
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
        'nobody has asked yet',
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
        'there is none',
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

const { list, remove } = handlersOf(
  threadRecords.session,
  presentThread,
  'its messages and feedback',
  threadReach,
)

const LIST =
  "Sorted by when they were opened. With a key, sessions of all visitors; `GET /api/v1/threads` sorts them by their last message. With a widget token, the visitor's own: those of the token while they are anonymous, and with an identity those of this customer on all devices. Does not count against the hourly limit: 30 times as many reads are allowed."

export const sessions = new Router<State, Services>()
sessions.post(
  '/api/v1/sessions',
  operation(
    'createSession',
    'Open a session for a visitor',
    { 201: one(session) },
    'A session that was opened with a widget token belongs to the visitor of this token, and to no other visitor. If an identity token has vouched for a customer, it belongs to this customer.',
  ),
  authenticate('application', 'widget', 'dashboard'),
  rateLimit,
  validateNew(newSession),
  postSession,
)
sessions.get(
  '/api/v1/sessions',
  operation('listSessions', 'List the sessions', { 200: many(listedSession) }, LIST),
  authenticate('application', 'widget', 'dashboard'),
  rateLimitReads,
  validatePage('desc', { table: 'threads', kind: 'session' }, sessionFilters),
  getSessions,
)
sessions.get(
  '/api/v1/sessions/:id',
  operation(
    'readSession',
    'Read a session',
    { 200: one(session) },
    "With a widget token, only the visitor's own.",
  ),
  authenticate('application', 'widget', 'dashboard'),
  rateLimit,
  getSession,
)
sessions.patch(
  '/api/v1/sessions/:id',
  operation(
    'changeSession',
    'Change or close a session',
    { 200: one(session) },
    'Changes the fields that the body has. `metadata` is replaced as a whole.',
    ifMatch('session'),
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validateChanges(
    { ...threadChanges(newSession.properties), examples: [{ status: 'closed' }] },
    show,
  ),
  patchSession,
)
sessions.delete(
  '/api/v1/sessions/:id',
  operation(
    'deleteSession',
    'Delete a session, with its messages',
    { 200: deleted },
    'Also deletes its feedback and unfinished replies. Its costs stay in the figures.',
    ifMatch('session'),
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  remove,
)

/** With a widget token, shows what the visitor needs to tell their sessions apart. */
async function getSessions(ctx: Ctx) {
  const { organization_id, kind } = ctx.state.caller
  if (kind !== 'widget') return list(ctx)
  const { page, filter } = pageOf(ctx)
  const within = { ...filter, ...threadReach.reads(ctx) }
  answerPage(
    ctx,
    await listVisitorSessions(ctx.db, organization_id, within, page),
    page.limit,
    presentListed,
  )
}

async function postSession(ctx: Ctx) {
  const { agent_id, visitor_id, locale, metadata } = ctx.state.body as SessionBody
  const { organization_id, subject, context_id, is_test } = ctx.state.caller
  const page_origin = ownPageOf(ctx)
  const own = { agent_id, page_origin, subject, user_context_id: context_id, is_test, metadata }
  const fields = { ...own, visitor_id: visitor_id ?? null, locale: locale ?? null }
  if (!reachesAgent(ctx, agent_id))
    throw new AppError('not_found', 'With these credentials you reach no agent with this id.')
  const created = await idempotently(
    ctx,
    async (db) => {
      await requireActiveAgent(db, organization_id, agent_id)
      await requireKnown(ctx, db)
      return createSession(db, organization_id, fields)
    },
    (id) => threadRecords.session.get(ctx.db, organization_id, id),
  )
  answer(ctx, 201, 'Session created.', presentThread(created))
}

/**
 * Refuses a token whose customer was erased, or whose context was deleted. @throws AppError
 * unauthenticated
 */
async function requireKnown(ctx: Ctx, db: Db): Promise<void> {
  const { organization_id, context_id } = ctx.state.caller
  if (context_id && !(await contextRecords.some(db, organization_id, [context_id])).length)
    throw new AppError('unauthenticated', 'The customer of this token is gone. Get a new token.')
}

/**
 * The origin of the visitor's page; null: it is the demo page of this server, or there is no page.
 */
function ownPageOf({ state, config, host }: Ctx): string | null {
  const { origin } = state.caller
  const isDemo =
    config.DEMO_FILE !== undefined && origin !== null && parseUrl(origin)?.host === host
  return isDemo ? null : origin
}

async function show(ctx: Ctx) {
  return presentThread(await threadOf(ctx, 'session', 'id'))
}

async function getSession(ctx: Ctx) {
  answer(ctx, 200, 'Session found.', await show(ctx))
}

async function patchSession(ctx: Ctx) {
  const changes = ctx.state.body as Partial<Thread>
  const id = idOf(ctx, 'session')
  await requireThread(ctx, 'session')
  const changed = await changeThread(ctx, 'session', id, changes)
  answer(ctx, 200, 'Session changed.', presentThread(changed))
}
