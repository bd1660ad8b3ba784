import { useEffect, useRef } from 'preact/hooks'
import { areOn, takesKeys } from '../../components/shortcuts.ts'

/** The action of a key; undefined: none here. */
export type KeyActions = Readonly<Record<string, (() => void) | undefined>>

/** The parts of the page that handle keys; the one that appeared last comes first. */
const parts: { actions: KeyActions }[] = []

/**
 * Handles single keys while no field and no dialog has the focus. If several parts of the page know
 * a key, the one that appeared last acts, such as an open panel. Escape leaves a field first.
 */
export function useKeys(actions: KeyActions): void {
  const part = useRef({ actions })
  part.current.actions = actions
  useEffect(() => {
    if (parts.length === 0) addEventListener('keydown', press)
    parts.unshift(part.current)
    return () => {
      parts.splice(parts.indexOf(part.current), 1)
      if (parts.length === 0) removeEventListener('keydown', press)
    }
  }, [])
}

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
    return
  const { target } = event
  const isInPanel = target instanceof Element && target.closest('dialog, [popover]')
  if (isInPanel || document.querySelector('dialog[open]')) return
  if (takesKeys(target)) {
    if (event.key === 'Escape') leaveField(target as HTMLElement)
    return
  }
  const act = parts.find(({ actions }) => actions[event.key])?.actions[event.key]
  if (!act || !(areOn() || event.key === 'Escape')) return
  event.preventDefault()
  act()
}

/** Moves the focus from a field to the messages above it, which the arrow keys then scroll. */
function leaveField(field: HTMLElement): void {
  const open = field.closest('.case')
  // Without messages, there is nothing to scroll.
  const above =
    open?.querySelector<HTMLElement>('.transcript[tabindex]') ??
    open?.querySelector<HTMLElement>('h2')
  if (above) above.focus({ preventScroll: true })
  else field.blur()
}
