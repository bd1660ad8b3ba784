import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { agentRecords } from '../../../shared/agents/agents.ts'
import { applicationRecords } from '../../../shared/applications/applicationRecords.ts'
import {
  AT_LIMIT,
  addBudget,
  type Budget,
  budgetRecords,
  MAX_BUDGETS,
  modelsUnder,
  PERIODS,
  readSpending,
  reopenBudget,
  SCOPES,
  type Spending,
  UNITS,
  WARN_AT,
} from '../../../shared/budgets/budgets.ts'
import { presentBudget } from '../../../shared/budgets/presentBudget.ts'
import { BUILTIN_MODEL } from '../../../shared/lib/catalog/builtin.ts'
import type { Db } from '../../../shared/lib/db/db.ts'
import type { FieldError } from '../../../shared/lib/errors.ts'
import { priceOf } from '../../../shared/models/prices.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer, answerDeleted, answerPage } from '../../http/envelope.ts'
import { ifMatch, seenBy } from '../../http/etags.ts'
import { validationFailed } from '../../http/fieldErrors.ts'
import { idempotently } from '../../http/idempotent.ts'
import { operation } from '../../http/operation.ts'
import {
  allOrNull,
  count,
  deleted,
  many,
  amount as number,
  object,
  one,
  orNull,
  record,
  text,
  time,
  uuid,
} from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validateChanges, validateNew } from '../../middleware/validate.ts'
import { saveWithModels } from '../agents/agentModels.ts'
import { idOf } from '../records/ids.ts'
import { pageOf, validatePage } from '../records/paging.ts'

const amount = {
  type: 'number',
  exclusiveMinimum: 0,
  maximum: 1_000_000_000,
  description: 'The most that may be spent in a period: US dollars, or whole tokens.',
} as const
const at_limit = {
  type: 'string',
  enum: AT_LIMIT,
  description:
    'What happens when too little is left for a reply. `refuse`: messages get 429 `budget_reached`. `fallback_model`: the named model answers, and its cost exceeds the budget. `extractive`: `builtin:extractive` answers, which costs nothing.',
} as const
const fallback_model = {
  type: 'string',
  maxLength: 200,
  pattern: '^[a-z][a-z0-9-]*:.+$',
  description:
    'The model that answers at the limit, as `provider:model`; only with `at_limit: "fallback_model"`.',
} as const
const scope = {
  type: 'string',
  enum: SCOPES,
  description:
    'Whose calls of models it limits: of the whole organization, an application, an agent, or a customer.',
} as const
const targets = {
  application_id: uuid(
    'The application that it limits; without it, each application has the whole amount. Only with this scope. Messages of signed-in users belong to no application.',
  ),
  agent_id: uuid(
    'The agent that it limits; without it, each agent has the whole amount. Only with this scope.',
  ),
  customer_id: {
    ...text(
      'The customer whom it limits, by the `customer_id` of conversations, or the `user_reference` of their context; without it, each customer has the whole amount. Only with this scope.',
    ),
    minLength: 1,
    maxLength: 200,
  },
} as const
const unit = {
  type: 'string',
  enum: UNITS,
  description:
    'What it counts: `usd`, US dollars by the prices of the models, all of which must be known; or `tokens`, read and written. The built-in model costs neither.',
} as const
const period = {
  type: 'string',
  enum: PERIODS,
  description: 'When it starts again: each calendar `day` or `month`, in UTC.',
} as const

const newBudget = {
  type: 'object',
  additionalProperties: false,
  required: ['scope', 'unit', 'amount', 'period'],
  properties: {
    scope,
    ...targets,
    unit,
    amount,
    period,
    at_limit: { ...at_limit, default: 'refuse' },
    fallback_model,
  },
  examples: [{ scope: 'organization', unit: 'tokens', amount: 1_000_000, period: 'month' }],
} as const
type NewBudget = FromSchema<typeof newBudget>

const budgetChanges = {
  type: 'object',
  additionalProperties: false,
  properties: { amount, at_limit, fallback_model: orNull(fallback_model, 'another `at_limit`') },
  examples: [{ amount: 2_000_000 }],
} as const
type BudgetChanges = Partial<Pick<Budget, 'at_limit' | 'fallback_model'>> & { amount?: number }

const spending = object('BudgetSpending', 'Spending of a budget in the current period.', {
  begins_at: time('When the period began'),
  ends_at: time('When the next period begins'),
  subject: orNull(
    text('The application, agent or customer with these figures: the share that has spent most.'),
    "the budget is the organization's, or nothing is spent",
  ),
  spent: number(
    "Cost of finished calls of models, in the budget's unit; includes test keys and trials.",
  ),
  reserved: number('The most that running calls may cost.'),
  status: {
    type: 'string',
    enum: ['open', 'warned', 'reached'],
    description: `\`warned\`: ${WARN_AT * 100} % were spent. \`reached\`: a reply was refused or answered by the model for the limit, because less was left than it might have needed.`,
  },
  warned_at: orNull(time(`When ${WARN_AT * 100} % were spent`), 'not yet'),
  reached_at: orNull(time('When it was first reached'), 'not yet'),
  warned: count(`Shares that have spent ${WARN_AT * 100} %; 0 or 1 for a budget with one share.`),
  reached: count('Shares that are reached.'),
})

export const budget = record(
  'Budget',
  'A limit on what calls of models may cost in a day or a month.',
  {
    scope,
    ...allOrNull(targets),
    unit,
    amount,
    period,
    at_limit,
    fallback_model: orNull(fallback_model, 'another `at_limit`'),
    spending,
  },
)

const WHAT = `Before each call of a model, a worker reserves the most that it may cost: its prompt, and the agent's \`max_output_tokens\` (default 4,096). So a budget holds however many replies run at a time. When the reply is stored, the call's real cost counts, and so do calls that write queries, check replies and rerank. Replies to test keys (\`sk_test_…\`) count like others, but not in customers' budgets. A reply that needs more than what is left is refused, while cheaper replies may still fit. Owners are warned at ${WARN_AT * 100} %: here, on the dashboard's overview, and by the audit events \`budget.warned\` and \`budget.reached\`. A budget of the organization or an agent counts from the beginning of the period in which it is created; a budget of an application or a customer counts from its creation. Your organization has at most ${MAX_BUDGETS}.`

/** Limits on what the calls of models may cost. */
export const budgets = new Router<State, Services>()
budgets.post(
  '/api/v1/budgets',
  operation('createBudget', 'Set a budget', { 201: one(budget) }, WHAT),
  authenticate('owner'),
  rateLimit,
  validateNew(newBudget),
  postBudget,
)
budgets.get(
  '/api/v1/budgets',
  operation(
    'listBudgets',
    'List the budgets, and what is spent of each',
    { 200: many(budget) },
    'Newest first by default, with what is spent and reserved in the current period.',
  ),
  authenticate('dashboard'),
  rateLimit,
  validatePage('desc', { table: 'budgets' }),
  listBudgets,
)
budgets.get(
  '/api/v1/budgets/:id',
  operation(
    'readBudget',
    'Read a budget, and what is spent of it',
    { 200: one(budget) },
    'With what is spent and reserved in the current period.',
  ),
  authenticate('dashboard'),
  rateLimit,
  readBudget,
)
budgets.patch(
  '/api/v1/budgets/:id',
  operation(
    'changeBudget',
    'Change the amount of a budget, or what happens at its limit',
    { 200: one(budget) },
    'Applies from the next reply on. Spending so far still counts. A reached budget accepts messages again until the new amount is reached.',
    ifMatch('budget'),
  ),
  authenticate('owner'),
  rateLimit,
  validateChanges(budgetChanges, show),
  patchBudget,
)
budgets.delete(
  '/api/v1/budgets/:id',
  operation(
    'deleteBudget',
    'Delete a budget',
    { 200: deleted },
    'It no longer limits anything.',
    ifMatch('budget'),
  ),
  authenticate('owner'),
  rateLimit,
  removeBudget,
)

/** A budget without its spending. */
const present = (row: Budget) => presentBudget(row, {} as Spending)
const shown = async (ctx: Ctx, row: Budget) =>
  presentBudget(
    row,
    (await readSpending(ctx.db, ctx.state.caller.organization_id, [row.id])).get(row.id)!,
  )

async function show(ctx: Ctx) {
  const { organization_id } = ctx.state.caller
  return shown(ctx, await budgetRecords.get(ctx.db, organization_id, idOf(ctx, 'budget')))
}

async function postBudget(ctx: Ctx) {
  const { organization_id } = ctx.state.caller
  const body = ctx.state.body as NewBudget
  const { application_id = null, agent_id = null, customer_id = null, fallback_model = null } = body
  const given = { application_id, agent_id, customer_id, fallback_model }
  await check(ctx, { ...body, ...given, at_limit: body.at_limit })
  const created = await idempotently(
    ctx,
    (db) =>
      saveWithFallback(ctx, fallback_model, db, async (transaction) => {
        const amount = String(body.amount)
        const added = await addBudget(transaction, organization_id, { ...body, ...given, amount })
        if (added) return added
        const detail = `your organization has ${MAX_BUDGETS} budgets, which is the most; delete one, or change one`
        throw validationFailed([{ field: 'scope', code: 'too_many', detail }])
      }),
    (id) => budgetRecords.get(ctx.db, organization_id, id),
  )
  answer(ctx, 201, 'Budget set.', await shown(ctx, created))
}

async function listBudgets(ctx: Ctx) {
  const { organization_id } = ctx.state.caller
  const { page } = pageOf(ctx)
  const found = await budgetRecords.list(ctx.db, organization_id, {}, page)
  const ids = found.rows.map(({ id }) => id)
  const spent = ids.length
    ? await readSpending(ctx.db, organization_id, ids)
    : new Map<string, Spending>()
  const kept = { ...found, rows: found.rows.filter(({ id }) => spent.has(id)) }
  answerPage(ctx, kept, page.limit, (row) => presentBudget(row, spent.get(row.id)!))
}

async function readBudget(ctx: Ctx) {
  answer(ctx, 200, 'Budget found.', await show(ctx))
}

async function patchBudget(ctx: Ctx) {
  const { organization_id } = ctx.state.caller
  const id = idOf(ctx, 'budget')
  const { amount, ...changes } = ctx.state.body as BudgetChanges
  const changed = await ctx.db.transaction(async (transaction) => {
    const before = await budgetRecords.lock(transaction, organization_id, id)
    seenBy(ctx, present)?.(before)
    if (Object.keys(ctx.state.body as object).length === 0) return before
    noteAudit(ctx, { before: { ...before, amount: Number(before.amount) } })
    const after = { ...before, ...changes, ...(amount !== undefined && { amount: String(amount) }) }
    // Only `fallback_model` needs a model, so any other value clears it.
    if (changes.at_limit && changes.at_limit !== 'fallback_model')
      after.fallback_model = changes.fallback_model ?? null
    await check(ctx, { ...after, amount: Number(after.amount) })
    const { amount: to, at_limit, fallback_model } = after
    return saveWithFallback(ctx, fallback_model, transaction, async (saving) => {
      await reopenBudget(saving, organization_id, id)
      return budgetRecords.change(saving, organization_id, id, {
        amount: to,
        at_limit,
        fallback_model,
      })
    })
  })
  answer(ctx, 200, 'Budget changed.', await shown(ctx, changed))
}

async function removeBudget(ctx: Ctx) {
  const id = idOf(ctx, 'budget')
  const { organization_id } = ctx.state.caller
  const removed = await budgetRecords.remove(ctx.db, organization_id, id, seenBy(ctx, present))
  noteAudit(ctx, { before: { ...removed, amount: Number(removed.amount) } })
  answerDeleted(ctx, id, 'Budget deleted, with what was spent of it.')
}

/**
 * Saves a budget while the connection of its fallback model stays. @throws AppError
 * validation_failed
 */
const saveWithFallback = <Row>(
  ctx: Ctx,
  model: string | null,
  db: Db,
  save: (transaction: Db) => Promise<Row>,
): Promise<Row> =>
  saveWithModels(ctx, { model: model === BUILTIN_MODEL ? null : model }, save, db, 'fallback_')

/** A budget after the change. */
type BudgetToBe = Pick<
  Budget,
  'scope' | 'application_id' | 'agent_id' | 'customer_id' | 'unit' | 'at_limit' | 'fallback_model'
> & { amount: number }

/**
 * Refuses a wrong budget.
 * @throws AppError validation_failed; not_found: there is no such application or agent
 */
async function check(ctx: Ctx, wanted: BudgetToBe): Promise<void> {
  const { organization_id } = ctx.state.caller
  const { application_id, agent_id } = wanted
  const errors = [
    ...problemsOf(wanted),
    ...(wanted.unit === 'usd' ? await unpricedOf(ctx, wanted) : []),
  ]
  if (errors.length) throw validationFailed(errors)
  if (application_id) await applicationRecords.get(ctx.db, organization_id, application_id)
  if (agent_id) await agentRecords.get(ctx.db, organization_id, agent_id)
}

function problemsOf({
  scope,
  unit,
  amount,
  at_limit,
  fallback_model,
  ...of
}: BudgetToBe): FieldError[] {
  const foreign = (['application', 'agent', 'customer'] as const).filter(
    (kind) => kind !== scope && of[`${kind}_id`] !== null,
  )
  const errors = foreign.map((kind) => ({
    field: `${kind}_id`,
    code: 'scope',
    detail: `is only for the scope ${kind}; leave it out`,
  }))
  if (unit === 'tokens' && !Number.isInteger(amount))
    errors.push({ field: 'amount', code: 'integer', detail: 'must be a whole number of tokens' })
  if ((at_limit === 'fallback_model') !== (fallback_model !== null)) {
    const detail = fallback_model
      ? 'is only for the at_limit fallback_model; leave it out'
      : 'is required with the at_limit fallback_model'
    errors.push({ field: 'fallback_model', code: 'at_limit', detail })
  }
  return errors
}

/** Returns an error for models without a price, which a budget in money cannot count. */
async function unpricedOf(
  ctx: Ctx,
  { agent_id, fallback_model }: BudgetToBe,
): Promise<FieldError[]> {
  const { LLM_MODEL, QUERY_MODEL, GROUNDING_MODEL } = ctx.config
  const { organization_id } = ctx.state.caller
  const named = await modelsUnder(ctx.db, organization_id, agent_id)
  const called = [...named.map((model) => model ?? LLM_MODEL), QUERY_MODEL, GROUNDING_MODEL]
  const unpriced = new Set<string>()
  for (const model of new Set([...called, fallback_model]))
    if (model && !(await isPriced(ctx, model))) unpriced.add(model)
  const models = [...new Set(called)].filter((model) => model && unpriced.has(model))
  const how = 'has no known price; set it in LLM_PRICES or in the prices of its connection'
  return [
    ...(models.length
      ? [
          {
            field: 'unit',
            code: 'unpriced',
            detail: `cannot be usd: ${models.join(', ')} ${how}, or count tokens`,
          },
        ]
      : []),
    ...(fallback_model && unpriced.has(fallback_model)
      ? [{ field: 'fallback_model', code: 'unpriced', detail: how }]
      : []),
  ]
}

/** Whether a model's price is known. A model that cannot be reached costs nothing. */
async function isPriced({ connections, state }: Ctx, model: string): Promise<boolean> {
  const reached = await connections
    .resolve(state.caller.organization_id, model)
    .catch(() => undefined)
  return !reached || priceOf(reached.listName, reached.prices) !== undefined
}
