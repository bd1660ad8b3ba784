import type { Configuration } from './api/records.ts'

export type Rgb = readonly [number, number, number]
type Colors = Partial<Configuration['colors']>

const BLACK: Rgb = [0, 0, 0]
const WHITE: Rgb = [255, 255, 255]

function parse(hex: string): Rgb {
  const full = hex.length === 4 ? hex.replace(/[^#]/g, '$&$&') : hex
  const number = Number.parseInt(full.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
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
export function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

const mix = (from: Rgb, to: Rgb, share: number) =>
  from.map((value, index) => Math.round(value + (to[index]! - value) * share)) as unknown as Rgb

/** Returns white or black. One of them always has a contrast of at least 4.5. */
const textOn = (color: Rgb) => (contrast(WHITE, color) >= 4.5 ? WHITE : BLACK)

/** Returns the colour, or the nearest one with enough contrast to the background. */
function readable(color: Rgb, background: Rgb, ratio: number): Rgb {
  let share = 0
  const found = () => mix(color, textOn(background), share)
  while (share < 1 && contrast(found(), background) < ratio) share += 0.05
  return found()
}

/** Returns all colours by the names of their custom properties: the owner's, and those derived from them. */
export function colorsOf(colors: Colors, isDark: boolean) {
  const given = (name: keyof Colors) => (colors[name] ? parse(colors[name]) : undefined)
  const background = given('background') ?? (isDark ? [24, 25, 30] : WHITE)
  const text = given('text') ?? readable(isDark ? [234, 236, 240] : [28, 29, 36], background, 7)
  const primary = given('primary') ?? (isDark ? [139, 132, 240] : [67, 56, 160])
  const accent = readable(primary, background, 4.5)
  const bubble = given('bubble') ?? mix(background, text, isDark ? 0.1 : 0.06)
  return {
    bg: background,
    tx: text,
    p: primary,
    pt: given('primary_text') ?? textOn(primary),
    b: bubble,
    bt: given('bubble_text') ?? readable(text, bubble, 4.5),
    // Small print, borders of fields, lines, links and focus rings, errors.
    mu: readable(mix(text, background, 0.4), background, 4.5),
    fb: readable(mix(background, text, 0.35), background, 3),
    ln: mix(background, text, 0.13),
    ac: accent,
    al: mix(background, accent, 0.5),
    er: readable(isDark ? [255, 150, 138] : [179, 38, 30], background, 4.5),
  }
}

export const palette = (colors: Colors, isDark: boolean): Record<string, string> =>
  Object.fromEntries(
    Object.entries(colorsOf(colors, isDark)).map(([name, rgb]) => [`--${name}`, `rgb(${rgb.join(' ')})`]),
  )
