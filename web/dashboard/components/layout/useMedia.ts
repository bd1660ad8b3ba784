import { useEffect, useState } from 'preact/hooks'

/** Whether the window matches the query; updated when that changes. */
export function useMedia(query: MediaQueryList): boolean {
  const [isSo, setSo] = useState(query.matches)
  useEffect(() => {
    const look = () => setSo(query.matches)
    query.addEventListener('change', look)
    return () => query.removeEventListener('change', look)
  }, [query])
  return isSo
}
