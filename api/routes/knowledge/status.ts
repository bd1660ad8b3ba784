import Router from '@koa/router'
import { countChunks } from '../../../shared/knowledge/chunkLimit.ts'
import { readEmbeddingProgress } from '../../../shared/knowledge/embeddings.ts'
import { countEntries } from '../../../shared/knowledge/entries.ts'
import { nameForTenants } from '../../../shared/lib/catalog/static.ts'
import { vectorFormOf } from '../../../shared/models/embeddingMarks.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { count, described, jobError, object, one, orNull, text } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'

const embedding = object(
  'EmbeddingProgress',
  'Progress of embedding the knowledge, in pieces of entries.',
  {
    model: {
      ...text('The embedding model of the service, as `provider:model`.'),
      examples: ['openai:text-embedding-3-small'],
    },
    total: count('All pieces of the knowledge.'),
    done: count('Pieces that are found by their meaning as well as by their words.'),
    refused: count('Pieces that the model refuses; they are found only by their words.'),
    error: {
      ...jobError,
      description: 'Why the last try failed; workers try again. Null: the last try did not fail.',
    },
  },
)

const states = {
  processing: count('Entries that wait to be indexed or are being indexed.'),
  ready: count('Entries that are indexed.'),
  failed: count('Entries that could not be indexed; the `error` of each says why.'),
}
const ofKind = object(
  'KindCounts',
  'How many entries of one kind there are, by their state.',
  states,
)

const status = object('KnowledgeStatus', 'Progress of indexing and embedding all knowledge.', {
  entries: object('EntryCounts', 'How many entries there are, by their state.', {
    ...states,
    kinds: object('EntryCountsByKind', 'The same for each kind of entry.', {
      file: described(ofKind, 'Entries of files.'),
      qa: described(ofKind, 'Entries of question/answer pairs.'),
      url: described(ofKind, 'Entries of web pages and sites.'),
    }),
  }),
  pieces: object('KnowledgePieces', 'How much knowledge there is, and how much there may be.', {
    used: count('Pieces of text of all entries.'),
    most: count(
      'The most pieces, by the setting `ORGANIZATION_MAX_CHUNKS`. An entry that would exceed it fails with `knowledge_full`.',
    ),
  }),
  search: {
    type: 'string',
    enum: ['words', 'words_and_meaning'],
    description:
      'How knowledge is found now: only by its `words`, because the service has no embedding model or no piece has a vector yet; or by `words_and_meaning`.',
  },
  query_model: orNull(
    text('The model that writes queries for questions whose own words may find nothing.'),
    'no model does',
  ),
  embedding: orNull(
    embedding,
    'the service has no embedding model and finds knowledge by its words alone',
  ),
})

export const knowledgeStatus = new Router<State, Services>()
knowledgeStatus.get(
  '/api/v1/knowledge/status',
  operation(
    'readKnowledgeStatus',
    'Read the progress of indexing and embedding all knowledge',
    { 200: one(status) },
    'With the setting `EMBEDDING_MODEL`, or `COMPOSE_PROFILES=meaning` in Docker Compose, the operator can have knowledge found by its meaning as well, so that "vehicles" finds "cars". With another embedding model, the service embeds all knowledge again: `done` rises until it is `total` minus `refused`. Pieces that are not embedded yet are found by their words.',
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  readStatus,
)

async function readStatus(ctx: Ctx) {
  const { organization_id } = ctx.state.caller
  const { EMBEDDING_MODEL: model, QUERY_MODEL: query_model = null } = ctx.config
  const [entries, used, progress] = await Promise.all([
    countEntries(ctx.db, organization_id),
    countChunks(ctx.db, organization_id),
    model &&
      readEmbeddingProgress(
        ctx.db,
        organization_id,
        vectorFormOf({ ...ctx.config, EMBEDDING_MODEL: model }),
      ),
  ])
  answer(ctx, 200, 'The state of the knowledge.', {
    entries,
    query_model,
    pieces: { used, most: ctx.config.ORGANIZATION_MAX_CHUNKS },
    search: progress && (progress.done > 0 || progress.total === 0) ? 'words_and_meaning' : 'words',
    embedding: progress ? { model: nameForTenants(model!), ...progress } : null,
  })
}
