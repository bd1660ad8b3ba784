import { useEffect, useState } from 'preact/hooks'

/** What lies over the page. */
export type Overlay = 'palette' | 'shortcuts'

const CHANGED = 'parley-overlay'
let shown: Overlay | undefined

/** Opens one of them. */
export function showOverlay(what: Overlay): void {
  shown = what
  dispatchEvent(new Event(CHANGED))
}

/** Closes it, unless the other one has been opened meanwhile. */
export function hideOverlay(what: Overlay | undefined = shown): void {
  if (shown !== what) return
  shown = undefined
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
