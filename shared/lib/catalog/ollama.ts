import { type ReadCalls, readChunks } from './protocols/callPieces.ts'
import {
  at,
  type CallHttp,
  fetchOf,
  NO_RETRIES,
  openChat,
  type Provider,
} from './protocols/provider.ts'

const ADDRESS = 'http://127.0.0.1:11434'

/**
 * The context that Ollama is asked to allocate. Its own default, often 4,096, truncates longer
 * prompts silently; a larger context takes more of its memory.
 */
const CONTEXT_TOKENS = 16_384

export const ollama = {
  name: 'ollama',
  settings: {
    OLLAMA_BASE_URL: {
      type: 'string',
      format: 'uri',
      matters: true,
      description: `Address of an Ollama server, for ollama:… models. Unset: ${ADDRESS}.`,
    },
  } as const,
  isFree: true,
  imageTypes: ['image/png', 'image/jpeg'],
  variables: { baseUrl: 'OLLAMA_BASE_URL', contextTokens: 'MODEL_CONTEXT_TOKENS' },
  list: ({ baseUrl = ADDRESS }) => ({ address: at(baseUrl, '/api/tags'), headers: {} }),
  contextTokens: CONTEXT_TOKENS,
  chat(access, model, { temperature, maxOutputTokens }, http) {
    const { baseUrl = ADDRESS, contextTokens: numCtx = CONTEXT_TOKENS } = access
    const fields = {
      baseUrl,
      numCtx,
      temperature,
      numPredict: maxOutputTokens,
      fetch: withToolNames(fetchOf(http)),
    }
    return openChat('ollama', model, fields, readWholeCalls)
  },
  embeddings({ baseUrl = ADDRESS }, model) {
    // Starts to load now, so that the first question does not wait. Loads only where it is used,
    // because the package takes 20 MB.
    const loading = import('@langchain/ollama')
    return async (fetch) => {
      const { OllamaEmbeddings } = await loading
      // The server truncates texts that are longer than the model can read.
      return new OllamaEmbeddings({ ...NO_RETRIES, model, baseUrl, truncate: true, fetch })
    }
  },
} satisfies Provider

/** Reads calls, which come whole. LangChain gives all of them the same index, and ids of its own. */
const readWholeCalls: ReadCalls = (message) =>
  readChunks(message).map(({ name, written }) => ({ name, written }))

/**
 * Names the call of each result, which LangChain leaves out. Results follow the message with their
 * calls, in the same order.
 */
const withToolNames =
  (fetch: CallHttp['fetch']): CallHttp['fetch'] =>
  (address, init) => {
    const body = String(init?.body ?? '')
    if (!body.includes('"role":"tool"')) return fetch(address, init)
    const { messages, ...rest } = JSON.parse(body)
    let calls: { id?: string; function: { name: string } }[] = []
    const named = messages.map((message: { role: string; tool_calls?: typeof calls }) => {
      if (message.tool_calls) calls = [...message.tool_calls]
      const call = message.role === 'tool' ? calls.shift() : undefined
      return call ? { ...message, tool_name: call.function.name, tool_call_id: call.id } : message
    })
    return fetch(address, { ...init, body: JSON.stringify({ ...rest, messages: named }) })
  }
