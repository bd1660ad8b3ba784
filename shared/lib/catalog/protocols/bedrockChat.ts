import { Readable } from 'node:stream'
import { ChatBedrockConverse } from '@langchain/aws'
import { AppError } from '../../errors.ts'
import { keepingCalls, type ReadCalls, readChunks } from './callPieces.ts'
import { at, type CallHttp } from './provider.ts'

interface BedrockFields {
  model: string
  temperature: number | undefined
  maxTokens: number | undefined
  region: string
  maxRetries: number
}

interface Signer {
  /** An API key, or with `keyId` a secret access key. */
  key: string
  keyId: string | undefined
  address: string
}

/** A request in the form in which Amazon's client passes it to its handler. */
interface AwsRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array
}

/** Makes a model that is called by Bedrock's Converse API. */
export function bedrockChat(
  fields: BedrockFields,
  { key, keyId, address }: Signer,
  fetch: CallHttp['fetch'],
): ChatBedrockConverse {
  const requestHandler = {
    metadata: { handlerProtocol: 'http/1.1' },
    async handle({ method, path, headers, body }: AwsRequest) {
      const response = await fetch(new URL(path, address), {
        method,
        headers,
        body: body as string,
      })
      const { status: statusCode, body: stream } = response
      const pieces = stream ? Readable.fromWeb(stream as never) : Readable.from([])
      return {
        response: { statusCode, headers: Object.fromEntries(response.headers), body: pieces },
      }
    },
    updateHttpClientConfig: () => {},
    httpHandlerConfigs: () => ({}),
  }
  const client = new Bedrock({
    ...fields,
    // Without credentials, the client looks for those of the machine, also over the network.
    credentials: { accessKeyId: keyId ?? '', secretAccessKey: keyId ? key : '' },
    // An empty token keeps the client from reading the operator's AWS_BEARER_TOKEN_BEDROCK.
    bedrockBearerToken: keyId ? '' : key,
    // Includes a gateway's path, so that the signature covers the path that is requested.
    endpointHost: at(address, '').replace(/^https?:\/\//i, ''),
    clientOptions: {
      requestHandler,
      maxAttempts: 1,
      ...(keyId && { authSchemePreference: ['aws.auth#sigv4'] }),
    },
    // The exchange limits the time of every call.
    streamIdleTimeout: 0,
  } as unknown as ConstructorParameters<typeof ChatBedrockConverse>[0])
  return keepingCalls(client, readCalls)
}

/** A call in a whole reply of Bedrock, as Amazon's client reads it. */
interface ToolUse {
  toolUseId?: string
  name?: string
  input?: unknown
}

/** Reads calls: those of a whole reply as they came, those of a stream from its pieces. */
const readCalls: ReadCalls = (message) => {
  const { calls } = message.response_metadata as { calls?: ToolUse[] }
  if (!calls) return readChunks(message)
  return calls.map(({ toolUseId: id, name, input }) => ({
    id,
    name,
    written: JSON.stringify(input) ?? '',
  }))
}

class Bedrock extends ChatBedrockConverse {
  constructor(fields: ConstructorParameters<typeof ChatBedrockConverse>[0]) {
    super(fields)
    // LangChain drops calls whose input is no object, and passes other facts of a reply on.
    this.client.middlewareStack.add(
      (next) => async (asked) => {
        const result = await next(asked)
        const { output } = result.output as { output?: { message?: { content?: unknown[] } } }
        const calls = output?.message?.content?.flatMap((part) => Object(part).toolUse ?? [])
        if (calls?.length) Object.assign(result.output, { calls })
        return result
      },
      { step: 'initialize', name: 'keepCalls' },
    )
  }

  override async _generate(...asked: Parameters<ChatBedrockConverse['_generate']>) {
    const result = await super._generate(...asked)
    for (const { message } of result.generations) setFinishReason(message)
    return result
  }

  override async *_streamResponseChunks(
    ...asked: Parameters<ChatBedrockConverse['_streamResponseChunks']>
  ) {
    try {
      for await (const chunk of super._streamResponseChunks(...asked)) {
        setFinishReason(chunk.message)
        yield chunk
      }
    } catch (error) {
      throw inStream(error)
    }
  }
}

/**
 * Where LangChain puts the reason why a reply ended: `stopReason` for a whole reply, `messageStop`
 * for a streamed reply.
 */
interface EndFacts {
  stopReason?: string
  messageStop?: { stopReason?: string }
  finish_reason?: string
}

/** Copies the reason why a reply ended to `finish_reason`, as chat completions do. */
function setFinishReason({ response_metadata: facts }: { response_metadata: EndFacts }): void {
  const reason = facts.stopReason ?? facts.messageStop?.stopReason
  if (reason) facts.finish_reason = reason
}

/**
 * Turns an exception among the events of a stream into an AppError by its name, because it has no
 * status.
 */
function inStream(error: unknown): unknown {
  const name = error instanceof Error ? error.name : ''
  if (/^throttling/i.test(name))
    return new AppError('model_rate_limited', 'The model provider limits our requests.', {
      cause: error,
    })
  return /^(internalServer|serviceUnavailable|modelStream|modelTimeout)/i.test(name)
    ? new AppError('model_unavailable', 'The model provider broke off its reply.', { cause: error })
    : error
}
