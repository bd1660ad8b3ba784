import { useEffect, useRef, useState } from 'preact/hooks'
import { answerOf, api, REFUSED } from '../../../api.ts'
import { type FeedEvent, isExpired } from './events.ts'

/** Milliseconds until a stream that was refused is opened again; up to twice as long, so that not all come at once. */
const REOPEN_MS = 10_000

/**
 * Follows the events of the organization, while the page is in view.
 * @param after the id of the last event that is known already; undefined: not read yet
 * @param onExpired called when the place that was reached is no longer kept: events may have been missed
 * @returns whether they arrive
 */
export function useEventStream(
  type: string | undefined,
  after: string | undefined,
  onEvent: (event: FeedEvent) => void,
  onExpired: () => void,
): boolean {
  const [isLive, setLive] = useState(false)
  const latest = useRef({ onEvent, onExpired })
  latest.current = { onEvent, onExpired }
  const isKnown = after !== undefined
  const last = useRef(after)
  last.current ??= after
  useEffect(() => {
    if (!isKnown) return
    let source: EventSource | undefined
    let reopening: ReturnType<typeof setTimeout> | undefined
    let isOver = false

    // Pings too tell the place: with a filter, the last event that fits may be old.
    const keepPlace = ({ lastEventId }: MessageEvent<string>) => {
      last.current = lastEventId
    }
    const close = () => {
      source?.close()
      source = undefined
      clearTimeout(reopening)
      setLive(false)
    }
    const openLater = () => {
      close()
      reopening = setTimeout(open, REOPEN_MS * (1 + Math.random()))
    }
    function open() {
      close()
      if (document.visibilityState === 'hidden') return
      const query = new URLSearchParams({
        ...(type && { type }),
        ...(last.current && { after: last.current }),
      })
      source = new EventSource(`/api/v1/events?${query}`)
      source.addEventListener('ready', () => setLive(true))
      source.addEventListener('ping', keepPlace)
      source.addEventListener('message', (message) => {
        keepPlace(message)
        latest.current.onEvent(JSON.parse(message.data))
      })
      source.addEventListener('ended', () => {
        close()
        // Without a session, this asks for a sign-in; with another role, the page shows what it may do.
        answerOf(api.GET('/dashboard/session')).then(
          () => {
            dispatchEvent(new Event(REFUSED))
            open()
          },
          () => undefined,
        )
      })
      source.onerror = async () => {
        setLive(false)
        // The browser reopens a stream that broke off, but none that was refused, and does not tell why.
        if (source?.readyState !== EventSource.CLOSED) return
        openLater()
        if (last.current && (await isExpired(last.current)) && !isOver) latest.current.onExpired()
      }
    }

    open()
    document.addEventListener('visibilitychange', open)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', open)
      close()
    }
  }, [type, isKnown])
  return isLive
}
