import { Failure } from './failure.ts'
import type { Action, Reply } from './records.ts'

/** The fields of all events. An event's name says which of them it has. */
export interface EventData extends Partial<Reply> {
  offset?: number
  text?: string
  code?: string
  detail?: string
  /** The call of a tool, its state, and what people call the tool. */
  call_id?: string
  title?: string
  state?: Action['state']
}

export interface ServerEvent {
  name: string
  id: string | undefined
  data: EventData
}

/**
 * Reads the events of a `text/event-stream` as they arrive.
 * @param silentMs milliseconds without a byte after which it fails
 * @throws Failure `silent`, or the error that broke the connection
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
    // With the s flag, the dot also matches U+2028, which JSON may contain.
    const [, name = '', value = ''] = /^(\w+): ?(.*)$/s.exec(line) ?? []
    fields[name] = value
  }
  return fields.event
    ? { name: fields.event, id: fields.id, data: JSON.parse(fields.data || '{}') }
    : undefined
}
