import { useEffect, useState } from 'preact/hooks'

/** What lies over the page. */
export type Overlay = 'palette' | 'shortcuts'

const CHANGED = 'parley-overlay'
let shown: Overlay | undefined

/** Opens one of them, or closes the one that is open. */
export function showOverlay(what: Overlay | undefined): void {
  shown = what
  dispatchEvent(new Event(CHANGED))
}

export function useOverlay(): Overlay | undefined {
  const [now, setNow] = useState(shown)
  useEffect(() => {
    const change = () => setNow(shown)
    addEventListener(CHANGED, change)
    return () => removeEventListener(CHANGED, change)
  }, [])
  return now
}
