import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as an OpenTelemetry collector receives it. */
export interface ReceivedSpan {
  service: string
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  /** 1 internal, 2 server, 3 client, 5 consumer */
  kind: number
  attributes: Record<string, unknown>
  /** The code 2 means an error. */
  status: { code?: number; message?: string }
  ms: number
}

export interface Collector {
  url: string
  spans: ReceivedSpan[]
  /** All bodies, as they were sent. */
  bodies: string[]
  close(): Promise<void>
}

const plain = (value: Record<string, unknown>): unknown => {
  if ('arrayValue' in value)
    return (value.arrayValue as { values: Record<string, unknown>[] }).values.map(plain)
  return 'intValue' in value ? Number(value.intValue) : Object.values(value)[0]
}
const attributesOf = (list: { key: string; value: Record<string, unknown> }[] = []) =>
  Object.fromEntries(list.map(({ key, value }) => [key, plain(value)]))

/** Starts a collector that accepts spans by OTLP over HTTP, in JSON. */
export async function startCollector(): Promise<Collector> {
  const spans: ReceivedSpan[] = []
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    bodies.push(body)
    for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans)
      for (const { spans: some } of scopeSpans)
        for (const { startTimeUnixNano, endTimeUnixNano, attributes, ...span } of some)
          spans.push({
            ...span,
            parentSpanId: span.parentSpanId || undefined,
            service: String(attributesOf(resource.attributes)['service.name']),
            attributes: attributesOf(attributes),
            ms: Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e6,
          })
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
