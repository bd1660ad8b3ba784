import { isFaint } from './faint.ts'
import type { Style, StyledElement } from './styles.ts'

/** Elements that show only if a page's scripts, plug-ins or pictures do not work. */
const FALLBACKS = new Set(
  'noscript template noframes noembed datalist canvas audio video object applet'.split(' '),
)
export const isFallback = (node: StyledElement) => FALLBACKS.has(node.localName ?? '')

/** Whether the element itself says that it is hidden. */
export function isHiddenItself(node: StyledElement): boolean {
  const attribute = (name: string) => node.getAttribute?.(name)?.trim().toLowerCase()
  const hidden = attribute('hidden')
  return (
    isFallback(node) ||
    attribute('aria-hidden') === 'true' ||
    attribute('popover') !== undefined ||
    (hidden !== undefined && hidden !== 'until-found')
  )
}

/** Hundreds of pixels to the left or above: outside the window, beyond any scrolling. */
const FAR = /-\d{3,}(\.\d+)?(px|pt|vw|vh|%)?|-\d{2,}(r?em)/
/** At least twice the window's width to the right. Carousels use less, and move it into view. */
const FAR_RIGHT = /(^|[\s(,])(([2-9]|1\d)\d\dv[wh]|([5-9]|\d{2,})\d{3}(\.\d+)?px|\d{3,}r?em)/

/** Properties, with the values by which they hide an element and everything in it. */
const HIDING: readonly (readonly [names: string[], value: RegExp])[] = [
  [['display'], /^none\b/],
  [['content-visibility'], /^hidden\b/],
  [['clip'], /^rect\(\s*([01](px)?[\s,]*){4}\)/],
  [['clip-path'], /inset\(\s*(50|100)%|circle\(\s*0/],
  [
    [
      'left',
      'top',
      'right',
      'bottom',
      'margin-left',
      'margin-top',
      'margin',
      'inset',
      'text-indent',
    ],
    FAR,
  ],
  [['transform', 'translate'], FAR],
  [['left', 'right', 'margin-left', 'inset', 'transform', 'translate'], FAR_RIGHT],
]

/** Whether a property hides the element and everything in it. */
export function isHiddenBy(style: Style): boolean {
  if (style.size === 0) return false
  const is = (name: string, pattern: RegExp) => pattern.test(style.get(name) ?? '?')
  return (
    HIDING.some(([names, value]) => names.some((name) => is(name, value))) ||
    (['opacity', 'filter', 'transform', 'scale'] as const).some((name) =>
      isFaint(name, style.get(name)),
    ) ||
    (is('position', /^fixed/) && ['top', 'bottom'].some((side) => is(side, FAR_RIGHT))) ||
    (is('overflow', /^(hidden|clip)/) &&
      ['width', 'height', 'max-width', 'max-height'].some((side) => is(side, /^[01](px)?$/)))
  )
}

const INVISIBLE = /^(hidden|collapse)\b/
/**
 * Whether the element is invisible, though elements in it may show.
 * @param visibility the property's value
 */
export const isInvisible = (visibility = '') => INVISIBLE.test(visibility)
