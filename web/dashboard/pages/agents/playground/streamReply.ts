import { eventsOf } from '../../../../widget/api/stream.ts'
import { ApiError, answerOf, api, dataOf, type Schemas } from '../../../lib/api.ts'

export type Reply = Schemas['ConversationReply']
export type Question = Schemas['ConversationQuestion']

/**
 * Milliseconds of silence after which the stream counts as broken. The service pings more often.
 */
const SILENT_MS = 25_000
/** Seconds that the API waits before it answers with an unfinished reply. */
const WAIT_SECONDS = 20
const PAUSE_MS = 1_000

export interface ReplyListeners {
  /** Called when the reply has an id, so that it can be stopped. */
  onBegin: (reply: Reply) => void
  /** Called with the whole text so far. */
  onText: (text: string) => void
}

/**
 * Asks a question and follows its reply until it completes, fails or is cancelled. Reads the record
 * at the end, because the stream leaves out some fields.
 * @throws ApiError if the question is refused
 */
export async function askAndFollow(
  conversation_id: string,
  content: string,
  signal: AbortSignal,
  listeners: ReplyListeners,
): Promise<Reply> {
  const call = api.POST('/api/v1/conversations/{conversation_id}/messages', {
    params: { path: { conversation_id } },
    body: { content, metadata: {} as never, on_busy: 'reject', trace: true },
    headers: { Accept: 'text/event-stream' },
    parseAs: 'stream',
    signal,
  })
  return follow(conversation_id, call as never, listeners, signal)
}

/** Follows a reply to an earlier question. */
export async function joinReply(
  conversation_id: string,
  id: string,
  signal: AbortSignal,
  listeners: ReplyListeners,
): Promise<Reply> {
  const call = api.GET('/api/v1/conversations/{conversation_id}/messages/{id}', {
    params: { path: { conversation_id, id } },
    headers: { Accept: 'text/event-stream' },
    parseAs: 'stream',
    signal,
  })
  return follow(conversation_id, call as never, listeners, signal)
}

type StreamCall = Promise<{
  data?: ReadableStream<Uint8Array>
  error?: unknown
  response: Response
}>

async function follow(
  conversation_id: string,
  call: StreamCall,
  { onBegin, onText }: ReplyListeners,
  signal: AbortSignal,
): Promise<Reply> {
  const { response } = await call.catch(() => ({ response: undefined }))
  const stream = await answerOf(call)
  let id: string | undefined
  if (!response!.headers.get('Content-Type')?.startsWith('text/event-stream')) {
    // A service that is at its limit of streams answers with the record.
    const { data } = (await new Response(stream).json()) as { data: Reply }
    onBegin(data)
    id = data.id
  } else {
    let text = ''
    try {
      for await (const { name, data } of eventsOf(stream, SILENT_MS)) {
        if (name === 'message.started') {
          id = data.id
          onBegin(data as never)
        } else if (name === 'message.restarted') {
          text = ''
          onText(text)
        } else if (name === 'delta') {
          text = text.slice(0, data.offset) + data.text
          onText(text)
        } else if (name === 'message.completed' || name === 'error') break
      }
    } catch (error) {
      signal.throwIfAborted()
      if (!id) throw error
    }
  }
  if (!id) throw new ApiError(0, {})
  return readFinished(conversation_id, id, signal)
}

/** Waits until the reply is finished, and returns its record. */
async function readFinished(
  conversation_id: string,
  id: string,
  signal: AbortSignal,
): Promise<Reply> {
  for (;;) {
    const reply = (await dataOf(
      api.GET('/api/v1/conversations/{conversation_id}/messages/{id}', {
        params: { path: { conversation_id, id }, query: { wait: WAIT_SECONDS } },
        signal,
      }),
    )) as Reply
    if (reply.status !== 'processing') return reply
    // A service that is at its limit of waiting requests answers at once.
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
