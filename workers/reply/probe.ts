import type { Config } from '../../shared/lib/config/config.ts'
import type { Watch } from '../../shared/models/circuitBreaker.ts'
import type { CallModel } from '../models/model.ts'
import type { PromptMessage } from '../prompt/prompt.ts'
import type { ReplyRun } from './run.ts'

/** Calls a model of a run that was down, for its breaker. Returns at once. */
export type Probe = (run: ReplyRun, model: string, watch: Watch) => void

const QUESTION: readonly PromptMessage[] = [{ role: 'user', content: 'Answer with the word yes.' }]
/** OpenAI's Responses API takes no less. */
const MAX_TOKENS = 16

/**
 * A probe is a call of some 30 tokens whose answer is dropped: a reply that another model can
 * answer must not wait for one that may hang. It is in the metrics, and in no usage. It outlives
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
    // The breaker has what there is to know of a failure.
    watch(callModel({ organization_id, model, ...asked, signal })).catch(() => undefined)
  }
}
