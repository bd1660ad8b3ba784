import type { Reply } from './records.ts'
import { Failure } from './server.ts'

/** What one of the events has, by its name. */
export interface EventData extends Partial<Reply> {
  offset?: number
  text?: string
  code?: string
  detail?: string
}

export interface ServerEvent {
  name: string
  id: string | undefined
  data: EventData
}

/**
 * The events of a `text/event-stream`, as they come.
 * @param silentMs how long no byte may come
 * @throws Failure `silent`, or whatever breaks the connection
 */
export async function* eventsOf(
  stream: ReadableStream<Uint8Array>,
  silentMs: number,
): AsyncGenerator<ServerEvent> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await withinSilence(reader.read(), silentMs)
      if (done) return
      rest += decoder.decode(value, { stream: true })
      const blocks = rest.split(/\r?\n\r?\n/)
      rest = blocks.pop()!
      for (const block of blocks) {
        const event = read(block)
        if (event) yield event
      }
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

async function withinSilence<T>(reading: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Failure('silent')), ms)
  })
  return Promise.race([reading, silence]).finally(() => clearTimeout(timer))
}

function read(block: string): ServerEvent | undefined {
  const fields: Record<string, string> = {}
  for (const line of block.split(/\r?\n/)) {
    // The dot would stop at U+2028, which may stand in JSON.
    const [, name = '', value = ''] = /^(\w+): ?(.*)$/s.exec(line) ?? []
    fields[name] = value
  }
  return fields.event
    ? { name: fields.event, id: fields.id, data: JSON.parse(fields.data || '{}') }
    : undefined
}
