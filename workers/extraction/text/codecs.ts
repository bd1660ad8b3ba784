import iconv from 'iconv-lite'
import { encodingNamed, NOT_WHATWG } from './labels.ts'

export const WESTERN = 'windows-1252'

/**
 * Decodes bytes of a known encoding, the only place that does so. A byte order mark is left out.
 * @param label any spelling that `encodingNamed` knows
 * @throws RangeError for an unknown label
 */
export function decodeAs(bytes: Uint8Array, label: string): string {
  const encoding = encodingNamed(label)
  if (!encoding) throw new RangeError(`There is no encoding ${label}.`)
  if (NOT_WHATWG.has(encoding)) return iconv.decode(Buffer.from(bytes), encoding)
  const text = new TextDecoder(encoding).decode(bytes)
  return encoding === WESTERN ? text.replace(C1, (sign) => SIGNS[sign.charCodeAt(0) - 0x80]!) : text
}

/**
 * The characters 0x80 to 0x9f of windows-1252, as WHATWG lists them. Node 20 decodes them as
 * controls of ISO 8859-1.
 */
const SIGNS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'
const C1 = /[\x80-\x9f]/g
