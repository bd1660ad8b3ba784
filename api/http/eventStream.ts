import type { Ctx } from '../context.ts'

export const EVENT_STREAM = 'text/event-stream'

/** Whether the request asks, by its Accept header, for server-sent events. */
export const wantsStream = (ctx: Ctx) =>
  ctx.accepts('application/json', EVENT_STREAM) === EVENT_STREAM

export type SendEvent = (event: string, data: object, id?: string) => void

/** Answers 200 with a stream of server-sent events. @returns a function that sends an event */
export function openStream(ctx: Ctx): SendEvent {
  ctx.respond = false
  ctx.status = 200
  ctx.remove('Preference-Applied')
  ctx.set({
    'Content-Type': `${EVENT_STREAM}; charset=utf-8`,
    // A proxy that compresses, such as Express's `compression` or Next.js's rewrites, would hold
    // events back.
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  })
  ctx.flushHeaders()
  return (event, data, id) => {
    ctx.res.write(`event: ${event}\n${id ? `id: ${id}\n` : ''}data: ${JSON.stringify(data)}\n\n`)
  }
}
