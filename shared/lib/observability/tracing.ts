import type { Attributes, Context, Span, SpanKind, Tracer } from '@opentelemetry/api'
import about from '../../../package.json' with { type: 'json' }
import { withTimeout } from '../async/withTimeout.ts'
import { AppError } from '../errors.ts'

/** Attributes of spans: ids, sizes and codes, never contents. */
export type SpanAttributes = Attributes

type Api = typeof import('@opentelemetry/api')

/** The process's tracer; undefined: traces are off, and OpenTelemetry is not loaded. */
let open: { api: Api; tracer: Tracer; close: () => Promise<void> } | undefined

/** The most characters that are logged of a problem that OpenTelemetry reports. */
const MAX_CHARACTERS = 200

/**
 * Starts to send spans to OTEL_EXPORTER_OTLP_ENDPOINT, in batches, in the background. The packages
 * themselves read this and the other standard variables (OTEL_EXPORTER_OTLP_HEADERS,
 * OTEL_TRACES_SAMPLER, OTEL_RESOURCE_ATTRIBUTES …).
 * @param service the name of the service, unless OTEL_SERVICE_NAME gives one
 * @param warn called when spans cannot be sent
 */
export async function startTracing(
  service: string,
  warn: (problem: string) => void,
): Promise<void> {
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
  open = {
    api,
    tracer: provider.getTracer('parley', about.version),
    close: () => provider.shutdown(),
  }
}

/** Sends the remaining spans, and gives up after `ms` milliseconds. */
export async function stopTracing(ms: number): Promise<void> {
  const closing = open
  open = undefined
  if (closing)
    await withTimeout(closing.close(), ms, () => new Error('late')).catch(() => undefined)
}

type SpanKindName = Lowercase<keyof typeof SpanKind>

interface SpanOptions {
  kind?: SpanKindName
  attributes?: SpanAttributes
  /** The W3C trace context of a parent span in another process. Default: the active span. */
  parent?: { traceparent?: string | undefined; tracestate?: string | undefined }
}

/**
 * Runs the work within a span, which records the code of a rejection. If traces are off, only runs
 * the work.
 */
export function span<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  if (!open) return work()
  const { api, tracer } = open
  const { kind = 'internal', attributes = {}, parent } = options
  const context = parent ? api.propagation.extract(api.ROOT_CONTEXT, parent) : api.context.active()
  const settings = { kind: api.SpanKind[kind.toUpperCase() as Uppercase<SpanKindName>], attributes }
  return tracer.startActiveSpan(name, settings, context as Context, (started) =>
    finish(started, work),
  )
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

/** Returns the code of an error. The message is left out, because it may quote contents. */
const codeOf = (error: unknown) =>
  error instanceof AppError ? error.code : error instanceof Error ? error.name : 'unknown'

function fail(failed: Span, code: string): void {
  failed.setAttribute('error.type', code)
  failed.setStatus({
    code: 2 satisfies typeof import('@opentelemetry/api')['SpanStatusCode']['ERROR'],
    message: code,
  })
}

/**
 * Adds attributes to the active span. `name` replaces its name; `failed` marks it as failed with
 * this code, although nothing was thrown.
 */
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

/** Returns the id of the active trace, for log lines; undefined: no trace is active. */
export const traceId = (): string | undefined =>
  open?.api.trace.getActiveSpan()?.spanContext().traceId

/** Returns the trace context for a job or another service. */
export function traceparent(): string | undefined {
  if (!open) return undefined
  const carrier: { traceparent?: string } = {}
  open.api.propagation.inject(open.api.context.active(), carrier)
  return carrier.traceparent
}
