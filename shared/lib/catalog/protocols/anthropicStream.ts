import { rewritingLines } from './streamLines.ts'

/** Makes the event that says why a reply ended, as Anthropic sends it before `message_stop`. */
const ended = (stop_reason: 'end_turn' | 'tool_use') =>
  `data: ${JSON.stringify({
    type: 'message_delta',
    delta: { stop_reason },
    usage: { output_tokens: 0 },
  })}`

/**
 * Makes `message_stop` the reason why a reply ended, if its stream names none. Servers that speak
 * Anthropic's protocol leave `stop_reason` null, or its event out. A stream that was cut, or has
 * neither text nor tool calls, has no end.
 */
export function withStopReason(response: Response): Response {
  const { ok, body, status, headers } = response
  if (!ok || !body || !headers.get('content-type')?.includes('event-stream')) return response
  let hasReason = false
  let hasText = false
  let hasCalls = false
  const rewrite = (line: string) => {
    if (!line.startsWith('data:')) return line
    hasReason ||= /"stop_reason": ?"/.test(line)
    hasText ||= line.includes('"text_delta"')
    hasCalls ||= /"type": ?"tool_use"/.test(line)
    if (hasReason || !/"type": ?"message_stop"/.test(line)) return line
    if (hasCalls) return ended('tool_use')
    return hasText ? ended('end_turn') : line
  }
  const read = rewritingLines(body as AsyncIterable<Uint8Array>, rewrite)
  return new Response(ReadableStream.from(read), { status, headers })
}
