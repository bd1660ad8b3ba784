import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'

/**
 * Returns the place of a quote in a text, ignoring differences in white space; undefined: not
 * found.
 */
export function placeOf(
  text: string,
  quote: string,
): readonly [from: number, to: number] | undefined {
  const wanted = quote.replace(/[\s…]+/g, '')
  const places: number[] = []
  let plain = ''
  for (let at = 0; at < text.length; at++)
    if (!/[\s…]/.test(text[at]!)) {
      plain += text[at]
      places.push(at)
    }
  const start = wanted ? plain.indexOf(wanted) : -1
  return start < 0 ? undefined : [places[start]!, places[start + wanted.length - 1]! + 1]
}

/** A text with a quote marked. */
export function Marked({ text, quote }: { text: string; quote: string }) {
  const place = placeOf(text, quote)
  if (!place) return <>{text}</>
  const [from, to] = place
  return (
    <>
      {text.slice(0, from)}
      <mark>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </>
  )
}

/** Frames after which it stops waiting for a row to be rendered. */
const MAX_FRAMES = 30

/**
 * Scrolls to a row of a long list and focuses it, once its index is known.
 * @param rowPx its assumed height, in pixels
 */
export function useGoTo(list: RefObject<HTMLElement>, index: number, rowPx: number): void {
  useEffect(() => {
    if (index < 0) return
    let frames = 0
    let frame = requestAnimationFrame(function go() {
      const row = list.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)
      if (row) {
        row.tabIndex = -1
        row.focus({ preventScroll: true })
        row.scrollIntoView({ block: 'center' })
        return
      }
      const top = list.current?.getBoundingClientRect().top ?? 0
      scrollTo({ top: scrollY + top + index * rowPx })
      if (++frames < MAX_FRAMES) frame = requestAnimationFrame(go)
    })
    return () => cancelAnimationFrame(frame)
  }, [index])
}
