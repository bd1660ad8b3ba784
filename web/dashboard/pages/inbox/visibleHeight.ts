import { useEffect } from 'preact/hooks'

/** Pixels below which the keyboard of a phone, or a very low window, leaves little of a chat. */
const SHORT_PX = 540

/**
 * Keeps the height that a phone's keyboard leaves visible in the style sheet's `--visible`, and marks
 * the page as `data-short` while it is low. Safari lays pages out as if there were no keyboard.
 */
export function useVisibleHeight(): void {
  useEffect(() => {
    const { visualViewport: seen } = window
    if (!seen) return
    const page = document.documentElement
    const measure = () => {
      // A zoomed page is laid out as before.
      const height = seen.height * seen.scale
      page.style.setProperty('--visible', `${height}px`)
      page.toggleAttribute('data-short', height < SHORT_PX)
    }
    measure()
    seen.addEventListener('resize', measure)
    return () => {
      seen.removeEventListener('resize', measure)
      page.style.removeProperty('--visible')
      page.removeAttribute('data-short')
    }
  }, [])
}
