import { useEffect, useRef } from 'preact/hooks'

/** Returns the row of a thread in the list beside its transcript. */
export const rowOf = (id: string) =>
  document.querySelector<HTMLElement>(`[data-thread="${CSS.escape(id)}"]`)

/**
 * Focuses the row of the thread that the reader has left, unless the focus is elsewhere by now,
 * such as in the search.
 */
export function useReturnFocus(openId: string | undefined): void {
  const left = useRef(openId)
  useEffect(() => {
    const isNowhere = document.activeElement === document.body
    if (!openId && left.current && isNowhere) rowOf(left.current)?.focus({ preventScroll: true })
    left.current = openId
  }, [openId])
}
