import { useEffect, useState } from 'preact/hooks'

/** From this width on, settings and playground stand side by side, as `agents.css` says. */
const WIDE = matchMedia('(min-width: 72rem)')

/** Whether the window has room for settings beside the playground. */
export function useWide(): boolean {
  const [isWide, setWide] = useState(WIDE.matches)
  useEffect(() => {
    const look = () => setWide(WIDE.matches)
    WIDE.addEventListener('change', look)
    return () => WIDE.removeEventListener('change', look)
  }, [])
  return isWide
}
