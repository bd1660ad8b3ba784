/** Patterns for properties that make an element faint or small: a number and its percent sign. */
const NUMBERS = {
  opacity: /^([\d.]+)(%?)$/,
  filter: /opacity\(\s*([\d.]+)(%?)\s*\)/,
  transform: /scale(?:[xy]|3d)?\(\s*([\d.]+)(%?)\s*[,)]/,
  scale: /^([\d.]+)(%?)(?:\s|$)/,
}
/** Match a colour's alpha: the last of four numbers, or the number after a slash. */
const ALPHAS = [/^(?:rgb|hsl)a\([^()]*,\s*([\d.]+)(%?)\s*\)$/, /\/\s*([\d.]+)(%?)\s*\)$/]

/** Whether a CSS property leaves `0.05`, `5%` or less, which is invisible. */
export const isFaint = (name: keyof typeof NUMBERS, value: string | undefined) =>
  value !== undefined && isNothing(value, NUMBERS[name])

/** Whether a colour is nearly or fully transparent. */
export const isClear = (color: string) =>
  /^transparent\b|^#(?:...0|.{6}0[0-9a-c])$/.test(color) ||
  ALPHAS.some((alpha) => isNothing(color, alpha))

function isNothing(value: string, pattern: RegExp): boolean {
  const [, number = '', percent] = pattern.exec(value) ?? []
  return number !== '' && Number(number) <= (percent ? 5 : 0.05)
}
