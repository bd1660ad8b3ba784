import type { AttemptRecord } from '../../shared/jobs/attempts.ts'
import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import { AppError } from '../../shared/lib/errors.ts'
import { count, modelLabel, observeMs } from '../../shared/lib/observability/metrics.ts'
import { noteOnSpan, type SpanAttributes, span } from '../../shared/lib/observability/tracing.ts'
import type { CallModel, ModelReply, ModelRequest } from '../models/model.ts'

/**
 * Metrics and traces of the workers. `observeRun` and `observeModel` wrap the function that they
 * are given.
 */

type Work<Stop> = (claim: LeasedJob, stop: Stop) => Promise<void>

/** Wraps a run so that it continues the trace of the request that created its job. */
export function observeRun<Stop>(lane: string, run: Work<Stop>): Work<Stop> {
  // Both counters start at 0: Prometheus sees no increase in a counter that appears as 1.
  count('parley_jobs_total', { lane, outcome: 'completed', error: '' }, 0)
  count('parley_jobs_total', { lane, outcome: 'crashed', error: 'worker_crashed' }, 0)
  return (claim, stop) => {
    const { id, organization_id, thread_id, request_id, attempt, wait_ms } = claim
    jobTaken(lane, claim)
    const attributes = {
      'parley.request_id': request_id,
      'parley.organization_id': organization_id,
      'parley.lane': lane,
      'parley.job_id': id,
      'parley.attempt': attempt,
      'parley.queue_wait_ms': wait_ms,
      ...(thread_id && { 'gen_ai.conversation.id': thread_id }),
    }
    const parent = { traceparent: claim.traceparent ?? undefined }
    return span(`job ${lane}`, { kind: 'consumer', attributes, parent }, () => run(claim, stop))
  }
}

/** Records how long the job waited for a worker, and whether its last worker died with it. */
function jobTaken(lane: string, { wait_ms, taken_over }: LeasedJob): void {
  observeMs('parley_queue_wait_seconds', { lane }, wait_ms)
  if (taken_over) count('parley_jobs_total', { lane, outcome: 'crashed', error: 'worker_crashed' })
}

/** Records, for the sweep, a job that no worker took before its deadline. */
export function jobOverdue(lane: string, claim: LeasedJob, error: string): void {
  jobTaken(lane, claim)
  jobEnded({ lane, outcome: 'failed', error_code: error, run_ms: 0 })
}

/** Records how an attempt ended, for `runJob.ts`. */
export function jobEnded({
  lane,
  outcome,
  error_code,
  run_ms,
}: Pick<AttemptRecord, 'lane' | 'outcome' | 'error_code' | 'run_ms'>): void {
  count('parley_jobs_total', { lane, outcome, error: error_code ?? '' })
  observeMs('parley_job_duration_seconds', { lane, outcome }, run_ms)
  noteOnSpan({ 'parley.outcome': outcome }, error_code ? { failed: error_code } : {})
}

/**
 * Measures a step of a reply.
 * @param describe returns attributes for the trace from the step's outcome
 */
export async function step<T>(
  name: 'load' | 'retrieve' | 'store',
  work: () => Promise<T>,
  describe?: (outcome: T) => SpanAttributes,
): Promise<T> {
  const started = performance.now()
  try {
    return await span(name, {}, async () => {
      const outcome = await work()
      if (describe) noteOnSpan(describe(outcome))
      return outcome
    })
  } finally {
    observeMs('parley_reply_step_duration_seconds', { step: name }, performance.now() - started)
  }
}

export function observeModel(callModel: CallModel): CallModel {
  return (request) => {
    const [provider = '', name = ''] = request.model.split(/:(.*)/s)
    const options = { kind: 'client', attributes: askedOf(request, provider, name) } as const
    return span(`chat ${name}`, options, () => measured(callModel, request))
  }
}

async function measured(callModel: CallModel, request: ModelRequest): Promise<ModelReply> {
  const model = modelLabel(request.model)
  const started = performance.now()
  let error = ''
  try {
    const reply = await callModel(withFirstToken(request, model, started))
    for (const direction of ['input', 'output'] as const)
      count('parley_model_tokens_total', { model, direction }, reply[`${direction}_tokens`])
    if (reply.cost_usd) count('parley_model_cost_usd_total', { model }, reply.cost_usd)
    noteOnSpan({
      'gen_ai.response.finish_reasons': [reply.finish_reason],
      'gen_ai.usage.input_tokens': reply.input_tokens,
      'gen_ai.usage.output_tokens': reply.output_tokens,
      'parley.reply.characters': reply.text.length,
    })
    return reply
  } catch (thrown) {
    error = thrown instanceof AppError ? thrown.code : 'stopped'
    throw thrown
  } finally {
    observeMs('parley_model_call_duration_seconds', { model, error }, performance.now() - started)
  }
}

function withFirstToken(request: ModelRequest, model: string, started: number): ModelRequest {
  const { onText } = request
  if (!onText) return request
  let isFirst = true
  return {
    ...request,
    onText(text) {
      if (isFirst) {
        const ms = performance.now() - started
        observeMs('parley_model_first_token_seconds', { model }, ms)
        noteOnSpan({ 'gen_ai.response.time_to_first_chunk': ms / 1000 })
      }
      isFirst = false
      onText(text)
    },
  }
}

/** Returns a call's attributes, named by OpenTelemetry's conventions for generative AI. */
const askedOf = (
  { temperature, max_output_tokens, messages, request_id }: ModelRequest,
  provider: string,
  name: string,
): SpanAttributes => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': provider,
  'gen_ai.request.model': name,
  ...(temperature !== null && { 'gen_ai.request.temperature': temperature }),
  ...(max_output_tokens !== null && { 'gen_ai.request.max_tokens': max_output_tokens }),
  ...(request_id && { 'parley.request_id': request_id }),
  'parley.prompt.messages': messages.length,
  'parley.prompt.characters': messages.reduce((sum, { content }) => sum + content.length, 0),
})
