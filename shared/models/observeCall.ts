import { AppError } from '../lib/errors.ts'
import { observeMs } from '../lib/observability/metrics.ts'
import { span } from '../lib/observability/tracing.ts'

interface ObservedCall {
  operation: 'embeddings' | 'rerank'
  metric: 'parley_embedding_call_duration_seconds' | 'parley_rerank_call_duration_seconds'
  /** `provider:model` */
  model: string
  /** How many texts the call is about. */
  texts: number
  requestId: string | undefined
}

/**
 * Records a call in the metrics, and as a span by OpenTelemetry's conventions for generative AI.
 */
export function observeCall<T>(
  { operation, metric, model, texts, requestId }: ObservedCall,
  call: () => Promise<T>,
): Promise<T> {
  const [provider = '', name = ''] = model.split(/:(.*)/s)
  const attributes = {
    'gen_ai.operation.name': operation,
    'gen_ai.provider.name': provider,
    'gen_ai.request.model': name,
    [`parley.${operation === 'rerank' ? 'rerank' : 'embedding'}.texts`]: texts,
    ...(requestId && { 'parley.request_id': requestId }),
  }
  return span(`${operation} ${name}`, { kind: 'client', attributes }, async () => {
    const started = performance.now()
    let error = ''
    try {
      return await call()
    } catch (thrown) {
      error = thrown instanceof AppError ? thrown.code : 'stopped'
      throw thrown
    } finally {
      observeMs(metric, { model, error }, performance.now() - started)
    }
  })
}
