import { AnswerTooLarge } from '../lib/egress/boundedRequest.ts'
import type { GuardedFetch } from '../lib/egress/guardedFetch.ts'
import { NotSent } from '../lib/egress/requestOnce.ts'
import type { JobError } from '../lib/errors.ts'
import { toStorableText } from '../lib/storable.ts'
import { readBody, toResult } from './answerBody.ts'
import { type CallAnswer, notSent, type PlannedToolCall } from './callAnswer.ts'
import { type McpTarget, mcpPackage, requestLimits, withClient } from './mcpClient.ts'
import { whyNotSent } from './notSent.ts'
import { isObject } from './schemaKeywords.ts'

/**
 * Calls a tool of a server of MCP, once. Only the request with the call itself can have an effect:
 * those before it ask for the server's version and begin a session.
 */
export async function callMcp(
  target: McpTarget,
  { tool, input, facts }: PlannedToolCall,
  trustedHosts: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<CallAnswer> {
  let isSent = false
  const watch =
    (send: GuardedFetch): GuardedFetch =>
    async (url, init) => {
      if (!isCall(init?.body)) return send(url, init)
      isSent = true
      try {
        return await send(url, init)
      } catch (error) {
        if (error instanceof NotSent) isSent = false
        throw error
      }
    }
  const name = tool.mcp_name ?? ''
  try {
    const limits = { trustedHosts, maxBytes: tool.max_bytes, signal }
    return await withClient(withKey(target, tool, facts.call_id), limits, watch, async (client) => {
      const result: unknown = await client.callTool(
        { name, arguments: input, _meta: { 'parley/call': facts.call_id } },
        {
          ...requestLimits(signal),
          // Else the client would list the tools and call again after some errors.
          toolDefinition: { name, inputSchema: { ...tool.input_schema, type: 'object' } },
        },
      )
      return answeredBy(result)
    })
  } catch (error) {
    return isSent ? await whatItMeans(error, signal) : notSent(whyUnreached(error, signal))
  }
}

/** Whether a body is the request that may have an effect. */
const isCall = (body: unknown): boolean =>
  typeof body === 'string' && Object(JSON.parse(body)).method === 'tools/call'

/** Adds the header that carries the id of the call, if the server knows such keys. */
const withKey = (
  target: McpTarget,
  { idempotency_header: name }: PlannedToolCall['tool'],
  callId: string,
): McpTarget =>
  name === null ? target : { ...target, headers: { ...target.headers, [name]: callId } }

function answeredBy(result: unknown): CallAnswer {
  const { content, structuredContent, isError } = Object(result)
  const structured = toResult(structuredContent)
  const text = Array.isArray(content) ? content.map(shownPart).filter(Boolean).join('\n') : ''
  return {
    kind: 'answered',
    status: null,
    result: structured === undefined ? readText(text) : structured,
    is_cut: false,
    is_failure: isError === true,
  }
}

const readText = (text: string): unknown => readBody(Buffer.from(text), undefined, false)

/** A part of a result as a text: what is no text is only named. */
function shownPart(part: unknown): string {
  if (!isObject(part)) return ''
  const { type, text, uri, mimeType, resource } = part
  if (type === 'text') return String(text)
  if (type === 'resource' && isObject(resource))
    return typeof resource.text === 'string' ? resource.text : `[${String(resource.uri)}]`
  return type === 'resource_link' ? `[${String(uri)}]` : `[${String(mimeType ?? type)}]`
}

/** A code of JSON-RPC by which a server says that it failed at its own work. */
const INTERNAL_ERROR = -32_603

/**
 * Says what an error means, after the call was sent. A server that failed at its own work may have
 * done it, as with a status of 5xx; any other error of the protocol refuses the call.
 */
async function whatItMeans(error: unknown, signal: AbortSignal): Promise<CallAnswer> {
  const { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } = await mcpPackage()
  if (signal.aborted) return unsure('tool_timed_out', 'The server did not answer in time.')
  if (error instanceof ProtocolError && error.code !== INTERNAL_ERROR)
    return failed(toStorableText(error.message.slice(0, MAX_MESSAGE)))
  if (error instanceof ProtocolError)
    return unsure('tool_failed', 'The server says that it failed at its own work.')
  if (error instanceof SdkHttpError && error.status !== undefined) {
    const { text } = Object(error.data)
    const result = typeof text === 'string' ? readText(text) : null
    return { kind: 'answered', status: error.status, result, is_cut: false }
  }
  if (error instanceof SdkError && error.code === SdkErrorCode.UnsupportedResultType)
    return failed('The server asks for more, instead of a result. That is not supported.')
  if (causesOf(error).some((cause) => cause instanceof AnswerTooLarge))
    return unsure('tool_failed', 'The answer has more bytes than the tool may read.')
  return unsure('tool_timed_out', 'The connection broke, or the answer cannot be read as MCP.')
}

const MAX_MESSAGE = 2_000

const failed = (result: string): CallAnswer => ({
  kind: 'answered',
  status: null,
  result,
  is_cut: false,
  is_failure: true,
})

const unsure = (code: JobError['code'], detail: string): CallAnswer => ({
  kind: 'unsure',
  error: { code, detail },
})

/** Says in a sentence why a server could not be asked. Its own words are left out. */
export function whyUnreached(error: unknown, signal: AbortSignal): string {
  const refused = causesOf(error).find((cause) => cause instanceof NotSent)
  if (refused && !signal.aborted) return whyNotSent(refused.cause, signal)
  if (signal.aborted) return 'The server did not answer in time.'
  const { status } = Object(error)
  if (status === 401 || status === 403) return `The server refuses the credentials (${status}).`
  if (typeof status === 'number') return `The server answers ${status}, which is not MCP.`
  return 'The server does not answer as MCP by streamable HTTP.'
}

function causesOf(error: unknown): Error[] {
  const found: Error[] = []
  for (let at = error; at instanceof Error && found.length < 10; at = at.cause) found.push(at)
  return found
}
