import type { Configuration } from './api/records.ts'

export type Rgb = readonly [number, number, number]
type Colors = Partial<Configuration['colors']>

const BLACK: Rgb = [0, 0, 0]
const WHITE: Rgb = [255, 255, 255]

function parse(hex: string): Rgb {
  const full = hex.length === 4 ? hex.replace(/\w/g, '$&$&') : hex
  return full.match(/\w\w/g)!.map((two) => Number.parseInt(two, 16)) as unknown as Rgb
}

/** Relative luminance, as WCAG 2 defines it. */
function luminance(color: Rgb): number {
  const [r, g, b] = color.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

/** The contrast ratio of WCAG 2, from 1 to 21. */
export function contrast(left: Rgb, right: Rgb): number {
  const [light, dark] = [luminance(left), luminance(right)].sort((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

const mix = (from: Rgb, to: Rgb, share: number) =>
  from.map((value, index) => Math.round(value + (to[index]! - value) * share)) as unknown as Rgb

/** Whether white has a contrast of at least 4.5 to the colour. Otherwise black has. */
const takesWhite = (color: Rgb) => luminance(color) <= 1.05 / 4.5 - 0.05

/** Returns the colour, or the nearest colour with enough contrast to the background. */
function readable(color: Rgb, background: Rgb, ratio: number): Rgb {
  let share = 0
  const end = takesWhite(background) ? WHITE : BLACK
  const found = () => mix(color, end, share)
  while (share < 1 && contrast(found(), background) < ratio) share += 0.05
  return found()
}

/** The colour of the button, and of text on it. */
function buttonOf({ primary, primary_text }: Colors, isDark: boolean) {
  const p = primary || (isDark ? '#8b84f0' : '#4338a0')
  return { p, pt: primary_text || (takesWhite(parse(p)) ? '#fff' : '#000') }
}

/**
 * Returns all colours by the names of their custom properties: the owner's, and those derived from
 * them.
 */
export function colorsOf(colors: Colors, isDark: boolean) {
  const given = (name: keyof Colors) => (colors[name] ? parse(colors[name]) : undefined)
  const background = given('background') ?? (isDark ? [24, 25, 30] : WHITE)
  const text = given('text') ?? readable(isDark ? [234, 236, 240] : [28, 29, 36], background, 7)
  const button = buttonOf(colors, isDark)
  const p = parse(button.p)
  const accent = readable(p, background, 4.5)
  const bubble = given('bubble') ?? mix(background, text, isDark ? 0.1 : 0.06)
  return {
    bg: background,
    tx: text,
    p,
    pt: parse(button.pt),
    b: bubble,
    bt: given('bubble_text') ?? readable(text, bubble, 4.5),
    // In this order: small print, borders of fields, lines, links and focus rings, errors.
    mu: readable(mix(text, background, 0.4), background, 4.5),
    fb: readable(mix(background, text, 0.35), background, 3),
    ln: mix(background, text, 0.13),
    ac: accent,
    al: mix(background, accent, 0.5),
    er: readable(isDark ? [255, 150, 138] : [179, 38, 30], background, 4.5),
  }
}

/** The custom properties of the whole widget. */
export const palette = (colors: Colors, isDark: boolean): Record<string, string> =>
  Object.fromEntries(
    Object.entries(colorsOf(colors, isDark)).map(([name, rgb]) => [
      `--${name}`,
      `rgb(${rgb.join(' ')})`,
    ]),
  )

/** Those of the button alone. */
export function buttonPalette(colors: Colors, isDark: boolean) {
  const { p, pt } = buttonOf(colors, isDark)
  return { '--p': p, '--pt': pt }
}
