import { answerOf, api, REFUSED } from '../api.ts'

/**
 * Milliseconds until a refused stream is opened again. The pause is up to twice as long, so that
 * not all pages come at once.
 */
const REOPEN_MS = 10_000

interface KeptStream {
  /** Returns the stream's address, which may contain the place to resume at. */
  address(): string
  /** The listener for each kind of event. */
  listeners: Record<string, (message: MessageEvent<string>) => void>
  /** Whether any part of the page wants the stream now. */
  isWanted(): boolean
  /** Called when events begin to arrive, and when they no longer do. */
  onLive(isLive: boolean): void
  /** Called when the server refuses the stream. */
  onRefused?(): void
}

/** Keeps a stream of server-sent events open while any part of the page wants it. */
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

  /** Opens the stream if it is wanted and not open, and closes it if it is not wanted. */
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
      // Without a session, this request leads to the sign-in. With a new role, it updates what the
      // page may do.
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
      // The browser reopens a broken stream, but not a refused stream, and does not report why it
      // was refused.
      if (source?.readyState !== EventSource.CLOSED) return
      close()
      reopening = setTimeout(adjust, REOPEN_MS * (1 + Math.random()))
      onRefused?.()
    }
  }

  document.addEventListener('visibilitychange', adjust)
  return {
    adjust,
    /** Closes the stream for good. */
    stop(): void {
      isStopped = true
      document.removeEventListener('visibilitychange', adjust)
      close()
    },
  }
}
