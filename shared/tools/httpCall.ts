import type { Dispatcher } from 'undici'
import type { Config } from '../lib/config/config.ts'
import {
  AnswerTooLarge,
  type BoundedAnswer,
  UnknownEncoding,
} from '../lib/egress/boundedRequest.ts'
import { parseHosts } from '../lib/egress/publicAddresses.ts'
import { NotSent, requestOnce } from '../lib/egress/requestOnce.ts'
import { AppError } from '../lib/errors.ts'
import type { Sealer } from '../lib/sealing.ts'
import { readBody } from './answerBody.ts'
import { type CallAnswer, type CallTool, notSent } from './callAnswer.ts'
import { whyNotSent } from './notSent.ts'
import { headersOf, secretsOf } from './requestHeaders.ts'
import { requestOf } from './templates.ts'

/**
 * Makes the sender of the calls of HTTP tools. It reaches only public addresses and those that the
 * operator lists, on a connection of its own for each call, and follows no redirects.
 */
export function makeCallHttp(
  { EGRESS_ALLOWED_HOSTS }: Pick<Config, 'EGRESS_ALLOWED_HOSTS'>,
  sealer: Sealer,
  clock: () => Date = () => new Date(),
): CallTool {
  const trustedHosts = parseHosts(EGRESS_ALLOWED_HOSTS)
  return async function callHttp(call, signal) {
    const request = requestOf(call)
    let headers: Record<string, string>
    try {
      headers = headersOf(call, request, secretsOf(call.tool, sealer), clock())
    } catch (error) {
      if (error instanceof AppError) return notSent(error.message)
      throw error
    }
    try {
      const answer = await requestOnce(new URL(request.url), {
        method: request.method as Dispatcher.HttpMethod,
        headers,
        body: request.body ?? null,
        maxBytes: call.tool.max_bytes,
        trustedHosts,
        signal,
      })
      return await readAnswer(answer)
    } catch (error) {
      return error instanceof NotSent ? notSent(whyNotSent(error.cause, signal)) : UNSURE
    }
  }
}

/**
 * Reads an answer. One that breaks off after a success is unsure: a server may begin its answer
 * before it has carried the call out.
 */
async function readAnswer({ status, headers, pieces }: BoundedAnswer): Promise<CallAnswer> {
  const { bytes, ended } = await readPieces(pieces)
  if (ended === 'broken_off' && status < 300) return UNSURE
  const isCut = ended !== 'whole'
  const result = readBody(bytes, headers['content-type'], isCut)
  return { kind: 'answered', status, result, is_cut: isCut }
}

/**
 * Reads the bytes of an answer, as far as they come. `cut`: it is too long, or cannot be unpacked.
 */
async function readPieces(
  pieces: AsyncIterable<Uint8Array>,
): Promise<{ bytes: Buffer; ended: 'whole' | 'cut' | 'broken_off' }> {
  const chunks: Uint8Array[] = []
  try {
    for await (const piece of pieces) chunks.push(piece)
    return { bytes: Buffer.concat(chunks), ended: 'whole' }
  } catch (error) {
    return { bytes: Buffer.concat(chunks), ended: isOfContent(error) ? 'cut' : 'broken_off' }
  }
}

/** Whether the bytes themselves are at fault, and not the connection or the time. */
const isOfContent = (error: unknown): boolean =>
  error instanceof AnswerTooLarge ||
  error instanceof UnknownEncoding ||
  // The codes of zlib and brotli.
  /^(?:Z_|ERR__)/.test(String(Object(error).code))

const UNSURE: CallAnswer = {
  kind: 'unsure',
  error: {
    code: 'tool_timed_out',
    detail: 'The request was sent, but no whole answer came: it took too long, or broke off.',
  },
}
