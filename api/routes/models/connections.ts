import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { v7 as uuid } from 'uuid'
import { CONNECTION_PROVIDERS } from '../../../shared/lib/catalog/catalog.ts'
import { parseHosts } from '../../../shared/lib/egress/publicAddresses.ts'
import {
  connectionProblems,
  isSameServer,
  keyProblem,
  sealKey,
} from '../../../shared/models/connectionFields.ts'
import {
  addConnection,
  type Connection,
  connectionPlace,
  connectionRecords,
  keepTest,
  MAX_CONNECTIONS,
} from '../../../shared/models/storedConnections.ts'
import { testConnection } from '../../../shared/models/testConnection.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { ifMatch, seenBy } from '../../http/etags.ts'
import { validationFailed } from '../../http/fieldErrors.ts'
import { idempotently } from '../../http/idempotent.ts'
import { operation } from '../../http/operation.ts'
import {
  deleted,
  flag,
  many,
  object,
  one,
  orNull,
  presenter,
  record,
  text,
  time,
} from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validate, validateChanges, validateNew } from '../../middleware/validate.ts'
import { changesOf } from '../records/changes.ts'
import { handlersOf } from '../records/crud.ts'
import { idOf } from '../records/ids.ts'
import { validatePage } from '../records/paging.ts'

const modelName = { type: 'string', minLength: 1, maxLength: 100, pattern: '\\S' } as const
const usd = (what: string) =>
  ({
    type: 'number',
    minimum: 0,
    maximum: 100_000,
    description: `USD for a million tokens ${what}.`,
  }) as const
const option = (description: string) =>
  ({
    type: 'string',
    minLength: 1,
    maxLength: 200,
    pattern: '^[\\x21-\\x7e]+$',
    description,
  }) as const

const newConnection = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'provider'],
  properties: {
    name: {
      type: 'string',
      pattern: '^[a-z][a-z0-9-]{1,39}$',
      examples: ['our-models'],
      description:
        "Name before the colon of an agent's `model`: 2 to 40 small letters, digits and hyphens, but not the name of a provider. It never changes.",
    },
    provider: {
      type: 'string',
      enum: CONNECTION_PROVIDERS,
      description: 'Provider whose protocol the server speaks. It never changes.',
    },
    base_url: {
      type: 'string',
      maxLength: 1000,
      examples: ['https://models.example.com/v1'],
      description:
        "Base address of the server, to which the provider's protocol adds paths; for most servers with OpenAI's protocol it ends in `/v1`. It must be public; the operator can allow others (`EGRESS_ALLOWED_HOSTS`). Another server needs the `key` again. Default: the provider's own.",
    },
    key: {
      type: 'string',
      maxLength: 10_000,
      examples: ['sk-a-key-of-the-provider'],
      description: 'Key of the server, which no answer returns. Default: no key.',
    },
    options: {
      type: 'object',
      additionalProperties: false,
      properties: {
        key_id: option('Name of the key, where the key is a secret that signs requests.'),
        api_version: option("Version of the provider's protocol, as a date."),
        region: option('Region of the provider.'),
      },
      description: 'Settings that some providers need beside address and key. Default: none.',
    },
    models: {
      type: 'array',
      maxItems: 200,
      uniqueItems: true,
      items: modelName,
      examples: [['model-large', 'model-small']],
      description: 'Models that agents may name, by their names at the server. Default: any model.',
    },
    prices: {
      type: 'object',
      maxProperties: 200,
      propertyNames: { maxLength: 100 },
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        required: ['input', 'output'],
        properties: {
          input: usd('that the model reads'),
          output: usd('that the model writes'),
          cached_input: usd(
            'that the model reads from its cache; without it, as much as other input',
          ),
        },
      },
      examples: [{ 'model-large': { input: 2.5, output: 10 } }],
      description:
        "Prices of the models by their names. Default: the list prices, at the provider's own address.",
    },
  },
  examples: [
    {
      name: 'our-models',
      base_url: 'https://models.example.com/v1',
      provider: CONNECTION_PROVIDERS[0]!,
      key: 'sk-a-key-of-the-provider',
      models: ['model-large'],
    },
  ],
} as const
type NewConnection = FromSchema<typeof newConnection>
type ConnectionChanges = Partial<{ [Name in keyof NewConnection]: NewConnection[Name] | null }>

const { name, provider, base_url, options, models, prices } = newConnection.properties
export const connection = record('Connection', 'A server of models, and how to reach it.', {
  name,
  provider,
  base_url: orNull(base_url, "the provider's own"),
  key_hint: orNull(
    text(
      'Last four characters of the key, to distinguish it from others; four asterisks for a short key.',
    ),
    'no key is sent',
  ),
  options,
  models,
  prices,
  last_test: orNull(
    object('LastConnectionTest', 'The result of the last test.', {
      works: flag('Whether the server took the key, and its model answered.'),
      detail: text('What was found and what to do, for people; its wording may change.'),
      tested_at: time('When it was tested'),
    }),
    'not tested since it was created, or since its server, key or models changed',
  ),
})
const present = presenter<Connection>(connection)
const { list, read, show, remove } = handlersOf(connectionRecords, present, 'its key')

const test = {
  type: 'object',
  additionalProperties: false,
  properties: {
    model: {
      ...modelName,
      examples: ['model-large'],
      description:
        'Model that is called, by its name at the server. Default: the first of `models`; no model if these are empty.',
    },
  },
  examples: [{ model: 'model-large' }],
} as const

const tested = object('ConnectionTest', "The result of a connection's test.", {
  works: flag('Whether the server takes the key, and its model answers.'),
  detail: text('What was found and what to do, for people; its wording may change.'),
  models: {
    type: 'array',
    items: { type: 'string' },
    description:
      'The models that the server lists, at most 200; empty: it has no list, or was not reached.',
  },
})

/** For owners only: a connection decides who receives questions, and who pays. */
export const connections = new Router<State, Services>()
connections.post(
  '/api/v1/connections',
  operation(
    'createConnection',
    'Create a connection',
    { 201: one(connection) },
    `Agents can name its models at once, as \`connection:model\`. The key is encrypted, and no answer, log, export or audit event has it. Your organization has at most ${MAX_CONNECTIONS} connections. Answers 409 \`name_taken\` if it has a connection of this name.`,
  ),
  authenticate('owner'),
  rateLimit,
  validateNew(newConnection),
  postConnection,
)
connections.get(
  '/api/v1/connections',
  operation(
    'listConnections',
    'List the connections',
    { 200: many(connection) },
    "Your organization's connections, newest first by default, without the operator's; `GET /api/v1/models` lists the models of both.",
  ),
  authenticate('dashboard'),
  rateLimit,
  validatePage('desc', { table: 'connections' }),
  list,
)
connections.get(
  '/api/v1/connections/:id',
  operation(
    'readConnection',
    'Read a connection',
    { 200: one(connection) },
    'The `ETag` of the answer can be sent as `If-Match` with a change.',
  ),
  authenticate('dashboard'),
  rateLimit,
  read,
)
connections.patch(
  '/api/v1/connections/:id',
  operation(
    'changeConnection',
    'Change a connection',
    { 200: one(connection) },
    'Changes only the fields in the body; `models`, `prices` and `options` are replaced as a whole. Every process uses them within 2 seconds. Another server as `base_url` needs the `key` in the same request: a stored key is sent to no other server.',
    ifMatch('connection'),
  ),
  authenticate('owner'),
  rateLimit,
  validateChanges(
    {
      ...changesOf(newConnection, ['name', 'provider']),
      examples: [{ key: 'sk-another-key-of-the-provider' }],
    },
    show,
  ),
  patchConnection,
)
connections.delete(
  '/api/v1/connections/:id',
  operation(
    'deleteConnection',
    'Delete a connection',
    { 200: deleted },
    'Answers 409 `connection_in_use` while agents use its models, or budgets fall back to one of them.',
    ifMatch('connection'),
  ),
  authenticate('owner'),
  rateLimit,
  remove,
)
connections.post(
  '/api/v1/connections/:id/test',
  operation(
    'testConnection',
    'Test a connection',
    { 200: one(tested) },
    'Asks the server for its models, and one model for a few tokens. Takes at most 20 s. `detail` says what is wrong and what to do: a revoked key, a wrong address, a missing model. The connection keeps what the test found as `last_test`.',
  ),
  authenticate('owner'),
  rateLimit,
  validate(test),
  postTest,
)

async function postConnection(ctx: Ctx) {
  const { key, ...given } = ctx.state.body as NewConnection
  const { organization_id } = ctx.state.caller
  const id = uuid()
  const secret = sealedKey(ctx, id, key ?? null)
  const fields = { base_url: null, options: {}, ...given, ...secret } as Connection
  requireRight(ctx, fields)
  const created = await idempotently(
    ctx,
    async (db) => {
      const added = await addConnection(db, organization_id, { ...fields, id })
      if (added) return added
      const detail = `your organization has ${MAX_CONNECTIONS} connections, which is the most: delete one`
      throw validationFailed([{ field: 'name', code: 'too_many', detail }])
    },
    (id) => connectionRecords.get(ctx.db, organization_id, id),
  )
  noteAudit(ctx, { fields: auditedFields(ctx) })
  answer(ctx, 201, 'Connection created. Test it before agents use it.', present(created))
}

async function patchConnection(ctx: Ctx) {
  const { key, ...given } = ctx.state.body as ConnectionChanges
  const { organization_id } = ctx.state.caller
  const id = idOf(ctx, 'connection')
  const secret = key === undefined ? {} : sealedKey(ctx, id, key)
  const isAnother = Object.keys(ctx.state.body as object).some((field) => field !== 'prices')
  const changes = {
    ...given,
    ...secret,
    ...(isAnother && { last_test: null }),
  } as Partial<Connection>
  const changed = await ctx.db.transaction(async (transaction) => {
    const before = await connectionRecords.lock(transaction, organization_id, id)
    seenBy(ctx, present)?.(before)
    if (Object.keys(ctx.state.body as object).length === 0) return before
    noteAudit(ctx, { before: present(before), fields: auditedFields(ctx) })
    const after = {
      ...before,
      ...changes,
      options: (changes.options === undefined ? before : changes).options ?? {},
    }
    requireRight(ctx, after)
    // An attacker with an owner's session could otherwise have the key sent to a server of theirs.
    if (
      before.sealed_key &&
      after.sealed_key &&
      key === undefined &&
      !isSameServer(before.base_url, after.base_url)
    )
      throw validationFailed([
        {
          field: 'key',
          code: 'required',
          detail: 'is required with another server: send it again',
        },
      ])
    return connectionRecords.change(transaction, organization_id, id, changes)
  })
  answer(ctx, 200, 'Connection changed. It is used everywhere within 2 seconds.', present(changed))
}

async function postTest(ctx: Ctx) {
  const { model } = ctx.state.body as FromSchema<typeof test>
  const { organization_id } = ctx.state.caller
  const found = await connectionRecords.get(ctx.db, organization_id, idOf(ctx, 'connection'))
  const reached = ctx.connections.reach(found, model ?? found.models[0] ?? '')
  const outcome = await testConnection(reached, found.models)
  const { works, detail } = outcome
  await keepTest(ctx.db, organization_id, found, {
    works,
    detail,
    tested_at: new Date().toISOString(),
  })
  answer(
    ctx,
    200,
    outcome.works ? 'The connection works.' : 'The connection does not work.',
    outcome,
  )
}

/**
 * Checks and seals the key of a connection.
 * @throws AppError validation_failed, secret_key_missing
 */
function sealedKey(ctx: Ctx, id: string, key: string | null) {
  const detail = key === null ? undefined : keyProblem(key)
  if (detail) throw validationFailed([{ field: 'key', code: 'key_malformed', detail }])
  const { organization_id } = ctx.state.caller
  return sealKey(ctx.sealer, connectionPlace({ organization_id, id }), key)
}

/** Refuses a wrong connection. @throws AppError validation_failed */
function requireRight(ctx: Ctx, fields: Connection): void {
  const allowedHosts = parseHosts(ctx.config.EGRESS_ALLOWED_HOSTS)
  const problems = connectionProblems(fields, { isGuarded: true, allowedHosts })
  if (problems.length) throw validationFailed(problems)
}

/** Names the audited fields. The audit event has the key's hint in place of the key. */
const auditedFields = (ctx: Ctx) =>
  Object.keys(ctx.state.body as object).map((field) => (field === 'key' ? 'key_hint' : field))
