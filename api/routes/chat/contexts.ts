import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import {
  type Context,
  contextRecords,
  type Erased,
  eraseContext,
  mergeTraits,
  putContext,
} from '../../../shared/chat/contexts.ts'
import { AppError } from '../../../shared/lib/errors.ts'
import { isStorableJson, STORED_JSON_RULE, storedJson } from '../../../shared/lib/storable.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { ifMatch, seenBy } from '../../http/etags.ts'
import { validationFailed } from '../../http/fieldErrors.ts'
import { idempotently, wasNeverChanged } from '../../http/idempotent.ts'
import { operation } from '../../http/operation.ts'
import {
  count,
  many,
  object,
  one,
  optional,
  presenter,
  record,
  uuid,
  yes,
} from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { limitConcurrency } from '../../middleware/limitConcurrency.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { noteThreads } from '../../middleware/signalThreads.ts'
import { validate, validateChanges, validateQuery } from '../../middleware/validate.ts'
import { agentReach, agentsOf } from '../records/agentReach.ts'
import { handlersOf } from '../records/crud.ts'
import { idOf } from '../records/ids.ts'
import { validatePage } from '../records/paging.ts'

const newContext = {
  type: 'object',
  additionalProperties: false,
  required: ['user_reference', 'traits'],
  properties: {
    user_reference: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'Your own id of the user. Each has one context.',
    },
    traits: {
      ...storedJson,
      description: 'Free-form data about the user; part of the prompt of each reply to them.',
    },
  },
  examples: [
    {
      user_reference: 'customer-1',
      traits: { name: 'Zoe', subscription_tier: 'gold', preferences: { language: 'en' } },
    },
  ],
} as const
type NewContext = FromSchema<typeof newContext>

const contextFilters = {
  user_reference: {
    ...newContext.properties.user_reference,
    description: 'The context of this user: the whole reference.',
  },
  search: {
    type: 'string',
    minLength: 1,
    maxLength: 200,
    description:
      'Contexts whose `user_reference`, or trait `name` or `email`, contains this text, in capitals or not.',
  },
  sort: {
    type: 'string',
    enum: ['created_at', 'user_reference'],
    default: 'created_at',
    description: 'The order of the list: by creation time, or by reference.',
  },
} as const

const contextChanges = {
  type: 'object',
  additionalProperties: false,
  properties: {
    traits: {
      ...storedJson,
      description: 'Traits to merge into the stored traits; null removes a key.',
    },
  },
  examples: [{ traits: { subscription_tier: 'platinum', preferences: null } }],
} as const
type ContextChanges = FromSchema<typeof contextChanges>

const deletion = {
  type: 'object',
  additionalProperties: false,
  properties: {
    erase: {
      type: 'string',
      enum: ['everything'],
      description:
        "Deletes the user's conversations, messages and feedback as well. Without it, deletes only the context.",
    },
  },
} as const
type Deletion = FromSchema<typeof deletion>

const context = record('Context', 'What you know of one of your users.', newContext.properties)
export const presentContext = presenter<Context>(context)

const deletedContext = optional(
  object('DeletedContext', 'A deleted context. Has the counts with `erase=everything`.', {
    id: uuid('Id of the context that was deleted.'),
    deleted: yes('Always true: the context is deleted.'),
    conversations: count(
      'Conversations that were deleted with it, and sessions as a verified visitor.',
    ),
    messages: count('Messages that were deleted with it.'),
    feedback: count('Ratings that were deleted with it.'),
  }),
  'conversations',
  'messages',
  'feedback',
)

const OF_OTHERS =
  "This user has a context, but no chat with this key's agents. Open a conversation with their `customer_id` first, or use a key for all agents."

const { list, read, show, remove } = handlersOf(
  contextRecords,
  presentContext,
  'its traits; conversations that referred to it go on without it',
  agentReach,
)

const PUT =
  'Each `user_reference` has one context: posting it again replaces the traits as a whole, and answers 200. A key that is limited to agents can create contexts, and reads and changes contexts of users who have a chat with its agents.'
const ERASE =
  "Conversations that refer to the context continue without it. `erase=everything` also deletes, in one transaction, these conversations, conversations whose `customer_id` is its `user_reference`, and the user's sessions as a verified visitor, with messages and feedback. Other sessions stay, because a `visitor_id` does not prove who the visitor is. Figures of usage, which hold no text, stay as well."
const MERGE =
  'Merges as RFC 7396 says: objects key by key, null removes a key, any other value replaces. `POST` replaces all traits instead.'

export const contexts = new Router<State, Services>()
contexts.post(
  '/api/v1/contexts',
  operation(
    'putContext',
    'Store what you know of a user',
    {
      200: one(context, 'The user had a context: `data` holds it, with the traits replaced.'),
      201: one(context),
    },
    PUT,
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validate(newContext),
  postContext,
)
contexts.get(
  '/api/v1/contexts',
  operation(
    'listContexts',
    'List the contexts',
    { 200: many(context) },
    "All contexts, a user's context, or contexts whose reference contains a text.",
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validatePage('desc', { table: 'contexts' }, contextFilters),
  limitConcurrency,
  list,
)
contexts.get(
  '/api/v1/contexts/:id',
  operation(
    'readContext',
    'Read a context',
    { 200: one(context) },
    'What is stored of a user, by the id of the context.',
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  read,
)
contexts.patch(
  '/api/v1/contexts/:id',
  operation(
    'changeContext',
    'Merge into the traits of a context',
    { 200: one(context) },
    MERGE,
    ifMatch('context'),
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validateChanges(contextChanges, show, ['traits']),
  patchContext,
)
contexts.delete(
  '/api/v1/contexts/:id',
  operation(
    'deleteContext',
    'Delete a context, or erase all data of its user',
    { 200: one(deletedContext) },
    ERASE,
    ifMatch('context'),
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validateQuery(deletion),
  deleteContext,
)

async function postContext(ctx: Ctx) {
  const body = ctx.state.body as NewContext
  const { organization_id } = ctx.state.caller
  let isNew: boolean | undefined
  const stored = await idempotently(
    ctx,
    async (db) => {
      const put = await putContext(db, organization_id, body, agentsOf(ctx))
      if (!put) throw new AppError('scope', OF_OTHERS)
      isNew = put.isNew
      return put.context
    },
    (id) => contextRecords.get(ctx.db, organization_id, id),
  )
  isNew ??= wasNeverChanged(stored)
  answer(
    ctx,
    isNew ? 201 : 200,
    isNew ? 'Context created.' : 'Context replaced.',
    presentContext(stored),
  )
}

/** Merges into the traits; POST replaces them. */
async function patchContext(ctx: Ctx) {
  const { traits = {} } = ctx.state.body as ContextChanges
  const { organization_id } = ctx.state.caller
  const check = seenBy(ctx, presentContext)
  const id = idOf(ctx, 'context')
  const reach = agentReach.changes(ctx)
  const changed = await mergeTraits(
    ctx.db,
    organization_id,
    id,
    traits,
    requireStorable,
    reach,
    check,
  )
  answer(ctx, 200, 'Context changed.', presentContext(changed))
}

async function deleteContext(ctx: Ctx) {
  const { erase } = ctx.state.query as Deletion
  if (!erase) return remove(ctx)
  const id = idOf(ctx, 'context')
  const erased = await eraseContext(
    ctx.db,
    ctx.state.caller.organization_id,
    id,
    seenBy(ctx, presentContext),
  )
  noteAudit(ctx, { action: 'context.erased' })
  noteThreads(ctx, 'any')
  answer(ctx, 200, `Context erased, with ${listed(erased)}.`, { id, deleted: true, ...erased })
}

const listed = ({ conversations, messages, feedback }: Erased) =>
  `${conversations} conversations, ${messages} messages and ${feedback} feedback`

function requireStorable(traits: unknown): void {
  if (isStorableJson(traits)) return
  throw validationFailed([
    { field: 'traits', code: 'storedJson', detail: `${STORED_JSON_RULE} when merged` },
  ])
}
