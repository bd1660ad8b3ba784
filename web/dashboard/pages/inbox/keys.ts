import { useEffect, useRef } from 'preact/hooks'
import { areOn, takesKeys } from '../../components/shortcuts.ts'

/** The action of a key; undefined: none here. */
export type KeyActions = Readonly<Record<string, (() => void) | undefined>>

/** Handles single keys while no field and no dialog has the focus. Escape leaves a field first. */
export function useKeys(actions: KeyActions): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        event.isComposing ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey
      )
        return
      const { target } = event
      const isInPanel = target instanceof Element && target.closest('dialog, [popover]')
      if (isInPanel || document.querySelector('dialog[open]')) return
      if (takesKeys(target)) {
        if (event.key === 'Escape') (target as HTMLElement).blur()
        return
      }
      const act = latest.current[event.key]
      if (!act || !(areOn() || event.key === 'Escape')) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
