import { Readable } from 'node:stream'
import Router from '@koa/router'
import type { Db } from '../../shared/db.ts'
import { type Context, contextRecords, listConversationsOf } from '../../shared/store/contexts.ts'
import { feedbackRecords } from '../../shared/store/feedback.ts'
import { listMessages } from '../../shared/store/messages.ts'
import type { Page, Paged } from '../../shared/store/paging.ts'
import type { Ctx, Services, State } from '../context.ts'
import { authenticate } from '../middleware/authenticate.ts'
import { rateLimit } from '../middleware/rateLimit.ts'
import { operation } from '../operation.ts'
import { presentContext } from './contexts.ts'
import { presentConversation } from './conversations.ts'
import { presentFeedback } from './feedback.ts'
import { idOf } from './ids.ts'
import { presentMessage } from './presentMessage.ts'

/** Most records that an export holds at a time. */
const PAGE = 200

const lines = {
  title: 'ContextExport',
  type: 'string',
  contentMediaType: 'application/x-ndjson',
  description:
    'One JSON object a line: a record as it is read elsewhere, and its `type`: `context`, `conversation`, `message` or `feedback`.',
}

const ORDER =
  'The context first, then each conversation that `erase=everything` would delete, oldest first, followed by its messages and its feedback. A failure on the way breaks the connection, so that a file which ends well is complete.'

export const contextExport = new Router<State, Services>()
contextExport.get(
  '/api/v1/contexts/:id/export',
  operation('exportContext', 'Export all that belongs to a user, as JSON lines', { 200: lines }, ORDER),
  authenticate('application', 'dashboard'),
  rateLimit,
  getExport,
)

async function getExport(ctx: Ctx) {
  const { organization_id } = ctx.state.caller
  const context = await contextRecords.get(ctx.db, organization_id, idOf(ctx, 'context'))
  ctx.attachment(`context-${context.id}.jsonl`)
  ctx.set('Content-Type', 'application/x-ndjson; charset=utf-8')
  // Koa reads on only as fast as the client does, stops when it goes away, and cuts the connection at an error.
  ctx.body = Readable.from(linesOf(ctx.db, organization_id, context))
}

async function* linesOf(db: Db, organizationId: string, context: Context): AsyncGenerator<string> {
  yield lineOf('context', presentContext(context))
  for await (const conversation of all((page) => listConversationsOf(db, organizationId, context, page))) {
    const { id: thread_id } = conversation
    yield lineOf('conversation', presentConversation(conversation))
    for await (const message of all((page) => listMessages(db, organizationId, thread_id, page)))
      yield lineOf('message', presentMessage(message))
    for await (const one of all((page) => feedbackRecords.list(db, organizationId, { thread_id }, page)))
      yield lineOf('feedback', presentFeedback.conversation(one))
  }
}

const lineOf = (type: string, record: object) => `${JSON.stringify({ type, ...record })}\n`

/** Every record of a list, read page by page: no database connection is held while the client takes its time. */
async function* all<Row extends { id: string }>(
  read: (page: Page) => Promise<Paged<Row>>,
): AsyncGenerator<Row> {
  let after: string | undefined
  do {
    const { rows, has_more } = await read({ limit: PAGE, order: 'asc', ...(after ? { after } : {}) })
    yield* rows
    after = has_more ? rows.at(-1)!.id : undefined
  } while (after)
}
