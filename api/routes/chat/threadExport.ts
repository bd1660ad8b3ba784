import Router from '@koa/router'
import { anyThread, type Thread } from '../../../shared/chat/threads.ts'
import { listThreadsByAge } from '../../../shared/inbox/threadList.ts'
import type { Db } from '../../../shared/lib/db/db.ts'
import type { Ctx, Services, State } from '../../context.ts'
import {
  answerDownload,
  type DownloadFormat,
  downloadFormat,
  fileAnswers,
} from '../../http/download.ts'
import { operation } from '../../http/operation.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { limitConcurrency } from '../../middleware/limitConcurrency.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validateQuery } from '../../middleware/validate.ts'
import { idOf } from '../records/ids.ts'
import { type FilterQuery, filterOf, threadFilters } from '../threads/filters.ts'
import { threadReach } from '../threads/threads.ts'
import { type Line, pagesOf, transcriptOf } from './transcript.ts'

const query = (filters: object) => ({
  type: 'object',
  additionalProperties: false,
  properties: {
    format: {
      ...downloadFormat,
      default: 'jsonl',
      description:
        'Form of the file: one JSON object per line, or CSV with a column for each field.',
    },
    ...filters,
  },
})

interface ExportQuery {
  format: DownloadFormat
}

const LINES =
  'Each session or conversation as its own route answers it, then its messages, then its feedback, the oldest first; `type` is the kind of a line: `session`, `conversation`, `message` or `feedback`. A failure breaks the connection, so a file that ends properly is complete.'
const transcripts = fileAnswers.map((file) => ({
  ...file,
  description: 'The transcripts, as a file.',
}))

export const threadExport = new Router<State, Services>()
threadExport.get(
  '/api/v1/threads/export',
  operation(
    'exportThreads',
    'Export the transcripts of sessions and conversations',
    { 200: transcripts },
    `Threads that match the filters, in the order in which they were opened. ${LINES}`,
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validateQuery(query(threadFilters)),
  limitConcurrency,
  getAll,
)
threadExport.get(
  '/api/v1/threads/:id/export',
  operation(
    'exportThread',
    'Export the transcript of a session or conversation',
    { 200: transcripts },
    LINES,
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validateQuery(query({})),
  limitConcurrency,
  getOne,
)

async function getAll(ctx: Ctx) {
  const { format, ...query } = ctx.state.query as ExportQuery & FilterQuery
  const { organization_id } = ctx.state.caller
  const filter = filterOf(ctx, query)
  const threads = pagesOf((page) => listThreadsByAge(ctx.db, organization_id, filter, page))
  answerTranscripts(ctx, format, `conversations-${new Date().toISOString().slice(0, 10)}`, threads)
}

async function getOne(ctx: Ctx) {
  const { format } = ctx.state.query as ExportQuery
  const { organization_id } = ctx.state.caller
  const thread = await anyThread.get(
    ctx.db,
    organization_id,
    idOf(ctx, 'thread'),
    threadReach.changes(ctx),
  )
  answerTranscripts(ctx, format, `${thread.kind}-${thread.id}`, [[thread]])
}

function answerTranscripts(ctx: Ctx, format: DownloadFormat, name: string, threads: Threads) {
  const { organization_id } = ctx.state.caller
  const linesAre = format === 'csv' ? flat : asTheyAre
  answerDownload(ctx, {
    format,
    name,
    columns,
    pages: pages(ctx.db, organization_id, threads, linesAre),
  })
}

type Threads = AsyncIterable<Thread[]> | Thread[][]

async function* pages(db: Db, organizationId: string, threads: Threads, linesAre: typeof flat) {
  for await (const page of threads)
    for (const thread of page)
      for await (const lines of transcriptOf(db, organizationId, thread))
        yield lines.map((line) => linesAre(line, thread))
}

const asTheyAre = (line: Line) => line

/** The columns of a line. Each line has its thread and the thread's customer. */
const COLUMNS = {
  thread: ['kind', 'thread_id', 'customer_id', 'visitor_id', 'title'],
  own: [
    'id',
    'created_at',
    'agent_id',
    'role',
    'status',
    'content',
    'citations',
    'grounded',
    'supported',
    'model',
    'fallback_for',
  ],
  usage: ['input_tokens', 'cached_tokens', 'output_tokens', 'cost_usd'],
  outcome: ['latency_ms', 'finish_reason', 'error', 'request_id', 'in_reply_to'],
  opinion: ['message_id', 'reviewer', 'rating', 'comment'],
} as const
const columns = ['type', ...Object.values(COLUMNS).flat()]

function flat(line: Line, thread: Thread): Line {
  const { kind, id: thread_id, customer_id, visitor_id, title } = thread
  return {
    ...line,
    ...(line.usage as object | null),
    kind,
    thread_id,
    customer_id,
    visitor_id,
    title,
  }
}
