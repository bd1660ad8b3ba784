import type { Ahead } from './ahead.ts'
import type { WrittenMark } from './forms.ts'

/** Words of at least three letters that may have an exponent. */
const WITH_EXPONENT = new Set(
  `acre acres area areas centimeter centimeters centimetre centimetres cos cot det exp feet foot fuß
  inch inches kilometer kilometers kilometre kilometres kwh log meter meters metern metre metres
  metri metro metros mil mile miles millimeter millimeters mol rad sec sin tan yard yards zoll`.split(
    /\s+/,
  ),
)

/**
 * Whether a raised number stands where a mark would: after a word or a sentence, and not after a
 * number, a unit or a short name, which it may be the exponent of. The end of a word as in `1ˢᵗ` is
 * none either.
 */
export function isRaised(ahead: Ahead, { start }: WrittenMark, end: number): boolean {
  const left = ahead.text.slice(Math.max(0, start - 40), start)
  const before = left.trimEnd()
  if (/[\p{L}\p{N}⁻⁺ⁿ=^]/u.test(ahead.at(end))) return false
  if (/[.!?…。！？,;:”"’»%)*_]$/u.test(before)) return /[^\s\p{P}]/u.test(before)
  // An exponent has no blank before it.
  if (/\d$/.test(before)) return left !== before
  const word = before.split(/[^\p{L}\p{M}'’-]/u).at(-1)!
  if (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word))
    return word.length > 1
  const isPart = /[\d./^]$/.test(before.slice(0, before.length - word.length))
  return word.length > 2 && !isPart && !WITH_EXPONENT.has(word.toLowerCase())
}
