import Router from '@koa/router'
import { createEntry, qaRecords } from '../../../shared/knowledge/knowledge.ts'
import { presentEntry } from '../../../shared/knowledge/presentEntry.ts'
import type { Services, State } from '../../context.ts'
import { ifMatch } from '../../http/etags.ts'
import { operation } from '../../http/operation.ts'
import { deleted, many, one, orNull } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit, rateLimitReads } from '../../middleware/rateLimit.ts'
import { validateChanges, validateNew, validateQuery } from '../../middleware/validate.ts'
import { entryReach } from '../records/agentReach.ts'
import { changesOf } from '../records/changes.ts'
import { handlersOf } from '../records/crud.ts'
import { validatePage } from '../records/paging.ts'
import {
  acceptanceOf,
  CHUNKS,
  chunkPage,
  chunksAnswer,
  entryFilters,
  entryHandlers,
  entryRecord,
  READ_AGAIN,
  servedAgents,
  WAITS,
} from './entries.ts'

const fields = {
  question: {
    type: 'string',
    minLength: 1,
    maxLength: 2000,
    pattern: '\\S',
    examples: ['How long does a parcel take?'],
    description:
      'What users ask; if a user asks the same, the pair answers first. Must not be blank.',
  },
  answer: {
    type: 'string',
    minLength: 1,
    maxLength: 20000,
    pattern: '\\S',
    examples: ['Two days.'],
    description: 'What agents should answer; must not be blank.',
  },
  tags: {
    type: 'array',
    maxItems: 20,
    items: { type: 'string', minLength: 1, maxLength: 60 },
    description: 'Words with which people sort pairs; they are not searched. Default: none.',
  },
  source: {
    type: 'string',
    maxLength: 200,
    description: 'Where the pair comes from, such as `manual`; for people.',
  },
} as const

const newQa = {
  type: 'object',
  additionalProperties: false,
  required: ['question', 'answer'],
  properties: { ...fields, ...servedAgents },
  examples: [
    {
      question: 'How long does a parcel take?',
      answer: 'Two days within the country.',
      tags: ['shipping'],
      source: 'manual',
    },
  ],
} as const

export const qaEntry = entryRecord(
  'QaEntry',
  'A question/answer pair from which agents may answer.',
  {
    ...fields,
    source: orNull(fields.source, 'not given'),
  },
)
const { list, read, show, remove } = handlersOf(qaRecords, presentEntry, 'its index', entryReach)
const { post, patch, reindex, chunks } = entryHandlers(qaRecords, ['agent_ids', 'tags', 'source'])

export const qa = new Router<State, Services>()
qa.post(
  '/api/v1/knowledge/qa',
  operation(
    'createQa',
    'Add a question/answer pair',
    { 201: one(qaEntry), 202: one(qaEntry) },
    WAITS,
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validateNew(newQa),
  (ctx) =>
    post(ctx, (db, organizationId, fields) =>
      createEntry(db, organizationId, 'qa', fields, acceptanceOf(ctx)),
    ),
)
qa.get(
  '/api/v1/knowledge/qa',
  operation(
    'listQa',
    'List the question/answer pairs',
    { 200: many(qaEntry) },
    'Pairs with their answers, newest first by default. `GET /api/v1/knowledge` searches them.',
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validatePage('desc', { table: 'knowledge_entries', kind: 'qa' }, entryFilters),
  list,
)
qa.get(
  '/api/v1/knowledge/qa/:id',
  operation(
    'readQa',
    'Read a question/answer pair',
    { 200: one(qaEntry) },
    'With the state of its indexing. Does not count against the hourly limit: 30 times as many reads are allowed.',
  ),
  authenticate('application', 'dashboard'),
  rateLimitReads,
  read,
)
qa.patch(
  '/api/v1/knowledge/qa/:id',
  operation(
    'changeQa',
    'Change a question/answer pair',
    { 200: one(qaEntry), 202: one(qaEntry) },
    `Changes only the fields in the body, and reindexes the pair if \`question\` or \`answer\` is among them. ${WAITS}`,
    ifMatch('pair'),
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validateChanges(
    { ...changesOf(newQa), examples: [{ answer: 'One day within the country.' }] },
    show,
  ),
  patch,
)
qa.delete(
  '/api/v1/knowledge/qa/:id',
  operation(
    'deleteQa',
    'Delete a question/answer pair, with its index',
    { 200: deleted },
    'Agents no longer answer from it. Citations in earlier replies stay.',
    ifMatch('pair'),
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  remove,
)
qa.post(
  '/api/v1/knowledge/qa/:id/reindex',
  operation(
    'reindexQa',
    'Read and index a question/answer pair again',
    { 200: one(qaEntry), 202: one(qaEntry) },
    READ_AGAIN,
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  reindex,
)
qa.get(
  '/api/v1/knowledge/qa/:id/chunks',
  operation(
    'listQaChunks',
    'List the chunks of a question/answer pair',
    { 200: chunksAnswer },
    CHUNKS,
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validateQuery(chunkPage),
  chunks,
)
