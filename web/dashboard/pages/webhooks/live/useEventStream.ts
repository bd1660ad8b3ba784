import { useEffect, useRef, useState } from 'preact/hooks'
import { keepStream } from '../../../lib/live/stream.ts'
import { type FeedEvent, isExpired } from './events.ts'

/**
 * Follows the events of the organization, while the page is in view.
 * @param after the id of the last known event; undefined: not read yet
 * @param onExpired called when the event at which to resume is no longer kept, so that events may
 *   have been missed
 * @returns whether events arrive
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
    let isOver = false
    // Pings carry the place too. With a filter, the last matching event may be old.
    const keepPlace = ({ lastEventId }: MessageEvent<string>) => {
      last.current = lastEventId
    }
    const stream = keepStream({
      address: () =>
        `/api/v1/events?${new URLSearchParams({
          ...(type && { type }),
          ...(last.current && { after: last.current }),
        })}`,
      isWanted: () => document.visibilityState !== 'hidden',
      listeners: {
        ping: keepPlace,
        message(message) {
          keepPlace(message)
          latest.current.onEvent(JSON.parse(message.data))
        },
      },
      onLive: setLive,
      async onRefused() {
        if (last.current && (await isExpired(last.current)) && !isOver) latest.current.onExpired()
      },
    })
    stream.adjust()
    return () => {
      isOver = true
      stream.stop()
    }
  }, [type, isKnown])
  return isLive
}
