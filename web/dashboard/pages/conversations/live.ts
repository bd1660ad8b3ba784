import { useEffect, useRef } from 'preact/hooks'
import { answerOf, api, REFUSED } from '../../api.ts'

/** Milliseconds in which changes are collected, so that a busy hour is not read anew with each message. */
const COLLECT_MS = 700
/** Milliseconds until a stream that was refused is opened again; up to twice as long, so that not all come at once. */
const REOPEN_MS = 10_000

/**
 * Follows which threads change, while the page is in view.
 * @param onChange called with the threads; with none if any may have changed: at the beginning, and whenever changes
 *   may have been missed
 */
export function useThreadEvents(onChange: (ids: readonly string[]) => void): void {
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    let source: EventSource | undefined
    let reopening: ReturnType<typeof setTimeout> | undefined
    let collecting: ReturnType<typeof setTimeout> | undefined
    let changed: Set<string> | 'any' = new Set()

    const collect = (ids: readonly string[]) => {
      if (ids.length === 0) changed = 'any'
      else if (changed !== 'any') for (const id of ids) changed.add(id)
      collecting ??= setTimeout(() => {
        const ids = changed === 'any' ? [] : [...changed]
        changed = new Set()
        collecting = undefined
        latest.current(ids)
      }, COLLECT_MS)
    }
    const close = () => {
      source?.close()
      source = undefined
      clearTimeout(reopening)
    }
    const openLater = () => {
      close()
      reopening = setTimeout(open, REOPEN_MS * (1 + Math.random()))
    }
    function open() {
      close()
      if (document.visibilityState === 'hidden') return
      source = new EventSource('/api/v1/thread-events')
      source.addEventListener('ready', () => collect([]))
      source.addEventListener('threads.changed', ({ data }) => collect(JSON.parse(data).thread_ids))
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
      source.onerror = () => {
        // The browser reopens a stream that broke off, but none that was refused.
        if (source?.readyState === EventSource.CLOSED) openLater()
      }
    }

    open()
    document.addEventListener('visibilitychange', open)
    return () => {
      document.removeEventListener('visibilitychange', open)
      clearTimeout(collecting)
      close()
    }
  }, [])
}
