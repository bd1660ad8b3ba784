import type { FromSchema } from 'json-schema-to-ts'
import type { Db } from '../../../shared/db/db.ts'
import { requireAgents } from '../../../shared/store/accounts/agents.ts'
import type { NumberedPage } from '../../../shared/store/analytics/requests.ts'
import { listChunks } from '../../../shared/store/knowledge/chunks.ts'
import {
  type EntryFields,
  type EntryRecords,
  type KnowledgeEntry,
  reindexEntry,
} from '../../../shared/store/knowledge/knowledge.ts'
import { queueCapacityOf } from '../../../shared/store/queue/backlog.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import type { Ctx } from '../../context.ts'
import { answer, answerNumbered } from '../../http/envelope.ts'
import { validationFailed } from '../../http/fieldErrors.ts'
import { once, wasReplayed } from '../../http/idempotent.ts'
import {
  jobError,
  numbered,
  object,
  orNull,
  presenter,
  record,
  type Schema,
  text,
  time,
  uuid,
} from '../../http/plainSchemas.ts'
import { waitSeconds } from '../../http/prefer.ts'
import { changeRecord } from '../records/crud.ts'
import { idOf } from '../records/ids.ts'

/** The agents that an entry serves, in each kind's POST and PATCH. */
export const servedAgents = {
  agent_id: { type: 'string', format: 'uuid', description: 'Short for `agent_ids` with one.' },
  agent_ids: {
    type: 'array',
    minItems: 1,
    maxItems: 100,
    uniqueItems: true,
    items: { type: 'string', format: 'uuid' },
    description: 'The agents that the entry serves. Without it: every agent of the organization.',
  },
} as const
type ServedAgents = FromSchema<{
  type: 'object'
  properties: typeof servedAgents
  additionalProperties: false
}>
type Fields = EntryFields & ServedAgents

/** What lists of entries can be filtered by. */
export const entryFilters = {
  status: { type: 'string', enum: ['processing', 'ready', 'failed'] },
  agent_id: { type: 'string', format: 'uuid', description: 'Entries that serve this agent.' },
} as const

export const WAITS =
  'Answers when the entry is indexed, or could not be: then its `status` is `failed` and `error` says why. After `REPLY_WAIT_SECONDS` (25; less by `Prefer: wait=N`, none by `Prefer: respond-async`) answers 202, and indexing goes on.'

const pagesDone = {
  type: 'object',
  additionalProperties: false,
  required: ['done', 'total'],
  properties: { done: { type: 'integer', minimum: 0 }, total: { type: 'integer', minimum: 0 } },
} as const

/** An entry as it is answered: the fields of its kind, and what all kinds have. */
export const entryRecord = (title: string, properties: Readonly<Record<string, Schema>>) =>
  record(title, {
    ...properties,
    agent_ids: {
      ...orNull({ type: 'array', items: uuid }),
      description: 'The agents that the entry serves; null: every agent of the organization.',
    },
    status: { type: 'string', enum: ['processing', 'ready', 'failed'] },
    progress: {
      ...orNull(pagesDone),
      description:
        'While a PDF is read, or a site: how many of its pages are, of how many that are known of. Else null.',
    },
    error: jobError,
    chunk_count: { type: 'integer', minimum: 0, description: 'In how many pieces it can be found.' },
    indexed_at: orNull(time),
  })

export function entryPresenter(schema: Schema): (entry: KnowledgeEntry) => Partial<KnowledgeEntry> {
  const present = presenter<KnowledgeEntry>(schema)
  return (entry) => present({ ...entry, ...presentState(entry) })
}

/** To a client, a waiting entry is as unfinished as one that is being read. */
export const presentState = ({
  status,
  progress,
}: Pick<KnowledgeEntry, 'status' | 'progress'>): Pick<KnowledgeEntry, 'status' | 'progress'> => ({
  status: status === 'pending' ? 'processing' : status,
  progress: status === 'pending' || status === 'processing' ? progress : null,
})

type Create = (db: Db, organizationId: string, fields: EntryFields) => Promise<string>

/** What a kind's POST and PATCH have in common with the other kinds'. */
export function entryHandlers(
  records: EntryRecords,
  present: (entry: KnowledgeEntry) => unknown,
  /** Fields that do not affect what is found: changing only these indexes nothing. */
  unindexed: readonly (keyof EntryFields)[],
) {
  return {
    async post(ctx: Ctx, create: Create) {
      const { organization_id } = ctx.state.caller
      const { id } = await once(
        ctx,
        async (db) => {
          const fields = await withAgents(db, organization_id, ctx.state.body as Fields)
          return { id: await create(db, organization_id, { agent_ids: null, ...fields }) }
        },
        async (earlier) => ({ id: earlier }),
      )
      await answerIndexed(ctx, records, present, id, 201)
    },

    /** Like the POST: waits until the changed entry is indexed, if there is something to index. */
    async patch(ctx: Ctx) {
      const { organization_id } = ctx.state.caller
      const id = idOf(ctx, records.name)
      const changes = await withAgents(ctx.db, organization_id, ctx.state.body as Fields)
      if (Object.keys(changes).every((name) => (unindexed as readonly string[]).includes(name))) {
        const entry = await changeRecord(ctx, records, id, changes as Partial<KnowledgeEntry>)
        return answer(ctx, 200, 'Changed.', present(entry))
      }
      const before = await reindexEntry(ctx.db, organization_id, records, id, changes, acceptanceOf(ctx))
      noteAudit(ctx, { before })
      await answerIndexed(ctx, records, present, id, 200)
    },

    /** Indexes an entry again that failed or whose source has changed, as a PATCH without changes would. */
    async reindex(ctx: Ctx) {
      const { organization_id } = ctx.state.caller
      const id = idOf(ctx, records.name)
      await once(
        ctx,
        async (db) => {
          await reindexEntry(db, organization_id, records, id, {}, acceptanceOf(ctx))
          return { id }
        },
        async (earlier) => ({ id: earlier }),
      )
      await answerIndexed(ctx, records, present, id, 200)
    },

    /** What was read of the entry. */
    async chunks(ctx: Ctx) {
      const { organization_id } = ctx.state.caller
      const page = ctx.state.query as NumberedPage
      const { id, chunk_count } = await records.get(ctx.db, organization_id, idOf(ctx, records.name))
      const rows = await listChunks(ctx.db, organization_id, id, page)
      answerNumbered(ctx, { rows, total: chunk_count }, page)
    },
  }
}

/** The query of an entry's chunks. */
export const chunkPage = {
  type: 'object',
  additionalProperties: false,
  properties: {
    page: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 },
    page_size: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  },
} as const

export const chunksAnswer = numbered(
  object('Chunk', {
    position: { type: 'integer', minimum: 1, description: 'Its place in the entry.' },
    heading: { ...text, description: 'The headings above it, from the outermost on, with ` › ` between.' },
    text,
    language: { ...text, description: 'Whose word forms it is found by; `simple`: none of them.' },
    page_url: { ...orNull(text), description: 'Of a site: the page that it is from.' },
    page_title: orNull(text),
  }),
)

export const READ_AGAIN = `For an entry that failed, or whose source has changed. Until it is indexed anew, what was known of it answers. ${WAITS}`
export const CHUNKS = 'Piece by piece, as replies are made from them and cite them.'

/** Where an entry's outcome is reported, and how long indexing may take. */
export const acceptanceOf = (ctx: Ctx) => ({
  request_id: ctx.state.requestId,
  reply_to: ctx.address,
  deadline_seconds: ctx.config.INDEX_DEADLINE_SECONDS,
  wake_up_grace_ms: ctx.config.times.wakeUpGraceMs,
  capacity: queueCapacityOf(ctx.config),
})

const PATHS = {
  qa: '/api/v1/knowledge/qa',
  url: '/api/v1/knowledge/urls',
  file: '/api/v1/knowledge/files',
}

const isFinished = ({ status }: KnowledgeEntry) => status === 'ready' || status === 'failed'

/** Wakes a worker and waits until the entry is indexed: `status`, or 202 while it is not. */
export async function answerIndexed(
  ctx: Ctx,
  records: EntryRecords,
  present: (entry: KnowledgeEntry) => unknown,
  id: string,
  status: number,
): Promise<void> {
  const { organization_id } = ctx.state.caller
  const job = { id, organization_id, request_id: ctx.state.requestId }
  // The entry of a repeated request may be indexed long since, or deleted: then no notification comes.
  const earlier = wasReplayed(ctx) ? await records.get(ctx.db, organization_id, id) : undefined
  const finished =
    earlier && isFinished(earlier) ? earlier : await ctx.entryWaiter.ask(job, waitSeconds(ctx), ctx.res)
  const entry = finished ?? (await records.get(ctx.db, organization_id, id))
  if (entry.status === 'ready') return answer(ctx, status, 'Stored and indexed.', present(entry))
  if (entry.status === 'failed')
    return answer(ctx, status, `Stored, but not indexed: ${entry.error?.detail}`, present(entry))
  ctx.set({ Location: `${PATHS[entry.kind]}/${id}`, 'Retry-After': '2' })
  answer(ctx, 202, 'Stored. Indexing goes on.', present(entry))
}

/** The fields, with `agent_id` written out as `agent_ids`; null: every agent of the organization. */
export async function withAgents(
  db: Db,
  organizationId: string,
  { agent_id, agent_ids, ...fields }: Fields,
): Promise<EntryFields> {
  if (agent_id === undefined && agent_ids === undefined) return fields
  if (agent_id && agent_ids)
    throw validationFailed([
      { field: 'agent_id', code: 'conflict', detail: 'must not be given beside agent_ids' },
    ])
  const wanted = agent_ids ?? (agent_id ? [agent_id] : null)
  if (!wanted) return { ...fields, agent_ids: null }
  await requireAgents(db, organizationId, wanted)
  return { ...fields, agent_ids: wanted }
}
