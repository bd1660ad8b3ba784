import Router from '@koa/router'
import { getMessage } from '../../../shared/store/chat/messages.ts'
import type { ThreadKind } from '../../../shared/store/chat/threads.ts'
import { getTrace, type KeptTrace, PART_NAMES } from '../../../shared/store/chat/traces.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { jobError, object, one, orNull, presenter, text, time, uuid } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { idOf } from '../records/ids.ts'
import { threadOf } from './threads.ts'

const count = { type: 'integer', minimum: 0 }
const ms = { type: 'number', minimum: 0, description: 'Milliseconds.' }
const beginning = { ...text, description: 'Of a very long one its beginning.' }

const passage = object('TracedPassage', {
  rank: { type: 'integer', minimum: 1, description: '1: the best.' },
  knowledge_id: uuid,
  kind: { type: 'string', enum: ['file', 'qa', 'url'] },
  title: orNull(text),
  url: orNull(text),
  heading: { ...text, description: 'The headings above it, from the outermost on, with ` › ` between.' },
  text: beginning,
  characters: { ...count, description: 'Of the whole text.' },
  score: { type: 'number', minimum: 0, description: 'Comparable within one reply only.' },
  number: {
    ...orNull({ type: 'integer', minimum: 1 }),
    description: 'By which the prompt names it. Null: it had no room there.',
  },
  cited: { type: 'boolean' },
})

const part = object('PromptPart', {
  role: { type: 'string', enum: ['system', 'user', 'assistant'] },
  name: { type: 'string', enum: PART_NAMES },
  text: beginning,
  characters: { ...count, description: 'Of the whole text.' },
  tokens: { ...count, description: 'Estimated, of the whole text.' },
})

const trace = object('ReplyTrace', {
  attempt: { ...count, description: 'Which attempt at the reply it is of: the latest.' },
  queries: {
    type: 'array',
    items: text,
    description:
      'What was searched for: the question, and where it goes on from an earlier one, both together.',
  },
  passages: { type: 'array', items: passage, description: 'What was retrieved, best first.' },
  prompt: {
    type: 'array',
    items: part,
    description:
      'What the model was sent, in this order. The parts of the role `system` are one message, with an empty line between them; each other part is a message.',
  },
  model: text,
  settings: object('TraceSettings', {
    temperature: orNull({ type: 'number' }),
    max_output_tokens: orNull(count),
    history_tokens: { ...count, description: 'Most tokens of earlier messages.' },
    knowledge_tokens: { ...count, description: 'Most tokens of knowledge.' },
  }),
  answer: {
    ...orNull(text),
    description: "The model's own words, before marks became citations. Null: it gave none.",
  },
  timings: object('TraceTimings', {
    queue_ms: {
      ...ms,
      description:
        'From when a worker could have taken the reply, so not while one before it in the conversation was being made, to when one did.',
    },
    load_ms: { ...ms, description: 'Agent, traits and earlier messages.' },
    retrieval_ms: ms,
    first_text_ms: {
      ...orNull(ms),
      description: 'Of the call of the model, until its first words. Null: it was not asked for in pieces.',
    },
    model_ms: { ...ms, description: 'The whole call of the model.' },
    total_ms: {
      ...ms,
      description: 'From when a worker could have taken the reply until it was ready to be stored.',
    },
  }),
  usage: orNull(
    object('TraceUsage', {
      input_tokens: count,
      output_tokens: count,
      cost_usd: { ...orNull({ type: 'number' }), description: 'Null: the price of the model is not known.' },
    }),
  ),
  error: { ...jobError, description: 'Why this attempt gave no reply.' },
  created_at: time,
})
const present = presenter<KeptTrace>(trace)

const WHAT =
  'Of a reply whose message was posted with `trace`: what its latest attempt really used. Kept for `TRACE_DAYS` (7), and gone with its conversation. 404 where there is none.'

/** Traces of replies: the same route under two prefixes. */
export const traces = new Router<State, Services>()
for (const kind of ['session', 'conversation'] as const) {
  const Name = kind === 'session' ? 'Session' : 'Conversation'
  traces.get(
    `/api/v1/${kind}s/:${kind}_id/messages/:id/trace`,
    operation(`read${Name}ReplyTrace`, `Read how a reply in a ${kind} came about`, { 200: one(trace) }, WHAT),
    authenticate('application', 'dashboard'),
    rateLimit,
    (ctx) => readTrace(ctx, kind),
  )
}

async function readTrace(ctx: Ctx, kind: ThreadKind) {
  const { organization_id } = ctx.state.caller
  const thread = await threadOf(ctx, kind)
  const { id } = await getMessage(ctx.db, organization_id, thread.id, idOf(ctx, 'message'))
  answer(ctx, 200, 'Trace found.', present(await getTrace(ctx.db, organization_id, id)))
}
