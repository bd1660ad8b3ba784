import { answerOf, api, REFUSED } from '../api.ts'

/**
 * Milliseconds until a stream that was refused is opened again; up to twice as long, so that not
 * all come at once.
 */
const REOPEN_MS = 10_000

interface KeptStream {
  /** Returns the address, which may say where to go on. */
  address(): string
  /** What is done with each kind of event. */
  listeners: Record<string, (message: MessageEvent<string>) => void>
  /** Whether somebody wants the stream now. */
  isWanted(): boolean
  /** Called when events begin to arrive, and when they no longer do. */
  onLive(isLive: boolean): void
  /** Called when the server has refused the stream. */
  onRefused?(): void
}

/** Keeps a stream of server-sent events open while somebody wants it. */
export function keepStream({ address, listeners, isWanted, onLive, onRefused }: KeptStream) {
  let source: EventSource | undefined
  let reopening: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  function close(): void {
    source?.close()
    source = undefined
    clearTimeout(reopening)
    onLive(false)
  }

  /** Opens the stream if it is not open, and closes it if nobody wants it now. */
  function adjust(): void {
    if (isStopped || !isWanted()) close()
    else if (!source) open()
  }

  function open(): void {
    close()
    source = new EventSource(address())
    source.addEventListener('ready', () => onLive(true))
    for (const [name, listener] of Object.entries(listeners))
      source.addEventListener(name, listener)
    source.addEventListener('ended', () => {
      close()
      // Without a session, this asks for a sign-in; with another role, the page shows what it may
      // do.
      answerOf(api.GET('/dashboard/session')).then(
        () => {
          dispatchEvent(new Event(REFUSED))
          adjust()
        },
        () => undefined,
      )
    })
    source.onerror = () => {
      onLive(false)
      // The browser reopens a stream that broke off, but none that was refused, and does not tell
      // why.
      if (source?.readyState !== EventSource.CLOSED) return
      close()
      reopening = setTimeout(adjust, REOPEN_MS * (1 + Math.random()))
      onRefused?.()
    }
  }

  document.addEventListener('visibilitychange', adjust)
  return {
    adjust,
    /** Closes it for good. */
    stop(): void {
      isStopped = true
      document.removeEventListener('visibilitychange', adjust)
      close()
    },
  }
}
