import type { Attributes, Context, Span, SpanKind, Tracer } from '@opentelemetry/api'
import about from '../../package.json' with { type: 'json' }
import { withTimeout } from '../async/withTimeout.ts'
import { AppError } from '../errors.ts'

/** Attributes: ids, sizes and codes, never contents. */
export type SpanAttributes = Attributes

type Api = typeof import('@opentelemetry/api')

/** One tracer for the process. Undefined, with OpenTelemetry not loaded, if traces are off. */
let open: { api: Api; tracer: Tracer; close: () => Promise<void> } | undefined

/** Characters of OpenTelemetry's report of a problem. */
const MAX_CHARACTERS = 200

/**
 * Begins to send spans to OTEL_EXPORTER_OTLP_ENDPOINT, in batches, in the background. The packages read that and the
 * other standard variables (OTEL_EXPORTER_OTLP_HEADERS, OTEL_TRACES_SAMPLER, OTEL_RESOURCE_ATTRIBUTES …) themselves.
 * @param service the service's name, where OTEL_SERVICE_NAME gives none
 * @param warn told when spans cannot be sent
 */
export async function startTracing(service: string, warn: (problem: string) => void): Promise<void> {
  const api = await import('@opentelemetry/api')
  const report = (problem: string) => warn(problem.slice(0, MAX_CHARACTERS))
  const quiet = () => undefined
  const logger = { error: report, warn: report, info: quiet, debug: quiet, verbose: quiet }
  api.diag.setLogger(logger, api.DiagLogLevel.WARN)
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = await import(
    '@opentelemetry/resources'
  )
  const own = resourceFromAttributes({ 'service.name': service, 'service.version': about.version })
  const resource = defaultResource()
    .merge(own)
    .merge(detectResources({ detectors: [envDetector] }))
  const provider = new NodeTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  provider.register()
  open = { api, tracer: provider.getTracer('parley', about.version), close: () => provider.shutdown() }
}

/** Sends what is left, within `ms` or not at all. */
export async function stopTracing(ms: number): Promise<void> {
  const closing = open
  open = undefined
  if (closing) await withTimeout(closing.close(), ms, () => new Error('late')).catch(() => undefined)
}

type SpanKindName = Lowercase<keyof typeof SpanKind>

interface SpanOptions {
  kind?: SpanKindName
  attributes?: SpanAttributes
  /** What it goes on from, where that is another process: W3C trace context. Without, what runs around it. */
  parent?: { traceparent?: string | undefined; tracestate?: string | undefined }
}

/** Runs the work within a span, which records a rejection by its code. Where traces are off, it only runs the work. */
export function span<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  if (!open) return work()
  const { api, tracer } = open
  const { kind = 'internal', attributes = {}, parent } = options
  const context = parent ? api.propagation.extract(api.ROOT_CONTEXT, parent) : api.context.active()
  const settings = { kind: api.SpanKind[kind.toUpperCase() as Uppercase<SpanKindName>], attributes }
  return tracer.startActiveSpan(name, settings, context as Context, (started) => finish(started, work))
}

async function finish<T>(started: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    fail(started, codeOf(error))
    throw error
  } finally {
    started.end()
  }
}

/** A message may quote what was asked. */
const codeOf = (error: unknown) =>
  error instanceof AppError ? error.code : error instanceof Error ? error.name : 'unknown'

function fail(failed: Span, code: string): void {
  failed.setAttribute('error.type', code)
  failed.setStatus({
    code: 2 satisfies typeof import('@opentelemetry/api')['SpanStatusCode']['ERROR'],
    message: code,
  })
}

/** Adds to the span around it. @param failed the code of what went wrong, although nothing was thrown; @param name a better one */
export function noteOnSpan(
  attributes: SpanAttributes,
  { name, failed }: { name?: string; failed?: string } = {},
): void {
  const active = open?.api.trace.getActiveSpan()
  if (!active) return
  active.setAttributes(attributes)
  if (name) active.updateName(name)
  if (failed) fail(active, failed)
}

/** The id of the trace around it, for log lines. */
export const traceId = (): string | undefined => open?.api.trace.getActiveSpan()?.spanContext().traceId

/** The trace context for a job or another service. */
export function traceparent(): string | undefined {
  if (!open) return undefined
  const carrier: { traceparent?: string } = {}
  open.api.propagation.inject(open.api.context.active(), carrier)
  return carrier.traceparent
}
