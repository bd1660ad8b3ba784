import { Readable } from 'node:stream'
import Router from '@koa/router'
import { listCustomerSpending } from '../../../shared/budgets/budgets.ts'
import { type Attachment, findContent, listAttachments } from '../../../shared/chat/attachments.ts'
import { type Context, contextRecords, listThreadsOf } from '../../../shared/chat/contexts.ts'
import { presentHandoff } from '../../../shared/handoffs/presentHandoff.ts'
import { handoffRecords } from '../../../shared/handoffs/records.ts'
import { AppError } from '../../../shared/lib/errors.ts'
import { findContact, presentContact } from '../../../shared/mail/contacts.ts'
import { presentWholeCall } from '../../../shared/tools/presentToolCall.ts'
import { listWholeCalls } from '../../../shared/tools/toolCalls.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { operation } from '../../http/operation.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { limitConcurrency } from '../../middleware/limitConcurrency.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { idOf } from '../records/ids.ts'
import { presentContext } from './contexts.ts'
import { lineOf, pagesOf, transcriptOf } from './transcript.ts'

const lines = {
  title: 'ContextExport',
  type: 'string',
  contentMediaType: 'application/x-ndjson',
  description:
    'A file with one JSON object per line: a record as its own route answers it, and its `type`: `context`, `conversation`, `session`, `contact` (the address that was left in a chat), `message`, `feedback`, `tool_call` (with its arguments and its result) or `handoff`. Two types exist only here: `attachment`, a file with its `content` in base64 (null: the object storage no longer has it), and `budget_spending`, what the user has spent of a budget for customers.',
}

const ORDER =
  'The context first, with what its user has spent of budgets, then each conversation, and each session as a verified visitor, that `erase=everything` would delete, the oldest first, each followed by its messages, its feedback, its files, the calls of tools and its handoffs to people. A failure breaks the connection, so a file that ends properly is complete.'

export const contextExport = new Router<State, Services>()
contextExport.get(
  '/api/v1/contexts/:id/export',
  operation('exportContext', 'Export all data of a user, as JSON lines', { 200: lines }, ORDER),
  authenticate('application', 'dashboard'),
  rateLimit,
  limitConcurrency,
  getExport,
)

async function getExport(ctx: Ctx) {
  const { organization_id } = ctx.state.caller
  const context = await contextRecords.get(ctx.db, organization_id, idOf(ctx, 'context'))
  ctx.attachment(`context-${context.id}.jsonl`)
  ctx.set('Content-Type', 'application/x-ndjson; charset=utf-8')
  // Koa reads no faster than the client, stops when it disconnects, and closes the connection at an
  // error.
  ctx.body = Readable.from(linesOf(ctx, organization_id, context))
}

async function* linesOf(
  { db, sealer, files }: Pick<Ctx, 'db' | 'sealer' | 'files'>,
  organizationId: string,
  context: Context,
): AsyncGenerator<string> {
  yield textOf([lineOf('context', presentContext(context))])
  const spent = await listCustomerSpending(db, organizationId, context.user_reference)
  if (spent.length) yield textOf(spent.map((spending) => lineOf('budget_spending', spending)))
  for await (const page of pagesOf((page) => listThreadsOf(db, organizationId, context, page)))
    for (const thread of page) {
      for await (const lines of transcriptOf(db, organizationId, thread)) yield textOf(lines)
      const contact = await findContact(db, organizationId, thread.id)
      if (contact)
        yield textOf([lineOf('contact', presentContact(sealer, organizationId, contact))])
      for await (const page of pagesOf((page) =>
        listAttachments(db, organizationId, thread.id, page),
      ))
        for (const file of page) yield textOf([await fileLine({ db, files }, file)])
      for await (const calls of pagesOf((page) =>
        listWholeCalls(db, organizationId, thread.id, page),
      ))
        yield textOf(calls.map((call) => lineOf('tool_call', presentWholeCall(call))))
      const of = { thread_id: thread.id }
      for await (const handoffs of pagesOf((page) =>
        handoffRecords.list(db, organizationId, of, page),
      ))
        yield textOf(
          handoffs.map((handoff) => lineOf('handoff', presentHandoff(thread.kind, handoff))),
        )
    }
}

/** Writes a file with its bytes. Only one file at a time is in memory. */
async function fileLine({ db, files }: Pick<Ctx, 'db' | 'files'>, file: Attachment) {
  const {
    id,
    organization_id,
    thread_id,
    message_id,
    file_name: name,
    media_type,
    size_bytes,
    created_at,
  } = file
  const stored = await findContent(db, organization_id, id)
  const content = stored && (await files.get(stored).catch(unlessMissing))
  return lineOf('attachment', {
    id,
    thread_id,
    message_id,
    name,
    media_type,
    bytes: size_bytes,
    created_at,
    content: content?.toString('base64') ?? null,
  })
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'file_missing')) throw error
}

const textOf = (lines: readonly object[]) =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('')
