import type { FromSchema } from 'json-schema-to-ts'
import { requireAgents } from '../../../shared/agents/agents.ts'
import type { NumberedPage } from '../../../shared/analytics/requests.ts'
import { queueCapacityOf } from '../../../shared/jobs/backlog.ts'
import { listChunks } from '../../../shared/knowledge/chunks.ts'
import {
  type EntryFields,
  type EntryRecords,
  type KnowledgeEntry,
  reindexEntry,
} from '../../../shared/knowledge/knowledge.ts'
import { presentEntry } from '../../../shared/knowledge/presentEntry.ts'
import type { Db } from '../../../shared/lib/db/db.ts'
import { AppError, notFound } from '../../../shared/lib/errors.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import type { Ctx } from '../../context.ts'
import { answer, answerNumbered } from '../../http/envelope.ts'
import { seenBy } from '../../http/etags.ts'
import { validationFailed } from '../../http/fieldErrors.ts'
import { idempotently, wasReplayed } from '../../http/idempotent.ts'
import { waitSeconds } from '../../http/prefer.ts'
import {
  count,
  jobError,
  numbered,
  object,
  orNull,
  record,
  type Schema,
  text,
  time,
  uuid,
} from '../../http/schemas.ts'
import { heading, page } from '../../http/sources.ts'
import { entryReach, reachesAgent } from '../records/agentReach.ts'
import { changeRecord, requireReach } from '../records/crud.ts'
import { idOf } from '../records/ids.ts'
import { pageNumber } from '../records/paging.ts'

/** The agents that an entry serves, in each kind's POST and PATCH. */
export const servedAgents = {
  agent_id: uuid(
    'Id of the only agent that the entry serves: short for `agent_ids` with a single id. Not together with `agent_ids`.',
  ),
  agent_ids: {
    type: 'array',
    minItems: 1,
    maxItems: 100,
    uniqueItems: true,
    items: { type: 'string', format: 'uuid' },
    description:
      'Ids of the agents that may answer from the entry. Default: every agent of the organization.',
  },
} as const
type ServedAgents = FromSchema<{
  type: 'object'
  properties: typeof servedAgents
  additionalProperties: false
}>
type Fields = EntryFields & ServedAgents

const states = { type: 'string', enum: ['processing', 'ready', 'failed'] } as const

/** The filters of lists of entries. */
export const entryFilters = {
  status: { ...states, description: 'Entries in this state.' },
  agent_id: uuid(
    'Entries from which this agent may answer, including those that serve every agent.',
  ),
} as const

export const WAITS =
  'Answers when the entry is indexed, or when indexing failed: then its `status` is `failed`, and `error` says why. After `REPLY_WAIT_SECONDS` (25; less by `Prefer: wait=N`, none by `Prefer: respond-async`) answers 202, and indexing continues.'

const pagesDone = {
  type: 'object',
  additionalProperties: false,
  required: ['done', 'total'],
  properties: {
    done: count('Pages that were read.'),
    total: count('Pages that are known so far.'),
  },
  description: 'Progress of reading a PDF or site, in pages.',
} as const

/** The schema of an entry in answers: the fields of its kind, and what all kinds have. */
export const entryRecord = (
  title: string,
  description: string,
  properties: Readonly<Record<string, Schema>>,
) =>
  record(
    title,
    description,
    {
      ...properties,
      agent_ids: orNull(
        {
          type: 'array',
          items: { type: 'string', format: 'uuid' },
          description: 'Ids of the agents that may answer from the entry.',
        },
        'every agent of the organization',
      ),
      status: {
        ...states,
        description:
          '`processing`: it waits to be indexed or is being indexed; `ready`: agents answer from it; `failed`: `error` says why.',
      },
      progress: orNull(pagesDone, 'it is not being read, or has no pages'),
      error: jobError,
      warnings: {
        type: 'array',
        items: { type: 'string' },
        description:
          'What could not be read of its text, such as pages that may be scanned; empty: all was read.',
      },
      chunk_count: count('Pieces of its text, as they are found and cited.'),
      indexed_at: orNull(time('When its text was last indexed'), 'not yet'),
    },
    'knowledge_entry',
  )

type Create = (db: Db, organizationId: string, fields: EntryFields) => Promise<string>

/** Makes the handlers of POST, PATCH, reindex and chunks, which all kinds have in common. */
export function entryHandlers(
  records: EntryRecords,
  /** Fields that do not affect retrieval: a change of these alone indexes nothing. */
  unindexed: readonly (keyof EntryFields)[],
) {
  return {
    async post(ctx: Ctx, create: Create) {
      const { organization_id } = ctx.state.caller
      const { id } = await idempotently(
        ctx,
        async (db) => {
          const body = withinReach(ctx, ctx.state.body as Fields, true)
          const fields = await withAgents(db, organization_id, body)
          return { id: await create(db, organization_id, { agent_ids: null, ...fields }) }
        },
        async (earlier) => ({ id: earlier }),
      )
      await answerIndexed(ctx, records, id, 201)
    },

    /** Waits like the POST until the changed entry is indexed, if there is something to index. */
    async patch(ctx: Ctx) {
      const { organization_id } = ctx.state.caller
      const id = idOf(ctx, records.name)
      await requireReach(ctx, records, id, entryReach)
      const body = withinReach(ctx, ctx.state.body as Fields, false)
      const changes = await withAgents(ctx.db, organization_id, body)
      if (Object.keys(changes).every((name) => (unindexed as readonly string[]).includes(name))) {
        const entry = await changeRecord(
          ctx,
          records,
          presentEntry,
          id,
          changes as Partial<KnowledgeEntry>,
        )
        return answer(ctx, 200, 'Changed.', presentEntry(entry))
      }
      const before = await reindexEntry(
        ctx.db,
        organization_id,
        records,
        id,
        changes,
        acceptanceOf(ctx),
        seenBy(ctx, presentEntry),
      )
      noteAudit(ctx, { before })
      await answerIndexed(ctx, records, id, 200)
    },

    /** Indexes an unchanged entry again, because it failed or its source has changed. */
    async reindex(ctx: Ctx) {
      const { organization_id } = ctx.state.caller
      const id = idOf(ctx, records.name)
      await requireReach(ctx, records, id, entryReach)
      await idempotently(
        ctx,
        async (db) => {
          await reindexEntry(db, organization_id, records, id, {}, acceptanceOf(ctx))
          return { id }
        },
        async (earlier) => ({ id: earlier }),
      )
      await answerIndexed(ctx, records, id, 200)
    },

    /** Lists the chunks of the entry. */
    async chunks(ctx: Ctx) {
      const { organization_id } = ctx.state.caller
      const page = ctx.state.query as NumberedPage
      const wanted = idOf(ctx, records.name)
      const { id, chunk_count } = await records.get(
        ctx.db,
        organization_id,
        wanted,
        entryReach.reads(ctx),
      )
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
    page: pageNumber,
    page_size: {
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: 20,
      description: 'Maximum number of pieces on a page.',
    },
  },
} as const

export const chunksAnswer = numbered(
  object('Chunk', 'A piece of an entry, which replies use and cite.', {
    position: {
      type: 'integer',
      minimum: 1,
      description: 'Place of the piece in the entry; the first is 1.',
    },
    heading,
    text: text('Text of the piece.'),
    language: text(
      'Language of this piece, whose word forms the search knows, by its English name, such as `german`; `simple`: only exact words are found.',
    ),
    page_url: orNull(
      text(
        'Address of the web page from which the piece comes, if it is not the `url` of the entry.',
      ),
      "it is the entry's `url`, or the entry is a file or pair",
    ),
    page_title: orNull(
      text('Title of the page of a site from which the piece comes.'),
      'the title of the entry applies',
    ),
    page,
  }),
)

export const READ_AGAIN = `For an entry that failed, or whose source has changed. Until it is reindexed, agents answer from its earlier text. ${WAITS}`
export const CHUNKS = 'The pieces of its text in order, as replies use and cite them.'

/**
 * Returns the conditions on which an entry is accepted: which process is notified of the outcome,
 * its deadline, and the queue's capacity.
 */
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

/**
 * Wakes a worker and waits until the entry is indexed: answers `status` then, or 202 if it takes
 * too long.
 */
export async function answerIndexed(
  ctx: Ctx,
  records: EntryRecords,
  id: string,
  status: number,
): Promise<void> {
  const { organization_id } = ctx.state.caller
  const job = { id, organization_id, request_id: ctx.state.requestId }
  // The entry of a repeated request may have been indexed long ago, or deleted: then no
  // notification comes.
  const earlier = wasReplayed(ctx) ? await records.get(ctx.db, organization_id, id) : undefined
  const finished =
    earlier && isFinished(earlier)
      ? earlier
      : await ctx.entryWaiter.ask(job, waitSeconds(ctx), ctx.res)
  const entry = finished ?? (await records.get(ctx.db, organization_id, id))
  if (entry.status === 'ready')
    return answer(ctx, status, 'Stored and indexed.', presentEntry(entry))
  if (entry.status === 'failed')
    return answer(
      ctx,
      status,
      `Stored, but not indexed: ${entry.error?.detail}`,
      presentEntry(entry),
    )
  ctx.set({ Location: `${PATHS[entry.kind]}/${id}`, 'Retry-After': '2' })
  answer(ctx, 202, 'Stored. Indexing continues.', presentEntry(entry))
}

/**
 * Limits the agents that a limited key names to its own, of which one must remain. A new entry
 * without agents serves the key's agents.
 * @throws AppError not_found for another agent, scope for all agents
 */
function withinReach(ctx: Ctx, body: Fields, isNew: boolean): Fields {
  const reached = ctx.state.caller.agent_ids
  if (reached === null) return body
  const { agent_id, agent_ids } = body
  if (agent_id === undefined && agent_ids === undefined) {
    if (!isNew) return body
    if (reached.length > 0) return { ...body, agent_ids: [...reached] }
  }
  if (!agent_id && !agent_ids)
    throw new AppError(
      'scope',
      'This key is for single agents: name the agents that the entry serves.',
    )
  const wanted = [...(agent_ids ?? []), ...(agent_id ? [agent_id] : [])]
  if (!wanted.every((id) => reachesAgent(ctx, id))) throw notFound('agent')
  return body
}

/**
 * Replaces `agent_id` by `agent_ids`; null: every agent of the organization. @throws AppError
 * validation_failed, not_found
 */
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
