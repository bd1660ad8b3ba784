import { useEffect, useState } from 'preact/hooks'

/** Whether the window is as the query says, also after it has changed. */
export function useMedia(query: MediaQueryList): boolean {
  const [isSo, setSo] = useState(query.matches)
  useEffect(() => {
    const look = () => setSo(query.matches)
    query.addEventListener('change', look)
    return () => query.removeEventListener('change', look)
  }, [query])
  return isSo
}
