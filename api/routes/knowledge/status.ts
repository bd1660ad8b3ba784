import Router from '@koa/router'
import { readEmbeddingProgress } from '../../../shared/store/knowledge/embeddings.ts'
import { countEntries } from '../../../shared/store/knowledge/entries.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { jobError, object, one, orNull } from '../../http/plainSchemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'

const count = (description: string) => ({ type: 'integer', minimum: 0, description })

const embedding = object('EmbeddingProgress', {
  model: { type: 'string', examples: ['openai:text-embedding-3-small'] },
  total: count('Pieces of the knowledge.'),
  done: count('Those that can be found by their meaning as well as by their words.'),
  refused: count('Those that the model takes no text of, and that are found by their words alone.'),
  error: { ...jobError, description: 'Why the last try failed; it is tried again by itself.' },
})

const states = {
  processing: count('Waiting to be indexed, or being indexed.'),
  ready: count('Indexed.'),
  failed: count('Could not be indexed; `error` of each says why.'),
}
const ofKind = object('KindCounts', states)

const status = object('KnowledgeStatus', {
  entries: object('EntryCounts', {
    ...states,
    kinds: object('EntryCountsByKind', { file: ofKind, qa: ofKind, url: ofKind }),
  }),
  embedding: { ...orNull(embedding), description: 'Null: the service finds knowledge by its words alone.' },
})

export const knowledgeStatus = new Router<State, Services>()
knowledgeStatus.get(
  '/api/v1/knowledge/status',
  operation(
    'readKnowledgeStatus',
    'How far the indexing and embedding of all knowledge is',
    { 200: one(status) },
    'When the service has got another embedding model, all knowledge is embedded anew: `done` rises until it is `total` less `refused`. What is not done yet is found by its words.',
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  readStatus,
)

async function readStatus(ctx: Ctx) {
  const { organization_id } = ctx.state.caller
  const model = ctx.config.EMBEDDING_MODEL
  const [entries, progress] = await Promise.all([
    countEntries(ctx.db, organization_id),
    model && readEmbeddingProgress(ctx.db, organization_id, model),
  ])
  answer(ctx, 200, 'The state of the knowledge.', {
    entries,
    embedding: progress ? { model, ...progress } : null,
  })
}
