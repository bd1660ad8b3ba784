import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { agentRecords } from '../../../shared/agents/agents.ts'
import { type AgentFields, defaultOf } from '../../../shared/agents/fields.ts'
import {
  presentCitation,
  presentSupported,
  presentUsage,
} from '../../../shared/chat/presentMessage.ts'
import { storedJson } from '../../../shared/lib/storable.ts'
import { FINISH_REASONS } from '../../../shared/models/finishReason.ts'
import {
  getTrial,
  openTrial,
  type Trial,
  type TrialQuestion,
} from '../../../shared/trials/trials.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { validationFailed } from '../../http/fieldErrors.ts'
import { operation } from '../../http/operation.ts'
import { waitSeconds } from '../../http/prefer.ts'
import {
  count,
  flag,
  jobError,
  object,
  one,
  orNull,
  recordId,
  text,
  time,
  uuid,
} from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit, rateLimitReads } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'
import { requireModels } from '../agents/agentModels.ts'
import { newAgent } from '../agents/agents.ts'
import { agentIdOf } from '../records/agentReach.ts'
import { changesOf } from '../records/changes.ts'
import { idOf } from '../records/ids.ts'
import { citation, supported, usage } from '../threads/messageSchemas.ts'
import { trace } from '../threads/traceSchema.ts'

const settings = changesOf(newAgent, ['is_active', 'tool_ids'])

/** The history that a chat would give the model: at most as much as a prompt can hold. */
const history = {
  type: 'array',
  maxItems: 60,
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['role', 'content'],
    properties: {
      role: { type: 'string', enum: ['user', 'assistant'], description: 'Who said it.' },
      content: { type: 'string', minLength: 1, maxLength: 32_000, description: 'What was said.' },
    },
  },
  description: 'The turns before the question, the oldest first. Default: none.',
} as const

const newTrial = {
  type: 'object',
  additionalProperties: false,
  properties: {
    settings: {
      ...settings,
      description:
        'Settings that replace those of the agent in this trial, with the fields and rules of a change of the agent. A trial calls no tools, so it takes no `tool_ids`. The agent itself does not change. Default: the agent as it is.',
    },
    question: {
      type: 'string',
      minLength: 1,
      maxLength: 8000,
      pattern: '\\S',
      description:
        'What a user might ask; must not be blank. Required unless `answer` is false: then the prompt is that of a chat without a question.',
    },
    history,
    traits: { ...storedJson, description: 'What is known of the user. Default: nothing.' },
    answer: flag(
      'Whether a model answers. With false, the prompt is built as for a reply, and no model is asked for an answer: `trace.prompt` has its parts. Default: true.',
    ),
  },
  examples: [{ question: 'When do you close?', settings: { tone: 'formal' } }],
} as const
type TrialBody = Pick<FromSchema<typeof fields>, 'question' | 'history' | 'answer'> & {
  settings?: Partial<AgentFields>
  traits?: Record<string, unknown>
}
const { settings: __, traits: ___, ...plain } = newTrial.properties
const fields = { type: 'object', properties: plain } as const

export const trial = object('AgentTrial', 'What an agent says with settings that are not saved.', {
  id: recordId,
  agent_id: uuid('Id of the tried agent.'),
  status: {
    type: 'string',
    enum: ['processing', 'completed', 'failed'],
    description:
      '`processing` while the trial waits or is being done; then one of the other states, which are final.',
  },
  content: orNull(
    text('What the agent says, in Markdown.'),
    'the trial is not completed, or without an answer',
  ),
  citations: {
    type: 'array',
    items: citation,
    description: 'The sources of the answer in the knowledge.',
  },
  grounded: orNull(flag('Whether knowledge supports the answer.'), 'there is no answer'),
  supported: orNull(supported, 'no sentence was checked'),
  finish_reason: orNull(
    { type: 'string', enum: [...FINISH_REASONS], description: 'Why the model ended the answer.' },
    'there is no answer',
  ),
  usage: orNull(usage, 'there is no answer'),
  error: jobError,
  latency_ms: orNull(
    count('Milliseconds from the question to the end of the trial.'),
    'it has not ended',
  ),
  trace: orNull(trace, 'it is not completed, or the caller is a user with the role `agent`'),
  created_at: time('When the trial was requested'),
})

/** Presents a trial. Its trace, which has the prompt, is hidden from users who only answer. */
function present(ctx: Ctx, { id, agent_id, outcome, created_at, ended_at }: Trial) {
  const { status = 'processing', reply, error = null, trace = null } = outcome ?? {}
  const { usage: used } = outcome ?? {}
  return {
    id,
    agent_id,
    status,
    created_at,
    error,
    trace: ctx.state.caller.user?.role === 'agent' ? null : trace,
    content: reply?.content ?? null,
    citations: (reply?.citations ?? []).map((citation) => presentCitation(citation, false)),
    grounded: reply?.grounded ?? null,
    supported: presentSupported(reply?.supported),
    finish_reason: reply?.finish_reason ?? null,
    usage: used ? presentUsage(used) : null,
    latency_ms: ended_at && ended_at.getTime() - created_at.getTime(),
  }
}

const WHAT =
  'Answers a question as the agent would with other settings, which are checked like a change of the agent and saved nowhere. Workers do it in the same way as a reply, but it is not a message: no chat or list shows it, and it counts only in tokens and costs. Answers 201 once it has ended, whether `completed` or `failed`; after `REPLY_WAIT_SECONDS` (25) 202 with a `Location`. Kept for an hour. An inactive agent can be tried as well.'

const READ =
  'Has the outcome of a trial once it has ended. Answers 404 for a trial that began more than an hour ago.'

export const trials = new Router<State, Services>()
trials.post(
  '/api/v1/agents/:agent_id/trials',
  operation(
    'tryAgent',
    'Try an agent with settings that are not saved',
    {
      201: one(trial, 'The trial has ended: `data` holds its outcome.'),
      202: one(trial, 'The trial has not ended: `Location` is where to read it.'),
    },
    WHAT,
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validate(newTrial),
  postTrial,
)
trials.get(
  '/api/v1/agents/:agent_id/trials/:id',
  operation('readAgentTrial', 'Read a trial of an agent', { 200: one(trial) }, READ),
  authenticate('application', 'dashboard'),
  rateLimitReads,
  readTrial,
)

async function postTrial(ctx: Ctx) {
  const body = ctx.state.body as TrialBody
  const {
    settings = {},
    question = '',
    history: turns = [],
    traits = null,
    answer: asks = true,
  } = body
  if (asks && !question)
    throw validationFailed([
      { field: 'question', code: 'required', detail: 'is required, unless answer is false' },
    ])
  await requireModels(ctx, settings, 'settings.')
  const agent = await agentRecords.get(
    ctx.db,
    ctx.state.caller.organization_id,
    agentIdOf(ctx, 'agent_id'),
  )
  await askTrial(ctx, agent, {
    settings: withDefaults(settings),
    question,
    history: turns as never,
    traits,
    answer: asks,
  })
}

/**
 * Asks the workers for a trial, and answers with its outcome, or 202 while it has none.
 * @param threadId the thread whose question is asked, and with which the trial is deleted; null:
 *   none
 * @throws AppError budget_reached, queue_full
 */
export async function askTrial(
  ctx: Ctx,
  agent: { id: string },
  asked: TrialQuestion,
  threadId: string | null = null,
): Promise<void> {
  const { organization_id, application_id } = ctx.state.caller
  const refusal =
    asked.answer &&
    (await ctx.budgets.refusalOf({ organization_id, application_id, agent_id: agent.id }))
  if (refusal) throw refusal
  const id = await openTrial(ctx.db, {
    organization_id,
    application_id,
    agent_id: agent.id,
    thread_id: threadId,
    request_id: ctx.state.requestId,
    reply_to: ctx.address,
    asked,
    deadline_seconds: ctx.config.REPLY_DEADLINE_SECONDS,
    wake_up_grace_ms: ctx.config.times.wakeUpGraceMs,
    capacity: ctx.replyCapacity(organization_id),
  })
  const job = { id, organization_id, request_id: ctx.state.requestId }
  const ended = await ctx.trialWaiter.ask(job, waitSeconds(ctx), ctx.res)
  ctx.set('Location', `/api/v1/agents/${agent.id}/trials/${id}`)
  // Without a place to wait, the trial may still have ended.
  const found = ended ?? (await getTrial(ctx.db, { organization_id, agent_id: agent.id, id }, true))
  if (found.outcome) return answer(ctx, 201, 'Trial ended.', present(ctx, found))
  ctx.set('Retry-After', '2')
  answer(ctx, 202, 'The trial has not ended yet. Read it at the Location.', present(ctx, found))
}

/** Replaces a null, which clears a setting, by the default of the agent's field. */
const withDefaults = (settings: Partial<AgentFields>): Partial<AgentFields> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, value ?? defaultOf(name)]),
  )

async function readTrial(ctx: Ctx) {
  const { organization_id, scopes } = ctx.state.caller
  const place = { organization_id, agent_id: agentIdOf(ctx, 'agent_id'), id: idOf(ctx, 'trial') }
  const found = await getTrial(ctx.db, place, scopes === null || scopes.includes('read'))
  answer(ctx, 200, 'Trial found.', present(ctx, found))
}
