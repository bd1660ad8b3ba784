import type { Operation } from '../reference.ts'
import { lastIdOf } from './session.ts'

/** The most characters of an answer that are shown. */
const MAX_SHOWN = 200_000

/** What somebody fills in for a request. */
export interface Filled {
  /** The values of parameters by their names. Empty ones are left out of the query. */
  parameters: Record<string, string>
  /** JSON; empty: no body. */
  body: string
  isStream: boolean
}

/** What came of a request. */
export interface Outcome {
  status: number
  /** Milliseconds until its headers had come. */
  ms: number
  type: string
  requestId: string | null
  /** What has come so far, at most 200,000 characters. */
  text: string
  isCut: boolean
}

/** Whether a request can be tried out: by a key, and without a file. */
export const canBeTried = ({ security = [], requestBody }: Operation) =>
  security.some((schemes) => 'key' in schemes) &&
  Object.keys(requestBody?.content ?? { 'application/json': {} }).includes('application/json')

/** Returns the parameters that have a field: those of the path and of the query. */
export const parametersOf = ({ parameters }: Operation) =>
  parameters.filter(({ in: place }) => place !== 'header')

/** Returns the address of a request. */
export function addressOf(operation: Operation, values: Filled['parameters']): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  )
  const query = new URLSearchParams(
    parametersOf(operation)
      .filter(({ in: place, name }) => place === 'query' && values[name])
      .map(({ name }) => [name, values[name]!]),
  )
  return query.size ? `${path}?${query}` : path
}

/** Returns the first values of the fields: ids that earlier answers had, and the body's example. */
export function firstValues(operation: Operation): Filled {
  const { path, requestBody } = operation
  const parameters = Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(({ 1: name, index }) => [
      name!,
      lastIdOf(path.slice(0, index - 1).replace(/\{(\w+)\}/g, (_, outer) => idBefore(path, outer))),
    ]),
  )
  const example = requestBody?.content['application/json']?.example
  const body = example === undefined ? '' : JSON.stringify(withAgent(example), null, 2)
  return { parameters, body, isStream: false }
}

const idBefore = (path: string, name: string) => lastIdOf(path.slice(0, path.indexOf(`/{${name}}`)))

/** Puts the agent that an answer had last in the place of the example's. */
function withAgent(example: unknown): unknown {
  const agent = lastIdOf('/api/v1/agents')
  const names = (example as { agent_id?: unknown } | null)?.agent_id
  return agent && typeof names === 'string' ? { ...(example as object), agent_id: agent } : example
}

/**
 * Sends a request with the test key, and without the cookies of the dashboard.
 * @param show is called whenever more of the answer has come
 * @throws DOMException AbortError, once `signal` has been aborted
 */
export async function send(
  operation: Operation,
  filled: Filled,
  key: string,
  signal: AbortSignal,
  show: (outcome: Outcome) => void,
): Promise<Outcome> {
  const start = performance.now()
  const response = await fetch(addressOf(operation, filled.parameters), {
    method: operation.method,
    credentials: 'omit',
    signal,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(filled.isStream ? { Accept: 'text/event-stream' } : {}),
      ...(filled.body ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(filled.body ? { body: filled.body } : {}),
  })
  const outcome: Outcome = {
    status: response.status,
    ms: Math.round(performance.now() - start),
    type: response.headers.get('content-type')?.split(';')[0] ?? '',
    requestId: response.headers.get('x-request-id'),
    text: '',
    isCut: false,
  }
  show(outcome)
  if (!isText(outcome.type)) {
    await response.body?.cancel()
    return { ...outcome, text: `A file: ${outcome.type}` }
  }
  return readText(response, outcome, show)
}

const isText = (type: string) => /^(?:text\/|application\/(?:json|x-ndjson)$)/.test(type)

async function readText(
  response: Response,
  outcome: Outcome,
  show: (outcome: Outcome) => void,
): Promise<Outcome> {
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  let { text } = outcome
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    text += decoder.decode(value, { stream: !done })
    if (done) return { ...outcome, text: indented(text, outcome.type) }
    if (text.length > MAX_SHOWN) {
      await reader?.cancel()
      return { ...outcome, text: text.slice(0, MAX_SHOWN), isCut: true }
    }
    if (outcome.type === 'text/event-stream') show({ ...outcome, text })
  }
}

function indented(text: string, type: string): string {
  if (type !== 'application/json') return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
