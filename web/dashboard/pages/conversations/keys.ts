import { useEffect, useRef } from 'preact/hooks'
import { rowOf } from '../../components/lists/returnFocus.ts'
import { areOn, takesKeys } from '../../components/shortcuts.ts'

interface ThreadKeys {
  /** The threads in the order of the list. */
  ids: readonly string[]
  openId: string | undefined
  /** Called with the thread that `j` or `k` selects. Its row gets the focus. */
  onMove: (id: string) => void
  /** Called for Escape while a transcript is open. */
  onLeave: () => void
  /** Called near the end of the list. */
  onEnd: () => void
}

const isInPanel = (target: EventTarget | null) =>
  target instanceof Element && Boolean(target.closest('dialog, [popover]'))

/**
 * Handles the keys of the list: `j` and `k` for the next and previous thread, `/` to search, Escape
 * to go back to the list.
 */
export function useThreadKeys(keys: ThreadKeys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isInPanel(event.target) || document.querySelector('dialog[open]')) return
      if (takesKeys(event.target)) {
        if (event.key === 'Escape') (event.target as HTMLElement).blur()
        return
      }
      const act = ACTIONS[event.key]
      if (!act || !(areOn() || event.key === 'Escape')) return
      event.preventDefault()
      act(latest.current)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

const ACTIONS: Readonly<Record<string, (keys: ThreadKeys) => void>> = {
  j: (keys) => move(keys, 1),
  k: (keys) => move(keys, -1),
  '/': () => document.querySelector<HTMLElement>('.thread-search input')?.focus(),
  Escape: ({ openId, onLeave }) => {
    if (openId) onLeave()
  },
}

function move({ ids, onMove, onEnd }: ThreadKeys, by: 1 | -1): void {
  // If keys follow each other fast, the page may not have rendered the last move yet.
  const openId = ids.find((id) => location.pathname.endsWith(`/${id}`))
  const focused =
    document.activeElement instanceof HTMLElement
      ? document.activeElement.dataset.thread
      : undefined
  const at = ids.indexOf(openId ?? focused ?? '')
  const next = ids[at < 0 ? 0 : at + by]
  if (next === undefined) return
  rowOf(next)?.focus()
  onMove(next)
  if (at + by > ids.length - 5) onEnd()
}
