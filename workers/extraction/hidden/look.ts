import { isClear } from './faint.ts'
import { isInvisible } from './hiding.ts'
import type { Style, StyledElement } from './styles.ts'

/**
 * The look of an element's text, unless an inner element changes it. Undefined: an unknown colour.
 */
export interface Look {
  color: Rgb | undefined
  background: Rgb | undefined
  isVisible: boolean
  isTiny: boolean
  isClear: boolean
}
type Rgb = readonly [number, number, number]

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]

/** @param isStyled whether the page has sheets, which may paint its background */
export const pageLook = (isStyled: boolean): Look => ({
  color: BLACK,
  background: isStyled ? undefined : WHITE,
  isVisible: true,
  isTiny: false,
  isClear: false,
})

const TINY_SIZE = /^((0*\.)?0+|[01](\.\d+)?(px|pt)|0?\.0\d*(r?em|%)?)([a-z%]+)?$/
const TINY_FONT = /(^|\s)0+(\.0+)?([a-z]+)?(\s|\/)/
const RELATIVE = /(\d|^)(em|%|smaller|larger|inherit|unset)/

const isTinyBy = (style: Style) =>
  TINY_SIZE.test(style.get('font-size') ?? '?') || TINY_FONT.test(style.get('font') ?? '?')

/** Whether letters are transparent, and do not show a picture behind them. */
const isClearBy = (style: Style, color: string) =>
  isClear(color) &&
  !['background-clip', '-webkit-background-clip', 'background'].some((name) =>
    /\btext\b/.test(style.get(name) ?? ''),
  )

/**
 * Returns the look of an element's text, by its own style and the elements around it. Colours come
 * only from attributes and inline styles. A background that a sheet may paint is unknown.
 */
export function lookOf(
  node: StyledElement,
  style: Style,
  inline: Style,
  around: Look,
  isStyled: boolean,
): Look {
  const clear = style.get('-webkit-text-fill-color') ?? style.get('color')
  const color =
    inline.get('color') ?? (node.localName === 'font' ? node.getAttribute?.('color') : undefined)
  const background =
    inline.get('background-color') ??
    inline.get('background') ??
    node.getAttribute?.('bgcolor') ??
    undefined
  const mayBePainted =
    inline.has('background-image') ||
    (isStyled && (node.getAttribute?.('class') || node.getAttribute?.('id')))
  const visibility = style.get('visibility')
  const size = style.get('font-size') ?? style.get('font')
  return {
    isVisible: visibility && visibility !== 'inherit' ? !isInvisible(visibility) : around.isVisible,
    isTiny: isTinyBy(style) || (around.isTiny && (!size || RELATIVE.test(size))),
    isClear: clear && clear !== 'inherit' ? isClearBy(style, clear) : around.isClear,
    color: color ? rgbOf(color) : around.color,
    background:
      background && !/^(transparent|none|inherit)/.test(background)
        ? rgbOf(background)
        : mayBePainted
          ? undefined
          : around.background,
  }
}

/** Whether a text with this look cannot be read. */
export const isUnseen = ({ color, background, isVisible, isTiny, isClear }: Look) =>
  !isVisible || isTiny || isClear || (!!color && !!background && areAlike(color, background))

/** Whether two colours are so close that the eye cannot distinguish them. */
const areAlike = (left: Rgb, right: Rgb) =>
  left.every((part, index) => Math.abs(part - right[index]!) <= 8)

/**
 * @returns undefined for a value that cannot be resolved: a picture, a gradient, a variable, or a
 *   rare colour name
 */
function rgbOf(value: string): Rgb | undefined {
  const text = value.trim().toLowerCase()
  if (text === 'white') return WHITE
  if (text === 'black') return BLACK
  const hex = /^#([0-9a-f]{3,8})$/.exec(text)?.[1]
  if (hex) {
    const full = hex.length < 6 ? [...hex].map((digit) => digit + digit).join('') : hex
    return [0, 2, 4].map((at) => parseInt(full.slice(at, at + 2), 16)) as unknown as Rgb
  }
  const parts = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/.exec(text)?.slice(1)
  return parts && (parts.map(Number) as unknown as Rgb)
}
