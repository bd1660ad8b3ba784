import type { Config } from '../../shared/lib/config/config.ts'
import type { Watch } from '../../shared/models/circuitBreaker.ts'
import type { CallModel } from '../models/model.ts'
import type { PromptMessage } from '../prompt/prompt.ts'
import type { ReplyRun } from './run.ts'

/** Calls a model of a run that was down, for its breaker. Returns at once. */
export type Probe = (run: ReplyRun, model: string, watch: Watch) => void

const QUESTION: readonly PromptMessage[] = [{ role: 'user', content: 'Answer with the word yes.' }]
/** The most tokens of a probe's answer. OpenAI's Responses API takes no less. */
const MAX_TOKENS = 16

/**
 * Makes probes: calls of some 30 tokens whose answers are dropped. They test a model that may hang,
 * while another model answers the reply. A probe is in the metrics, but in no usage. It may outlive
 * its run, so the run's signal does not end it.
 */
export function makeProbe({
  callModel,
  config,
}: {
  callModel: CallModel
  config: Pick<Config, 'MODEL_TIMEOUT_SECONDS'>
}): Probe {
  return ({ claim: { organization_id, request_id } }, model, watch) => {
    const signal = AbortSignal.timeout(config.MODEL_TIMEOUT_SECONDS * 1000)
    const asked = {
      temperature: null,
      max_output_tokens: MAX_TOKENS,
      messages: QUESTION,
      request_id,
    }
    // The breaker has counted the failure already.
    watch(callModel({ organization_id, model, ...asked, signal })).catch(() => undefined)
  }
}
