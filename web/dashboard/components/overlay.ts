import { useEffect, useState } from 'preact/hooks'

/** What can lie over the page. */
export type Overlay = 'palette' | 'shortcuts'

const CHANGED = 'parley-overlay'
let shown: Overlay | undefined

/** Opens an overlay. */
export function showOverlay(what: Overlay): void {
  shown = what
  dispatchEvent(new Event(CHANGED))
}

/** Closes the overlay, unless another overlay has been opened in between. */
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
