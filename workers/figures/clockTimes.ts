import type { Unit } from './units.ts'

/** The unit of times of day, which are compared in minutes since midnight. `18 часов` is one too. */
export const CLOCK: Unit = { name: 'o’clock', factor: 1, meanings: ['o’clock', 'minute'] }

/** A time of day in a text. */
interface ClockTime {
  written: string
  /** Its place in the text, in characters. */
  from: number
  /** Minutes since midnight. */
  minutes: number
}

const TIME =
  /(?<![\d.:])(\d{1,2})(?::|\.|h)(\d\d)(?:\s?(?:uhr|h)\b)?(?:\s?([ap])\.?m\b)?(?![\d:]|[.,]\d)/giu
const HOUR = /(?<![\d.:,])(\d{1,2})\s?([ap])\.?m\b/giu
/** Hours before their word: `18 Uhr`, `9 Uhr 30`. */
const UHR = /(?<![\d.:,])(\d{1,2})\s?Uhr(?:\s(\d\d))?\b/giu
/** Hours of Chinese, Japanese and Korean: `午後2時30分`, `下午2点半`, `오후 2시`. */
const EASTERN =
  /(午前|午後|上午|下午|中午|晚上|早上|凌晨|오전|오후|저녁|밤|아침)?\s?(?<![\d.,])(\d{1,2})\s?(?:[時时點点](?![間间])|시(?![간설]))(?:\s?(\d{1,2})\s?[分분]|([半반]))?/gu
const AFTER_NOON = /^(?:午後|下午|晚上|오후|저녁|밤)$/u

/** Finds the times of day in a text, those with minutes first. */
export function clockTimesIn(text: string): ClockTime[] {
  const found: ClockTime[] = []
  const add = (match: RegExpExecArray, minutes: number | undefined) => {
    if (minutes !== undefined) found.push({ written: match[0], from: match.index, minutes })
  }
  // `4.90` is a price, and `9.30 Uhr` is a time.
  for (const match of text.matchAll(TIME))
    if (!match[0].includes('.') || /[a-z]/i.test(match[0]))
      add(match, minutesOf(match[1]!, match[2]!, match[3]))
  for (const match of text.matchAll(HOUR)) add(match, minutesOf(match[1]!, '00', match[2]))
  for (const match of text.matchAll(UHR)) add(match, minutesOf(match[1]!, match[2] ?? '00'))
  for (const match of text.matchAll(EASTERN)) {
    const [, half, hours, minutes, isHalf] = match
    const hour = AFTER_NOON.test(half ?? '') && Number(hours) < 12 ? Number(hours) + 12 : hours!
    // `100点` are points.
    add(match, minutesOf(`${hour}`, minutes ?? (isHalf ? '30' : '00')))
  }
  return found
}

function minutesOf(hours: string, minutes: string, half?: string): number | undefined {
  const [hour, minute] = [Number(hours), Number(minutes)]
  if (hour > 24 || minute > 59) return undefined
  const shift = half ? (/p/i.test(half) ? 12 : 0) - (hour === 12 ? 12 : 0) : 0
  return (hour + shift) * 60 + minute
}
